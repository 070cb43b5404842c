package dev.japply.report;

import dev.japply.report.YamlScalar.PlainText;
import dev.japply.report.YamlScalar.YamlText;
import dev.japply.tree.FloatText;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// YAML as `kubectl -o yaml` prints it: block style, keys in natural order, lists not indented,
/// long lines folded at 80 columns. Follows go-yaml v2, the base of `sigs.k8s.io/yaml`.
final class GoYaml {
  private static final int STEP = 2;

  private final YamlText out = new YamlText();
  private final boolean folded;

  private GoYaml(boolean folded) {
    this.folded = folded;
  }

  /// Returns the text of `value`, with a line break at the end.
  static String write(Value value) {
    return write(value, /* folded= */ true);
  }

  /// Returns the same text with all digits of large numbers, and with each scalar that fits a line
  /// on one line.
  static String unfolded(Value value) {
    return write(value, /* folded= */ false);
  }

  private static String write(Value value, boolean folded) {
    var writer = new GoYaml(folded);
    switch (value) {
      case MapValue map when !map.isEmpty() -> writer.writeBlock(map, 0);
      case ListValue list when !list.isEmpty() -> writer.writeBlock(list, 0);
      case Value scalar -> writer.writeScalar(scalar, 0);
    }
    writer.out.newLine();
    return writer.out.toString();
  }

  /// Writes a map whose keys start at column `indent`, where the first line already is.
  private void writeBlock(MapValue map, int indent) {
    boolean first = true;
    for (var entry : NaturalOrder.sorted(map)) {
      startLine(first, indent);
      first = false;
      writeKey(entry.getKey(), indent);
      writeValue(entry.getValue(), indent);
    }
  }

  private void writeBlock(ListValue list, int indent) {
    boolean first = true;
    for (Value item : list.items()) {
      startLine(first, indent);
      first = false;
      out.append("-");
      switch (item) {
        case MapValue map when !map.isEmpty() -> {
          out.append(" ");
          writeBlock(map, indent + STEP);
        }
        case ListValue inner when !inner.isEmpty() -> {
          out.append(" ");
          writeBlock(inner, indent + STEP);
        }
        case Value scalar -> {
          out.append(" ");
          writeScalar(scalar, indent + STEP);
        }
      }
    }
  }

  private void startLine(boolean first, int indent) {
    if (!first) {
      out.newLine();
      out.indent(indent);
    }
  }

  private void writeKey(String key, int indent) {
    if (YamlScalar.isSimpleWord(key)) {
      out.append(key);
      out.append(":");
      return;
    }
    var scalar = new YamlScalar(key);
    if (scalar.fitsSimpleKey()) {
      out.append(scalar.asKey());
      out.append(":");
    } else {
      out.append("? ");
      scalar.writeTo(out, indent + STEP, folded);
      out.newLine();
      out.indent(indent);
      out.append(":");
    }
  }

  private void writeValue(Value value, int indent) {
    switch (value) {
      case MapValue map when !map.isEmpty() -> {
        out.newLine();
        out.indent(indent + STEP);
        writeBlock(map, indent + STEP);
      }
      case ListValue list when !list.isEmpty() -> {
        out.newLine();
        out.indent(indent);
        writeBlock(list, indent);
      }
      case Value scalar -> {
        out.append(" ");
        writeScalar(scalar, indent + STEP);
      }
    }
  }

  private void writeText(String text, int indent) {
    if (PlainText.isWord(text)) {
      out.append(text);
    } else {
      new YamlScalar(text).writeTo(out, indent, folded);
    }
  }

  private void writeScalar(Value value, int indent) {
    switch (value) {
      case MapValue map -> out.append("{}");
      case ListValue list -> out.append("[]");
      case Value.StringValue(String text) -> writeText(text, indent);
      case Value.NullValue() -> out.append("null");
      case Value.BoolValue(boolean bool) -> out.append(bool ? "true" : "false");
      case Value.IntValue(long number) -> out.append(Long.toString(number));
      case Value.BigIntValue(BigInteger number) ->
          out.append(folded ? YamlNumber.text(number.doubleValue()) : number.toString());
      case Value.FloatValue(double number) -> out.append(YamlNumber.text(number));
    }
  }

  /// Formats numbers as go-yaml does after reading JSON: whole numbers of up to 64 bits plainly,
  /// all others as Go's `%g` with the shortest digits, with an exponent below 1e-4 and from 1e6 on.
  private static final class YamlNumber {
    private static final int WORD = 64;
    private static final int SMALLEST_PLAIN = -4;
    private static final int LARGEST_PLAIN = 6;

    private YamlNumber() {}

    static String text(double number) {
      BigDecimal digits = new BigDecimal(FloatText.json(number)).stripTrailingZeros();
      String json = FloatText.json(number);
      boolean whole = json.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'));
      return whole && fitsWord(digits.toBigInteger())
          ? digits.toBigInteger().toString()
          : general(digits);
    }

    private static boolean fitsWord(BigInteger number) {
      return number.signum() < 0 ? number.bitLength() < WORD : number.bitLength() <= WORD;
    }

    private static String general(BigDecimal digits) {
      String unscaled = digits.unscaledValue().abs().toString();
      int exponent = unscaled.length() - 1 - digits.scale();
      if (exponent >= SMALLEST_PLAIN && exponent < LARGEST_PLAIN) {
        return digits.toPlainString();
      }
      String fraction = unscaled.length() == 1 ? "" : "." + unscaled.substring(1);
      String sign = digits.signum() < 0 ? "-" : "";
      String size = (exponent < 0 ? "e-" : "e+") + "%02d".formatted(Math.abs(exponent));
      return sign + unscaled.charAt(0) + fraction + size;
    }
  }

  /// The order of keys in go-yaml's output: letters after all other characters, runs of digits by
  /// their number (`a2` before `a10`).
  ///
  /// The order is not transitive: `1`, `01`, `0a` and `1` again follow each other. An insertion
  /// accepts that, but the JDK's sort may fail.
  static final class NaturalOrder implements Comparator<String> {
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
}
