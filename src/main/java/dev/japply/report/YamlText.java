package dev.japply.report;

/// Text that tracks its current column, counted in code points.
final class YamlText {
  private final StringBuilder out = new StringBuilder();
  private int column;

  void append(String text) {
    out.append(text);
    column += text.codePointCount(0, text.length());
  }

  void append(int codePoint) {
    out.appendCodePoint(codePoint);
    column++;
  }

  /// Ends the line, unless it is empty.
  void newLine() {
    if (column > 0) {
      lineBreak();
    }
  }

  void lineBreak() {
    out.append('\n');
    column = 0;
  }

  /// Appends a character that ends a line without being a line feed, such as U+2028.
  void appendLineEnd(int codePoint) {
    append(codePoint);
    column = 0;
  }

  /// Spaces up to column `to`.
  void indent(int to) {
    int missing = Math.max(0, to - column);
    out.repeat(' ', missing);
    column += missing;
  }

  int column() {
    return column;
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
