package dev.japply.kustomize.generated;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Writes maps, lists, strings, numbers and booleans as YAML, in the many ways that there are: in
/// blocks or in braces, with and without quotes, with comments.
final class YamlText {
  /// A scalar that is written as it stands.
  record Plain(String text) {}

  private static final Pattern HARMLESS = Pattern.compile("[A-Za-z/][A-Za-z0-9_./-]*");
  private static final Set<String> WORDS =
      Set.of("y", "n", "yes", "no", "on", "off", "true", "false", "null", "e");
  private static final int SMALL = 3;

  private final Chance chance;
  private final StringBuilder text = new StringBuilder();

  private YamlText(Chance chance) {
    this.chance = chance;
  }

  static String write(Object value, Chance chance) {
    var yaml = new YamlText(chance);
    if (value instanceof Map<?, ?> map && !map.isEmpty()) {
      yaml.map(map, 0);
    } else if (value instanceof List<?> list && !list.isEmpty()) {
      yaml.list(list, 0);
    } else {
      yaml.text.append(yaml.flow(value)).append('\n');
    }
    return yaml.text.toString();
  }

  private void map(Map<?, ?> map, int indent) {
    for (var entry : map.entrySet()) {
      if (endsLine()) {
        text.append(" ".repeat(indent));
      }
      text.append(scalar(entry.getKey())).append(':');
      under(entry.getValue(), indent, chance.once(2) ? indent : indent + 2);
    }
  }

  private boolean endsLine() {
    return text.isEmpty() || text.charAt(text.length() - 1) == '\n';
  }

  private void under(Object value, int indent, int listIndent) {
    boolean inBraces = chance.once(25) && size(value) <= SMALL && isFlat(value);
    switch (value) {
      case Map<?, ?> map when !map.isEmpty() && !inBraces -> {
        text.append('\n');
        map(map, indent + 2);
      }
      case List<?> list when !list.isEmpty() && !inBraces -> {
        text.append('\n');
        list(list, listIndent);
      }
      case String string when string.contains("\n") && isBlock(string) -> block(string, indent + 2);
      default -> {
        text.append(' ').append(flow(value));
        if (chance.once(60)) {
          text.append(" # why not");
        }
        text.append('\n');
      }
    }
  }

  private void list(List<?> list, int indent) {
    for (Object item : list) {
      text.append(" ".repeat(indent)).append('-');
      if (item instanceof Map<?, ?> map && !map.isEmpty()) {
        text.append(' ');
        map(map, indent + 2);
      } else {
        under(item, indent, indent + 2);
      }
    }
  }

  private static int size(Object value) {
    return switch (value) {
      case Map<?, ?> map -> map.size();
      case List<?> list -> list.size();
      default -> 0;
    };
  }

  private static boolean isFlat(Object value) {
    return switch (value) {
      case Map<?, ?> map -> map.values().stream().allMatch(YamlText::isFlat);
      case List<?> list -> list.stream().allMatch(YamlText::isFlat);
      case String string -> !string.contains("\n");
      default -> true;
    };
  }

  private static boolean isBlock(String string) {
    return !string.startsWith(" ") && !string.startsWith("\n") && !string.contains("\t");
  }

  private void block(String string, int indent) {
    String body = string.stripTrailing();
    int breaks = string.length() - body.length();
    text.append(breaks == 0 ? " |-" : breaks == 1 ? " |" : " |+").append('\n');
    for (String line : body.split("\n", -1)) {
      text.append(line.isEmpty() ? "" : " ".repeat(indent) + line).append('\n');
    }
    text.append("\n".repeat(Math.max(0, breaks - 1)));
  }

  private String flow(Object value) {
    return switch (value) {
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(entry -> scalar(entry.getKey()) + ": " + flow(entry.getValue()))
              .collect(Collectors.joining(", ", "{", "}"));
      case List<?> list ->
          list.stream().map(this::flow).collect(Collectors.joining(", ", "[", "]"));
      default -> scalar(value);
    };
  }

  private String scalar(Object value) {
    if (value instanceof Plain(String plain)) {
      return plain;
    }
    if (!(value instanceof String string)) {
      return value.toString();
    }
    boolean harmless =
        HARMLESS.matcher(string).matches() && !WORDS.contains(string.toLowerCase(Locale.ROOT));
    if (harmless && !chance.once(12)) {
      return string;
    }
    boolean escapes = string.chars().anyMatch(c -> c < ' ' || c == '\\');
    return escapes || chance.once(2)
        ? inDoubleQuotes(string)
        : "'" + string.replace("'", "''") + "'";
  }

  static String inDoubleQuotes(String string) {
    var quoted = new StringBuilder("\"");
    string
        .codePoints()
        .forEach(c -> {
          switch (c) {
            case '\n' -> quoted.append("\\n");
            case '\t' -> quoted.append("\\t");
            case '"', '\\' -> quoted.append('\\').append((char) c);
            default -> quoted.appendCodePoint(c);
          }
        });
    return quoted.append('"').toString();
  }
}
