package dev.japply.report;

import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// The order of keys in go-yaml's output: letters after all other characters, runs of digits by
/// their number (`a2` before `a10`).
///
/// The order is not transitive: `1`, `01`, `0a` and `1` again follow each other. An insertion
/// accepts that, but the JDK's sort may fail.
final class NaturalOrder implements Comparator<String> {
  private static final NaturalOrder KEYS = new NaturalOrder();

  private NaturalOrder() {}

  static List<Map.Entry<String, Value>> sorted(MapValue map) {
    var sorted = new ArrayList<Map.Entry<String, Value>>(map.entries().size());
    for (Map.Entry<String, Value> entry : map.entries().entrySet()) {
      sorted.add(place(entry.getKey(), sorted), entry);
    }
    return sorted;
  }

  /// Returns where the key belongs, most often at the end.
  private static int place(String key, List<Map.Entry<String, Value>> sorted) {
    int low = 0;
    int high = sorted.size();
    int middle = high - 1;
    while (low < high) {
      if (KEYS.compare(sorted.get(middle).getKey(), key) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
      middle = (low + high) >>> 1;
    }
    return low;
  }

  @Override
  public int compare(String left, String right) {
    int shorter = Math.min(left.length(), right.length());
    int at = 0;
    while (at < shorter && left.charAt(at) == right.charAt(at)) {
      at++;
    }
    if (at == shorter) {
      return Integer.compare(left.length(), right.length());
    }
    char a = left.charAt(at);
    char b = right.charAt(at);
    return isLatinLetter(a) && isLatinLetter(b)
        ? Character.compare(a, b)
        : compare(left.codePoints().toArray(), right.codePoints().toArray());
  }

  private static boolean isLatinLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static int compare(int[] a, int[] b) {
    return compareFrom(a, b, Arrays.mismatch(a, b));
  }

  private static int compareFrom(int[] a, int[] b, int at) {
    boolean letterA = Character.isLetter(a[at]);
    boolean letterB = Character.isLetter(b[at]);
    if (letterA && letterB) {
      return Integer.compare(a[at], b[at]);
    }
    if (letterA || letterB) {
      return letterB ? -1 : 1;
    }
    // A zero that differs counts as a digit of the number before it, not as a leading one.
    long lead = (a[at] == '0' || b[at] == '0') && followsNonZeroDigit(a, at) ? 1 : 0;
    var runA = Run.from(a, at, lead);
    var runB = Run.from(b, at, lead);
    int byNumber = Long.compare(runA.number(), runB.number());
    if (byNumber != 0) {
      return byNumber;
    }
    int byLength = Integer.compare(runA.end(), runB.end());
    return byLength != 0 ? byLength : Integer.compare(a[at], b[at]);
  }

  private static boolean followsNonZeroDigit(int[] text, int at) {
    for (int i = at - 1; i >= 0 && Character.isDigit(text[i]); i--) {
      if (text[i] != '0') {
        return true;
      }
    }
    return false;
  }

  /// A run of digits; its number wraps around like a Go int64.
  private record Run(long number, int end) {
    static Run from(int[] text, int at, long lead) {
      long number = lead;
      int end = at;
      while (end < text.length && Character.isDigit(text[end])) {
        number = number * 10 + (text[end] - '0');
        end++;
      }
      return new Run(number, end);
    }
  }
}
