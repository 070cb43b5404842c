package dev.japply.yaml;

import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.YamlNode.Style;

/// Writes values over several lines.
///
/// @param wide whether the items of a list are indented deeper than its key
record BlockText(boolean wide) {
  private static final int STEP = 2;

  /// Returns an entry of a map in column `column`, with its line ends.
  String entry(String key, Value value, int column) {
    return " ".repeat(column) + InlineValueWriter.key(key) + ":" + behind(value, column);
  }

  /// Returns the text after the colon of a key in `column`, to the end of the last line.
  String behind(Value value, int column) {
    return switch (value) {
      case MapValue map when !map.isEmpty() -> "\n" + block(map, column + STEP);
      case ListValue list when !list.isEmpty() -> "\n" + block(list, wide ? column + STEP : column);
      case StringValue(String text) when isBlock(text) -> " " + literal(text, column + STEP);
      default -> " " + InlineValueWriter.flow(value) + "\n";
    };
  }

  /// Returns an item of a list whose dash is in `column`.
  String item(Value value, int column) {
    String dash = " ".repeat(column) + "-";
    return switch (value) {
      case MapValue map when !map.isEmpty() -> dash + afterDash(block(map, column + STEP), column);
      case ListValue list when !list.isEmpty() ->
          dash + afterDash(block(list, column + STEP), column);
      case StringValue(String text) when isBlock(text) -> dash + " " + literal(text, column + STEP);
      default -> dash + " " + InlineValueWriter.flow(value) + "\n";
    };
  }

  private static String afterDash(String block, int column) {
    return " " + block.substring(column + STEP);
  }

  /// Returns the lines of a map or list that is not empty.
  String block(Value value, int column) {
    var text = new StringBuilder();
    if (value instanceof MapValue map) {
      map.entries().forEach((key, item) -> text.append(entry(key, item, column)));
    } else if (value instanceof ListValue list) {
      list.items().forEach(item -> text.append(item(item, column)));
    }
    return text.toString();
  }

  private static boolean isBlock(String text) {
    return text.indexOf('\n') >= 0
        && !text.startsWith(" ")
        && !text.startsWith("\n")
        && !text.startsWith("\t")
        && !text.contains("\n---")
        && text.lines().noneMatch(line -> line.endsWith(" ") || line.endsWith("\t"))
        && text.chars()
            .allMatch(c -> c == '\n' || c == '\t' || (c >= ' ' && c != 0x7f && c < 0xd800));
  }

  /// Returns a text with line breaks as a literal block.
  static String literal(String text, int column) {
    String body = text.stripTrailing();
    String end = text.substring(body.length());
    String header = end.isEmpty() ? "|-" : end.equals("\n") ? "|" : "|+";
    var lines = new StringBuilder(header).append('\n');
    body.lines()
        .forEach(
            line -> lines.append(line.isEmpty() ? "" : " ".repeat(column) + line).append('\n'));
    if (end.length() > 1) {
      lines.append(end.substring(1));
    }
    return lines.toString();
  }

  /// Returns a scalar that replaces another one of that style.
  static String scalar(Value value, Style style) {
    return InlineValueWriter.of(value, style);
  }
}
