package dev.japply.yaml;

import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.YamlNode.Style;
import java.util.Optional;
import java.util.regex.Pattern;

/// Writes values in one line.
final class InlineValueWriter {
  /// Text that is read as a string in every context.
  private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z0-9_./-]*");

  private static final int LONGEST_WORD_TO_TRY = 200;

  private InlineValueWriter() {}

  /// Returns a scalar, in `style` if that style can represent it.
  static String of(Value value, Style style) {
    if (!(value instanceof StringValue(String text))) {
      return value instanceof NullValue ? "null" : GoJson.write(value);
    }
    if (style == Style.SINGLE_QUOTED && text.chars().allMatch(c -> c >= ' ' && c < 0x7f)) {
      return "'" + text.replace("'", "''") + "'";
    }
    return style != Style.DOUBLE_QUOTED && isPlain(text) ? text : quoted(text);
  }

  private static String quoted(String text) {
    return GoJson.write(Value.text(text));
  }

  /// Returns whether the text is read as itself without quotes.
  private static boolean isPlain(String text) {
    if (text.isEmpty() || text.length() > LONGEST_WORD_TO_TRY || !text.strip().equals(text)) {
      return false;
    }
    boolean special = text.chars().anyMatch(c -> c < ' ' || c > '~' || ",[]{}".indexOf(c) >= 0);
    if (special) {
      return false;
    }
    Optional<Value> read = YamlSource.parse("- " + text + "\n").map(YamlSource::value);
    return read.filter(ListValue.of(Value.text(text))::equals).isPresent();
  }

  static String key(String key) {
    return WORD.matcher(key).matches() && isKey(key) ? key : keyQuoted(key);
  }

  private static String keyQuoted(String key) {
    return isKey(key) ? key : quoted(key);
  }

  private static boolean isKey(String key) {
    return isPlain(key)
        && YamlSource.parse(key + ": 1\n")
            .map(YamlSource::value)
            .filter(MapValue.of(key, Value.number(1))::equals)
            .isPresent();
  }

  /// Returns any value in one line, in brackets and braces.
  static String flow(Value value) {
    return switch (value) {
      case MapValue map -> {
        var text = new StringBuilder();
        map.entries()
            .forEach((key, item) ->
                text.append(text.isEmpty() ? "" : ", ")
                    .append(key(key))
                    .append(": ")
                    .append(flow(item)));
        yield "{" + text + "}";
      }
      case ListValue list -> {
        var text = new StringBuilder();
        list.items().forEach(item -> text.append(text.isEmpty() ? "" : ", ").append(flow(item)));
        yield "[" + text + "]";
      }
      default -> of(value, Style.PLAIN);
    };
  }
}
