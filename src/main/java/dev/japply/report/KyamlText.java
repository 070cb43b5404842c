package dev.japply.report;

import dev.japply.golang.ByteText;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.Collection;
import java.util.Map;

/// KYAML: YAML in braces and brackets, with all strings in double quotes and commas behind all
/// values (https://github.com/kubernetes/enhancements/tree/master/keps/sig-cli/5295-kyaml).
final class KyamlText {
  private static final String STEP = "  ";

  private final StringBuilder out = new StringBuilder();

  private KyamlText() {}

  /// A document, with `---` in front. A `List` keeps the order of its keys, others are sorted.
  static String write(MapValue document) {
    var writer = new KyamlText();
    writer.out.append("---\n");
    boolean list = document.text("kind").equals("List") && document.has("items");
    writer.map(list ? document.entries().entrySet() : document.sortedEntries(), 0);
    return writer.out.append('\n').toString();
  }

  private void value(Value value, int indent) {
    switch (value) {
      case MapValue map -> map(map.sortedEntries(), indent);
      case ListValue list -> list(list, indent);
      case StringValue(String text) -> text(text, indent + 1);
      default -> out.append(GoJson.writeRounded(value));
    }
  }

  private void map(Collection<Map.Entry<String, Value>> entries, int indent) {
    if (entries.isEmpty()) {
      out.append("{}");
      return;
    }
    out.append("{\n");
    for (var entry : entries) {
      out.append(STEP.repeat(indent + 1)).append(KyamlKey.write(entry.getKey())).append(": ");
      value(entry.getValue(), indent + 1);
      out.append(",\n");
    }
    out.append(STEP.repeat(indent)).append('}');
  }

  private void list(ListValue list, int indent) {
    boolean nested =
        list.items().stream()
            .allMatch(item -> item instanceof MapValue || item instanceof ListValue);
    if (nested) {
      out.append('[');
      String separator = "";
      for (Value item : list.items()) {
        out.append(separator);
        value(item, indent);
        separator = ", ";
      }
      out.append(']');
      return;
    }
    out.append("[\n");
    for (Value item : list.items()) {
      out.append(STEP.repeat(indent + 1));
      value(item, indent + 1);
      out.append(",\n");
    }
    out.append(STEP.repeat(indent)).append(']');
  }

  /// A string; one with line breaks goes over several lines, which are folded into one.
  private void text(String text, int indent) {
    if (text.indexOf('\n') < 0) {
      out.append('"').append(escaped(text)).append('"');
      return;
    }
    out.append("\"\\\n");
    int from = 0;
    while (from < text.length()) {
      int end = text.indexOf('\n', from);
      String line = text.substring(from, end < 0 ? text.length() : end);
      boolean blank = !line.isEmpty() && ByteText.isSpace(line.codePointAt(0));
      out.append(STEP.repeat(indent)).append(blank ? '\\' : ' ').append(escaped(line));
      out.append(end < 0 ? "\\\n" : "\\n\\\n");
      from = end < 0 ? text.length() : end + 1;
    }
    out.append(STEP.repeat(indent)).append('"');
  }

  static String escaped(String text) {
    var out = new StringBuilder();
    text.codePoints().forEach(c -> escape(out, c));
    return out.toString();
  }

  private static void escape(StringBuilder out, int c) {
    if (c == '\t') {
      out.append('\t');
    } else if (c == '"' || c == '\\') {
      out.append('\\').append((char) c);
    } else if (ByteText.isPrint(c)) {
      out.appendCodePoint(c);
    } else {
      out.append(named(c));
    }
  }

  private static String named(int c) {
    return switch (c) {
      case 0x07 -> "\\a";
      case '\b' -> "\\b";
      case '\n' -> "\\n";
      case '\f' -> "\\f";
      case '\r' -> "\\r";
      case 0x0b -> "\\v";
      case 0 -> "\\0";
      case 0x1b -> "\\e";
      case 0x85 -> "\\N";
      case 0xa0 -> "\\_";
      case 0x2028 -> "\\L";
      case 0x2029 -> "\\P";
      default ->
          (c < ' ' || c == 0x7f ? "\\x%02x" : c <= 0xffff ? "\\u%04x" : "\\U%08x").formatted(c);
    };
  }
}
