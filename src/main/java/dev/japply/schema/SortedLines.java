package dev.japply.schema;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// Lines `key value` of ASCII, sorted by their keys. They are searched where they are: a start of
/// the program that needs few of them reads few of them.
final class SortedLines {
  private final byte[] text;
  private final int start;
  private final int end;

  /// @param start offset of the first line
  /// @param end offset behind the last line
  /// @throws IllegalArgumentException if a line has no end
  SortedLines(byte[] text, int start, int end) {
    require(start == end || text[end - 1] == '\n');
    this.text = text;
    this.start = start;
    this.end = end;
  }

  /// Returns the value of a key; null if there is none.
  ///
  /// @throws IllegalArgumentException if a line has no value
  @Nullable String get(String key) {
    byte[] wanted = key.getBytes(UTF_8);
    int line = first(wanted);
    if (line == end) {
      return null;
    }
    int blank = indexOf(' ', line);
    return Arrays.equals(text, line, blank, wanted, 0, wanted.length)
        ? word(blank + 1, indexOf('\n', blank))
        : null;
  }

  /// Passes each line whose key begins with `prefix`, in their order.
  void forEach(String prefix, BiConsumer<String, String> action) {
    int line = first(prefix.getBytes(UTF_8));
    while (line < end) {
      int blank = indexOf(' ', line);
      int lineEnd = indexOf('\n', blank);
      String key = word(line, blank);
      if (!key.startsWith(prefix)) {
        return;
      }
      action.accept(key, word(blank + 1, lineEnd));
      line = lineEnd + 1;
    }
  }

  /// Returns the offset of the first line whose key is `key` or comes after it.
  private int first(byte[] key) {
    int low = start;
    int high = end;
    while (low < high) {
      int line = startOfLine((low + high) >>> 1);
      int blank = indexOf(' ', line);
      if (Arrays.compare(text, line, blank, key, 0, key.length) < 0) {
        low = indexOf('\n', blank) + 1;
      } else {
        high = line;
      }
    }
    return low;
  }

  private int startOfLine(int within) {
    int at = within;
    while (at > start && text[at - 1] != '\n') {
      at--;
    }
    return at;
  }

  private int indexOf(char c, int from) {
    int at = from;
    while (at < end && text[at] != c) {
      at++;
    }
    require(at < end);
    return at;
  }

  private String word(int from, int to) {
    return new String(text, from, to - from, US_ASCII);
  }

  private static void require(boolean valid) {
    if (!valid) {
      throw new IllegalArgumentException("not a text of lines with keys");
    }
  }
}
