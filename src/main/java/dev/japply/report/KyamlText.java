package dev.japply.report;

import dev.japply.golang.ByteText;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

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

  /// The keys of KYAML: without quotes where no reader of YAML can take them for anything but text.
  private static final class KyamlKey {
    private static final Set<String> WORDS =
        Set.of(
            "null", "~", "true", "y", "yes", "on", "false", "n", "no", "off", "t", "f", ".inf",
            "-.inf", "+.inf", ".nan");
    private static final Pattern INTEGER =
        Pattern.compile("[+-]?(0[oO]?[0-7]+|[0-9]+|0[xX][0-9a-fA-F]+|0[bB][01]+)");
    private static final Pattern FLOAT =
        Pattern.compile(
            "[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?"
                + "|[+-]?0[xX]([0-9a-fA-F]+\\.?[0-9a-fA-F]*|\\.[0-9a-fA-F]+)[pP][+-]?[0-9]+"
                + "|[+-]?(?i:inf|infinity)|(?i:nan)");
    private static final Pattern SEXAGESIMAL =
        Pattern.compile("[+-]?[1-9][0-9_]*(:[0-5]?[0-9])+(\\.[0-9_]*)?");

    private KyamlKey() {}

    static String write(String key) {
      return mustQuote(key) ? '"' + KyamlEscapes.write(key).replace("\t", "\\t") + '"' : key;
    }

    private static boolean mustQuote(String key) {
      if (key.isEmpty() || isAmbiguous(key)) {
        return true;
      }
      int[] chars = key.codePoints().toArray();
      for (int i = 0; i < chars.length; i++) {
        boolean inner = i > 0 && i < chars.length - 1;
        if (!isWord(chars[i]) && !(inner && "-./".indexOf(chars[i]) >= 0)) {
          return true;
        }
      }
      return false;
    }

    private static boolean isWord(int c) {
      return switch (Character.getType(c)) {
        case Character.LETTER_NUMBER, Character.OTHER_NUMBER -> true;
        default -> ByteText.isWord(c);
      };
    }

    private static boolean isAmbiguous(String key) {
      String digits = key.replace("_", "");
      return WORDS.contains(key.toLowerCase(Locale.ROOT))
          || isInteger(digits)
          || isFloat(digits)
          || SEXAGESIMAL.matcher(key).matches()
          || YamlTime.matches(key);
    }

    private static boolean isInteger(String text) {
      return INTEGER.matcher(text).matches();
    }

    private static boolean isFloat(String text) {
      if (!FLOAT.matcher(text).matches()) {
        return false;
      }
      try {
        boolean word = !Character.isDigit(text.charAt(text.length() - 1)) && text.length() > 2;
        return (word && !text.endsWith(".")) || Double.isFinite(Double.parseDouble(text));
      } catch (NumberFormatException e) {
        return true;
      }
    }
  }

  /// The texts of KYAML within double quotes.
  private static final class KyamlEscapes {
    private KyamlEscapes() {}

    /// Returns the text with escapes, for use between quotes. Tabs are not escaped.
    static String write(String text) {
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
}
