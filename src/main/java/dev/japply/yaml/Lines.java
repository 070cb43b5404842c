package dev.japply.yaml;

/// The lines of a text, addressed by offsets.
///
/// @param text lines that end with `\n`, except perhaps the last one
record Lines(String text) {

  /// Returns the start of the line that contains `at`.
  int start(int at) {
    return text.lastIndexOf('\n', at - 1) + 1;
  }

  /// Returns the end of the line that contains `at`, after its `\n` if it has one.
  int end(int at) {
    int end = text.indexOf('\n', at);
    return end < 0 ? text.length() : end + 1;
  }

  /// Returns the column of `at`, from 0.
  int column(int at) {
    return at - start(at);
  }

  /// Returns whether only blanks precede `at` in its line.
  boolean isFirst(int at) {
    return text.substring(start(at), at).isBlank();
  }

  /// Returns the start of the comments that belong to the text at `at`, which is first in its line:
  /// the comments directly above it, in its column.
  int withComments(int at) {
    int begin = start(at);
    int column = column(at);
    while (begin > 0) {
      int above = start(begin - 1);
      String line = text.substring(above, begin);
      if (!line.stripLeading().startsWith("#")
          || line.length() - line.stripLeading().length() != column) {
        break;
      }
      begin = above;
    }
    return begin;
  }

  /// Returns the comment after `at` in its line, including the blanks before it; empty if other
  /// text or nothing follows.
  String trailingComment(int at) {
    int end = text.indexOf('\n', at);
    String rest = text.substring(at, end < 0 ? text.length() : end);
    return rest.isBlank()
            || !rest.strip().startsWith("#")
            || !Character.isWhitespace(rest.charAt(0))
        ? ""
        : rest.stripTrailing();
  }

  /// Returns `block` with each line moved from column `from` to column `to`; empty lines are
  /// unchanged.
  static String moved(String block, int from, int to) {
    if (from == to) {
      return block;
    }
    var moved = new StringBuilder();
    block
        .lines()
        .forEach(line -> {
          int blanks = line.length() - line.stripLeading().length();
          String rest = line.substring(Math.min(blanks, from));
          moved.append(line.isBlank() ? "" : " ".repeat(to) + rest).append('\n');
        });
    return block.endsWith("\n") ? moved.toString() : moved.substring(0, moved.length() - 1);
  }
}
