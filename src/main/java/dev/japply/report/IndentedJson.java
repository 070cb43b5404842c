package dev.japply.report;

import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;

/// JSON over several lines, indented by four spaces, as kubectl prints it.
final class IndentedJson {
  private static final String STEP = "    ";

  private final StringBuilder out = new StringBuilder();

  private IndentedJson() {}

  static String write(Value value) {
    var writer = new IndentedJson();
    writer.append(value, "\n");
    return writer.out.toString();
  }

  /// Writes `value`; `line` starts a new line at its own depth.
  private void append(Value value, String line) {
    switch (value) {
      case MapValue map when !map.isEmpty() -> appendMap(map, line);
      case ListValue list when !list.isEmpty() -> appendList(list, line);
      case Value other -> out.append(GoJson.write(other));
    }
  }

  private void appendMap(MapValue map, String line) {
    String separator = "{";
    for (var entry : map.sortedEntries()) {
      out.append(separator).append(line).append(STEP);
      out.append(GoJson.write(Value.text(entry.getKey()))).append(": ");
      append(entry.getValue(), line + STEP);
      separator = ",";
    }
    out.append(line).append('}');
  }

  private void appendList(ListValue list, String line) {
    String separator = "[";
    for (Value item : list.items()) {
      out.append(separator).append(line).append(STEP);
      append(item, line + STEP);
      separator = ",";
    }
    out.append(line).append(']');
  }
}
