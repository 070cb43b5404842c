package dev.japply.yaml;

import dev.japply.yaml.PositionedValue.TextPosition;

/// A forward-moving position in a text, with its line and column.
///
/// Lines end as in YAML 1.1: in addition to `\n` and `\r`, also NEL, LS and PS end a line, which
/// matters for indentation. Reported positions count lines by `\n` alone, as editors do.
final class YamlCursor {
  /// The character behind the last one of the text.
  static final char END = '\0';

  /// The number of characters behind the text that may be looked at.
  private static final int AHEAD = 4;

  private static final char NEXT_LINE = '\u0085';
  private static final char LINE_SEPARATOR = '\u2028';
  private static final char PARAGRAPH_SEPARATOR = '\u2029';
  private static final char DELETE = '\u007f';
  private static final char NO_BREAK_SPACE = '\u00a0';
  private static final char LAST = '\ufffd';

  private final String text;

  /// The text again, since an array is read much faster until the JVM compiles the scanner. A few
  /// more characters, which are [#END], spare checks of the length.
  private final char[] chars;

  private final int firstLine;

  /// The offset of the first character that is not allowed; -1 until [#check] has looked for it.
  private int bad = -1;

  private int at;
  private int line;
  private int row;
  private int column;

  /// The columns before this YAML line on its line of the text.
  private int before;

  /// @param line the first line of `text` in the source
  YamlCursor(String text, int line) {
    this.text = text;
    this.chars = new char[text.length() + AHEAD];
    text.getChars(0, text.length(), chars, 0);
    this.firstLine = line;
    this.line = line;
  }

  /// A position in the text.
  ///
  /// @param at the offset in characters
  record Mark(int at, int line, int column) {
    TextPosition place() {
      return new TextPosition(line, column);
    }
  }

  String text() {
    return text;
  }

  /// Returns the characters of the text, and a few more, which are [#END].
  char[] chars() {
    return chars;
  }

  /// Moves to a position on a line without other ends of lines than `\n`.
  void moveTo(int offset, int atLine, int atColumn) {
    at = offset;
    line = atLine;
    before = 0;
    column = atColumn;
  }

  int at() {
    return at;
  }

  /// Returns the number of YAML lines before this one.
  int row() {
    return row;
  }

  /// Returns the number of code points before this one on its YAML line.
  int column() {
    return column;
  }

  Mark mark() {
    return new Mark(at, line, before + column + 1);
  }

  /// Returns the current character; [#END] at the end.
  char peek() {
    return peek(0);
  }

  /// Returns the character `ahead` positions after the current one.
  char peek(int ahead) {
    int there = at + ahead;
    return there < chars.length ? chars[there] : END;
  }

  /// Returns whether the text ends here.
  boolean isEnd() {
    return peek() == END;
  }

  /// Goes past the byte order mark here, which takes no column.
  void skipByteOrderMark() {
    at++;
  }

  /// Goes past the code point here, which ends no line.
  void skip() {
    at += Character.isHighSurrogate(peek()) ? 2 : 1;
    column++;
  }

  void skip(int times) {
    for (int i = 0; i < times; i++) {
      skip();
    }
  }

  /// Goes past the end of the line here, if there is one.
  ///
  /// @return the characters of it in a scalar; empty if there is no end of a line
  String skipBreak() {
    if (!isBreak(0)) {
      return "";
    }
    char first = peek();
    int width = first == '\r' && peek(1) == '\n' ? 2 : 1;
    boolean ends = text.charAt(at + width - 1) == '\n';
    before = ends ? 0 : before + column + 1;
    line += ends ? 1 : 0;
    at += width;
    row++;
    column = 0;
    return first == LINE_SEPARATOR || first == PARAGRAPH_SEPARATOR ? String.valueOf(first) : "\n";
  }

  /// Ends the YAML line here, which is the last one.
  void endLine() {
    row += column == 0 ? 0 : 1;
    before += column;
    column = 0;
  }

  /// Goes to the end of the line.
  void skipLine() {
    while (!isBreakOrEnd(0)) {
      skip();
      int from = at;
      while (at < chars.length && chars[at] >= ' ' && chars[at] < DELETE) {
        at++;
      }
      column += at - from;
    }
  }

  /// Goes past letters, digits, `-`, `.`, `/` and `_`, which end no scalar.
  void skipLetters() {
    int from = at;
    while (at < chars.length && isLetter(chars[at])) {
      at++;
    }
    column += at - from;
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '-' && c <= '9') || (c >= 'A' && c <= 'Z') || c == '_';
  }

  boolean isBlank(int ahead) {
    char c = peek(ahead);
    return c == ' ' || c == '\t';
  }

  boolean isBreak(int ahead) {
    char c = peek(ahead);
    return c == '\n'
        || c == '\r'
        || c == NEXT_LINE
        || c == LINE_SEPARATOR
        || c == PARAGRAPH_SEPARATOR;
  }

  boolean isBreakOrEnd(int ahead) {
    return peek(ahead) == END || isBreak(ahead);
  }

  /// Returns whether a word cannot continue there: at a blank, the end of a line or of the text.
  boolean isGap(int ahead) {
    return isBlank(ahead) || isBreakOrEnd(ahead);
  }

  /// Returns whether the character here is a letter, a digit, `_` or `-`.
  boolean isWord() {
    char c = peek();
    return (c >= '0' && c <= '9')
        || (c >= 'A' && c <= 'Z')
        || (c >= 'a' && c <= 'z')
        || c == '_'
        || c == '-';
  }

  /// Returns whether a line begins here with `---` or `...`, followed by a gap.
  boolean isDocumentMark(String mark) {
    return column == 0 && text.startsWith(mark, at) && isGap(mark.length());
  }

  /// Fails if the text up to here contains a character that is not allowed in YAML.
  void check() {
    bad = bad < 0 ? firstBad() : bad;
    if (at >= bad && bad < text.length()) {
      String head = text.substring(0, bad);
      int lines = (int) head.chars().filter(c -> c == '\n').count();
      int start = head.lastIndexOf('\n') + 1;
      throw YamlErrors.failure(
          "control characters are not allowed",
          new TextPosition(firstLine + lines, 1 + head.codePointCount(start, bad)),
          "remove the character U+%04X".formatted((int) text.charAt(bad)));
    }
  }

  SyntaxFailure failure(YamlErrorMessages phrase) {
    return failure(phrase, mark());
  }

  /// Returns a failure at `begin`, where an unclosed value begins.
  SyntaxFailure failure(YamlErrorMessages phrase, Mark begin) {
    return YamlErrors.failure(phrase, begin.place(), text);
  }

  private int firstBad() {
    for (int i = 0; i < text.length(); i++) {
      char c = chars[i];
      boolean good =
          c >= ' '
              ? c < DELETE || c == NEXT_LINE || (c >= NO_BREAK_SPACE && c <= LAST)
              : c == '\n' || c == '\t' || c == '\r';
      if (!good) {
        return i;
      }
    }
    return text.length();
  }
}
