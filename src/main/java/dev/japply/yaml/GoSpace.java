package dev.japply.yaml;

/// Go's `unicode.IsSpace`.
final class GoSpace {
  private GoSpace() {}

  static boolean isSpace(char c) {
    return (c >= '\t' && c <= '\r') || c == '\u0085' || Character.isSpaceChar(c);
  }

  /// Returns `text` without leading and trailing space.
  static String strip(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && isSpace(text.charAt(from))) {
      from++;
    }
    while (to > from && isSpace(text.charAt(to - 1))) {
      to--;
    }
    return text.substring(from, to);
  }
}
