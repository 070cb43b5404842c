package dev.japply.yaml;

/// Where the code points of a text stand, by which the YAML parser counts. Asked in their order, or
/// nearly so, it takes one pass over the text for all of them.
final class CodePoints {
  private final String text;
  private int known;
  private int offset;

  CodePoints(String text) {
    this.text = text;
  }

  /// Where in the text the code point with this number begins.
  int offset(int codePoint) {
    offset = text.offsetByCodePoints(offset, codePoint - known);
    known = codePoint;
    return offset;
  }
}
