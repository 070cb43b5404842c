package dev.japply.report;

import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.BigIntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.Collection;
import java.util.Map;

/// JSON over several lines, indented by four spaces, as kubectl prints it.
final class IndentedJson {
  private static final String STEP = "    ";

  private final StringBuilder out = new StringBuilder();
  private final boolean exact;

  private IndentedJson(boolean exact) {
    this.exact = exact;
  }

  /// Returns a document that can be read back: a map with its own keys in their order. Retains all
  /// digits of integers beyond 64 bits, which the other forms write as float64, as kubectl does.
  static String writeExact(MapValue map) {
    var writer = new IndentedJson(true);
    writer.appendEntries(map.entries().entrySet(), "\n");
    return writer.out.toString();
  }

  /// Returns a map with its own keys in their order; the maps in it are sorted.
  static String writeInOrder(MapValue map) {
    var writer = new IndentedJson(false);
    writer.appendEntries(map.entries().entrySet(), "\n");
    return writer.out.toString();
  }

  static String write(Value value) {
    var writer = new IndentedJson(false);
    writer.append(value, "\n");
    return writer.out.toString();
  }

  /// Writes `value`; `line` starts a new line at its own depth.
  private void append(Value value, String line) {
    switch (value) {
      case MapValue map when !map.isEmpty() -> appendEntries(map.sortedEntries(), line);
      case ListValue list when !list.isEmpty() -> appendList(list, line);
      case BigIntValue big when !exact -> out.append(GoJson.writeRounded(big));
      case Value other -> GoJson.append(out, other);
    }
  }

  private void appendEntries(Collection<Map.Entry<String, Value>> entries, String line) {
    String separator = "{";
    String below = line + STEP;
    for (var entry : entries) {
      out.append(separator).append(below);
      GoJson.append(out, Value.text(entry.getKey()));
      out.append(": ");
      append(entry.getValue(), below);
      separator = ",";
    }
    out.append(line).append('}');
  }

  private void appendList(ListValue list, String line) {
    String separator = "[";
    String below = line + STEP;
    for (Value item : list.items()) {
      out.append(separator).append(below);
      append(item, below);
      separator = ",";
    }
    out.append(line).append(']');
  }
}
