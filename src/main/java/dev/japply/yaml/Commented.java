package dev.japply.yaml;

import dev.japply.yaml.Part.Written;
import dev.japply.yaml.SourceNode.Entry;
import dev.japply.yaml.SourceNode.Scalar;
import dev.japply.yaml.SourceNode.ScalarStyle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An entry of a map, or an item of a list, as a place for comments.
///
/// @param start where it begins, if it is the first in its line; else -1, and no comment stands
///   above it
/// @param above the comments in the lines right above it, without the blanks around them
/// @param end where a comment may stand behind it in its line; -1 where none may
/// @param behind the comment behind it with the blanks before it; empty when there is none
record Commented(String text, int start, List<String> above, int end, String behind) {
  Commented {
    above = List.copyOf(above);
  }

  /// An entry of a block map.
  static Commented entry(Part map, Written written) {
    Entry entry = written.entry();
    int colon = map.text().indexOf(':', entry.key().end()) + 1;
    return of(map.text(), entry.start(), endOfLine(map.text(), entry.value(), colon));
  }

  /// An item of a block list; null where its dash is not known.
  static @Nullable Commented item(Part item) {
    String text = item.text();
    int dash = text.lastIndexOf('-', item.node().start() - 1);
    if (dash < new Lines(text).start(item.node().start())) {
      return null;
    }
    boolean inLine = item.node() instanceof Scalar || item.node().isFlow();
    int end = inLine ? endOfLine(text, item.node(), dash + 1) : -1;
    return of(text, dash, end);
  }

  private static Commented of(String text, int start, int end) {
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
    return new Commented(text, first ? start : -1, above, open ? -1 : end, behind);
  }

  /// Where the value ends that stands in the line of `at`, or `at` where it stands below; -1 where
  /// its lines are no place for comments.
  private static int endOfLine(String text, SourceNode value, int at) {
    if (value instanceof Scalar scalar && scalar.style() == ScalarStyle.BLOCK) {
      return -1;
    }
    int end = new Lines(text).end(at);
    boolean below = value.start() >= end;
    return below ? at : value.end() > end ? -1 : Math.max(at, value.end());
  }
}
