package dev.japply.yaml;

/// Properties of a text that decide how YAML may write it.
///
/// @param multiline whether it contains line breaks
/// @param plainAllowed whether it may be written without quotes, outside of flow collections
/// @param singleAllowed whether it may be written in single quotes
/// @param blockAllowed whether it may be written as a block scalar
public record ScalarAnalysis(
    boolean multiline, boolean plainAllowed, boolean singleAllowed, boolean blockAllowed) {

  private static final String FIRST_INDICATORS = "#,[]{}&*!|>'\"%@`";
  private static final int YEAR_DIGITS = 4;
  private static final int SHORTEST_DATE = "2000-1-1".length();
  private static final char DELETE = '\u007f';
  private static final ScalarAnalysis WORD = new ScalarAnalysis(false, true, true, true);

  public static ScalarAnalysis of(String text) {
    if (text.isEmpty()) {
      return new ScalarAnalysis(false, true, true, false);
    }
    if (isWord(text)) {
      return WORD;
    }
    // Characters beyond the basic plane are unprintable, as are their halves.
    char[] chars = text.toCharArray();
    boolean breaks = false;
    boolean special = false;
    boolean breakSpace = false;
    boolean spaceBreak = false;
    char before = 0;
    for (char c : chars) {
      if (c <= ' ' || c >= DELETE) {
        breaks |= isBreak(c);
        special |= !isPrintable(c);
        breakSpace |= c == ' ' && isBreak(before);
        spaceBreak |= isBreak(c) && before == ' ';
      }
      before = c;
    }
    boolean edges = isGap(chars[0]) || isGap(before);
    boolean unsafe = spaceBreak || special;
    return new ScalarAnalysis(
        breaks,
        !edges && !breakSpace && !unsafe && !breaks && !hasIndicators(text, chars),
        !breakSpace && !unsafe,
        before != ' ' && !unsafe);
  }

  /// Returns whether `text` begins with an ASCII letter, and has only ASCII letters, digits, `-`,
  /// `_`, `.` and `/`. It has all properties but `multiline` and, as most texts do, needs no
  /// further look.
  public static boolean isWord(String text) {
    if (text.isEmpty() || !isLetter(text.charAt(0))) {
      return false;
    }
    for (int i = 1; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean digit = c >= '0' && c <= '9';
      if (!digit && !isLetter(c) && "-_./".indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }

  /// Returns false if the text certainly is no date or time, such as `2000-1-1`. Nearly no text is.
  public static boolean mayBeTime(String text) {
    return text.length() >= SHORTEST_DATE
        && text.charAt(YEAR_DIGITS) == '-'
        && text.charAt(0) <= '9';
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  /// Returns whether the character ends a line.
  public static boolean isBreak(int c) {
    return c == '\n' || c == '\r' || c == 0x85 || c == 0x2028 || c == 0x2029;
  }

  /// Returns whether go-yaml prints the character unescaped. It escapes all characters beyond the
  /// basic plane.
  static boolean isPrintable(int c) {
    return c == '\n'
        || (c >= 0x20 && c <= 0x7e)
        || (c >= 0xa0 && c <= 0xd7ff)
        || (c >= 0xe000 && c <= 0xfffd && c != 0xfeff);
  }

  private static boolean isGap(int c) {
    return c == ' ' || isBreak(c);
  }

  private static boolean hasIndicators(String text, char[] chars) {
    if (text.startsWith("---") || text.startsWith("...")) {
      return true;
    }
    for (int i = 0; i < chars.length; i++) {
      boolean followedByBlank = i + 1 == chars.length || isBlank(chars[i + 1]);
      boolean indicator =
          i == 0
              ? FIRST_INDICATORS.indexOf(chars[0]) >= 0
                  || ("?:-".indexOf(chars[0]) >= 0 && followedByBlank)
              : (chars[i] == ':' && followedByBlank)
                  || (chars[i] == '#' && (isBlank(chars[i - 1]) || isBreak(chars[i - 1])));
      if (indicator) {
        return true;
      }
    }
    return false;
  }

  private static boolean isBlank(int c) {
    return c == ' ' || c == '\t';
  }
}
