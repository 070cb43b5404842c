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

  /// Returns a document that starts with `---`. The keys of a `List` keep their order, others are
  /// sorted.
  static String write(MapValue document) {
    var writer = new KyamlText();
    writer.out.append("---\n");
    boolean list = document.text("kind").equals("List") && document.has("items");
    writer.writeMap(list ? document.entries().entrySet() : document.sortedEntries(), 0);
    return writer.out.append('\n').toString();
  }

  private void writeValue(Value value, int indent) {
    switch (value) {
      case MapValue map -> writeMap(map.sortedEntries(), indent);
      case ListValue list -> writeList(list, indent);
      case StringValue(String text) -> writeText(text, indent + 1);
      case Value.ScalarValue scalar -> out.append(GoJson.writeRounded(scalar));
      case Value.NullValue nothing -> out.append(GoJson.writeRounded(nothing));
    }
  }

  private void writeMap(Collection<Map.Entry<String, Value>> entries, int indent) {
    if (entries.isEmpty()) {
      out.append("{}");
      return;
    }
    out.append("{\n");
    for (var entry : entries) {
      out.append(STEP.repeat(indent + 1)).append(KyamlKey.write(entry.getKey())).append(": ");
      writeValue(entry.getValue(), indent + 1);
      out.append(",\n");
    }
    out.append(STEP.repeat(indent)).append('}');
  }

  private void writeList(ListValue list, int indent) {
    boolean nested =
        list.items().stream()
            .allMatch(item -> item instanceof MapValue || item instanceof ListValue);
    if (nested) {
      out.append('[');
      String separator = "";
      for (Value item : list.items()) {
        out.append(separator);
        writeValue(item, indent);
        separator = ", ";
      }
      out.append(']');
      return;
    }
    out.append("[\n");
    for (Value item : list.items()) {
      out.append(STEP.repeat(indent + 1));
      writeValue(item, indent + 1);
      out.append(",\n");
    }
    out.append(STEP.repeat(indent)).append(']');
  }

  /// Writes a string; one with line breaks spans several lines, which YAML folds into one.
  private void writeText(String text, int indent) {
    if (text.indexOf('\n') < 0) {
      out.append('"').append(KyamlEscapes.write(text)).append('"');
      return;
    }
    out.append("\"\\\n");
    int from = 0;
    while (from < text.length()) {
      int end = text.indexOf('\n', from);
      String line = text.substring(from, end < 0 ? text.length() : end);
      boolean blank = !line.isEmpty() && ByteText.isSpace(line.codePointAt(0));
      out.append(STEP.repeat(indent)).append(blank ? '\\' : ' ').append(KyamlEscapes.write(line));
      out.append(end < 0 ? "\\\n" : "\\n\\\n");
      from = end < 0 ? text.length() : end + 1;
    }
    out.append(STEP.repeat(indent)).append('"');
  }
}
