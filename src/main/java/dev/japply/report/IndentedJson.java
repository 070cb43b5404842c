package dev.japply.report;

import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.BigIntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.Collection;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

  /// JSON on one line as people read it: with `<`, `>` and `&` as they are, which Go escapes.
  static final class ReadableJson {
    private static final int HEXADECIMAL = 16;

    /// A backslash that is escaped itself, or one of the three.
    private static final Pattern ESCAPED = Pattern.compile("\\\\\\\\|\\\\u00(3c|3e|26)");

    private ReadableJson() {}

    static String of(Value value) {
      return ESCAPED.matcher(GoJson.write(value)).replaceAll(ReadableJson::readable);
    }

    private static String readable(MatchResult found) {
      String code = found.group(1);
      return Matcher.quoteReplacement(
          code == null ? found.group() : Character.toString(Integer.parseInt(code, HEXADECIMAL)));
    }
  }
}
