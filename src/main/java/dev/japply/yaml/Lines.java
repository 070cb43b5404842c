package dev.japply.yaml;

/// The lines of a text, by places in them.
///
/// @param text lines that end with `\n`, but perhaps the last one
record Lines(String text) {

  /// Where the line begins in which `at` stands.
  int start(int at) {
    return text.lastIndexOf('\n', at - 1) + 1;
  }

  /// Where the line ends in which `at` stands, behind its `\n` if it has one.
  int end(int at) {
    int end = text.indexOf('\n', at);
    return end < 0 ? text.length() : end + 1;
  }

  /// The column of `at`, from 0.
  int column(int at) {
    return at - start(at);
  }

  /// Whether nothing but blanks stands before `at` in its line.
  boolean isFirst(int at) {
    return text.substring(start(at), at).isBlank();
  }

  /// Where the comments begin that belong to what stands at `at`, first in its line: those in the
  /// lines right above it, in its column.
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

  /// What stands behind `at` in its line, if that is a comment: the comment with the blanks before
  /// it; else empty.
  String trailingComment(int at) {
    int end = text.indexOf('\n', at);
    String rest = text.substring(at, end < 0 ? text.length() : end);
    return rest.isBlank()
            || !rest.strip().startsWith("#")
            || !Character.isWhitespace(rest.charAt(0))
        ? ""
        : rest.stripTrailing();
  }

  /// `block` with each of its lines moved from column `from` to column `to`; empty lines stay.
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
