package dev.japply.yaml;

import dev.japply.yaml.DocumentPart.Written;
import dev.japply.yaml.YamlNode.Pair;
import dev.japply.yaml.YamlNode.Scalar;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An entry of a map, or an item of a list, as a position for comments.
///
/// @param start its start if it is the first in its line; else -1, and it has no comment above
/// @param above the comments in the lines directly above it, without surrounding blanks
/// @param end the position for a comment after it in its line; -1 if none is possible
/// @param behind the comment after it, including the blanks before it; empty if there is none
record CommentAnchor(int start, List<String> above, int end, String behind) {
  CommentAnchor {
    above = List.copyOf(above);
  }

  /// Creates the position of an entry of a block map.
  static CommentAnchor entry(DocumentPart map, Written written) {
    Pair entry = written.entry();
    int colon = map.text().indexOf(':', entry.key().end()) + 1;
    return of(map.text(), entry.start(), endOfLine(map.text(), entry.value(), colon));
  }

  /// Creates the position of an item of a block list; null if its dash is not found.
  static @Nullable CommentAnchor item(DocumentPart item) {
    String text = item.text();
    int dash = text.lastIndexOf('-', item.node().start() - 1);
    if (dash < new Lines(text).start(item.node().start())) {
      return null;
    }
    boolean inLine = item.node() instanceof Scalar || item.node().isFlow();
    int end = inLine ? endOfLine(text, item.node(), dash + 1) : -1;
    return of(text, dash, end);
  }

  private static CommentAnchor of(String text, int start, int end) {
    var lines = new Lines(text);
    boolean first = lines.isFirst(start);
    List<String> above =
        first
            ? text.substring(lines.withComments(start), lines.start(start))
                .lines()
                .map(String::strip)
                .toList()
            : List.of();
    String behind = end < 0 ? "" : lines.trailingComment(end);
    boolean open = end >= 0 && !text.substring(end, lines.end(end)).isBlank() && behind.isEmpty();
    return new CommentAnchor(first ? start : -1, above, open ? -1 : end, behind);
  }

  /// Returns the end of the value if it is in the line of `at`, or `at` if it is below; -1 if no
  /// comment can follow in its lines.
  private static int endOfLine(String text, YamlNode value, int at) {
    if (value instanceof Scalar scalar && scalar.style().isBlock()) {
      return -1;
    }
    int end = new Lines(text).end(at);
    boolean below = value.start() >= end;
    return below ? at : value.end() > end ? -1 : Math.max(at, value.end());
  }
}
