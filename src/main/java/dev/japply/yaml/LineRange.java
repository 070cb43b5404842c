package dev.japply.yaml;

import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Lines of a source, such as a field with all that it contains.
///
/// @param source the source, as in [Origin#source]
/// @param first the first line, from 1
public record LineRange(String source, int first, int last) {

  public static LineRange at(Origin origin) {
    return new LineRange(origin.source(), origin.line(), origin.line());
  }

  public static LineRange all(String source) {
    return new LineRange(source, 1, Integer.MAX_VALUE);
  }

  /// Returns the lines from a position to the end of a value that begins there.
  ///
  /// @param text the value; a text may have several lines
  public static LineRange of(Origin origin, String text) {
    return new LineRange(origin.source(), origin.line(), origin.line() + newlines(text));
  }

  /// Returns the lines of a field, or of its nearest existing parent.
  ///
  /// @param places finds the position of a field of `tree`
  public static LineRange of(Value tree, Function<FieldPath, Origin> places, FieldPath path) {
    FieldPath at = path;
    Node node = at.in(tree);
    while (node instanceof Missing) {
      at = at.parentPath();
      node = at.in(tree);
    }
    Origin start = places.apply(at);
    return new LineRange(start.source(), start.line(), last((Value) node, places, at));
  }

  private static int last(Value value, Function<FieldPath, Origin> places, FieldPath at) {
    int last = places.apply(at).line();
    switch (value) {
      case MapValue map -> {
        for (var entry : map.entries().entrySet()) {
          last = Math.max(last, last(entry.getValue(), places, at.key(entry.getKey())));
        }
      }
      case ListValue(List<Value> items) -> {
        for (int i = 0; i < items.size(); i++) {
          last = Math.max(last, last(items.get(i), places, at.index(i)));
        }
      }
      case StringValue(String text) -> last += newlines(text) + (text.indexOf('\n') < 0 ? 0 : 1);
      case Value scalar -> {}
    }
    return last;
  }

  /// Returns the lines from a position in a file to the end of the part that begins there.
  public static LineRange of(
      String source, PositionedValue.TextPosition start, PositionedValue part) {
    return new LineRange(source, start.line(), last(part, start.line()));
  }

  private static int last(PositionedValue part, int from) {
    int last = from;
    switch (part) {
      case PositionedValue.Leaf leaf -> {
        int lines = leaf.value() instanceof StringValue(String text) ? newlines(text) : 0;
        last = Math.max(last, leaf.text().line() + lines);
      }
      case PositionedValue.Items list -> {
        for (PositionedValue item : list.items()) {
          last = last(item, Math.max(last, item.place().line()));
        }
      }
      case PositionedValue.Fields map -> {
        for (PositionedValue.PositionedField field : map.fields().values()) {
          last = last(field.value(), Math.max(last, field.place().line()));
        }
      }
    }
    return last;
  }

  public static List<LineRange> joined(List<LineRange> first, List<LineRange> last) {
    if (first.isEmpty() || last.isEmpty()) {
      return first.isEmpty() ? last : first;
    }
    var joined = new ArrayList<>(first);
    joined.addAll(last);
    return joined;
  }

  /// The newline at the end of a text begins no line of it.
  private static int newlines(String text) {
    int newlines = 0;
    String part = text.stripTrailing();
    for (int at = part.indexOf('\n'); at >= 0; at = part.indexOf('\n', at + 1)) {
      newlines++;
    }
    return newlines;
  }
}
