package dev.japply.yaml;

import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.YamlNode.Scalar;
import java.util.Optional;
import java.util.regex.Pattern;

/// Scalars as go-yaml v3, the library of kyaml, writes them.
record KyamlScalarText(ScalarStyle spelling) {
  private static final int STEP = 2;

  /// A text that is not written as a block.
  private static final Pattern UNFIT =
      Pattern.compile(
          "^$| \\n| $|[\\p{Cntrl}\\x{80}-\\x{9f}\\x{feff}\\x{10000}-\\x{10ffff}&&[^\\n\\t]]");

  private static final Pattern SEPARATOR = Pattern.compile("[\\u2028\\u2029]");

  /// Returns a value in the style of the scalar that it replaces.
  String like(Scalar node, Value value, int indent, boolean inFlow) {
    String now = spelling.text(value);
    String tag = node.tag().isEmpty() ? tag(value) : "";
    return switch (node.style()) {
      case DOUBLE_QUOTED -> tag + quoted(now);
      case SINGLE_QUOTED -> tag + singleQuoted(now);
      case LITERAL -> tag + literal(now, indent);
      case FOLDED -> tag + folded(now, indent);
      case PLAIN -> {
        if (now.indexOf('\n') >= 0 && !inFlow) {
          yield tag + literal(now, indent);
        }
        if (now.isEmpty() && !tag.isEmpty() && !inFlow) {
          yield tag.strip();
        }
        boolean string = value instanceof StringValue && tag.isEmpty();
        yield tag
            + (string && !spelling.isTime(value) && !spelling.isUntagged(value)
                ? plainOrQuoted(now, inFlow)
                : plain(now, inFlow));
      }
    };
  }

  /// Returns true if the value gets a tag that the scalar does not have.
  boolean isTagged(Scalar node, Value value) {
    return node.tag().isEmpty() && !tag(value).isEmpty();
  }

  /// Returns the tag of a scalar whose text is of another type; empty for others.
  private String tag(Value value) {
    Value typed = spelling.tag(value);
    return switch (typed) {
      case null -> "";
      case Value.BoolValue bool -> "!!bool ";
      case Value.IntValue number -> "!!int ";
      case Value.BigIntValue number -> "!!int ";
      case Value.FloatValue number -> "!!float ";
      case NullValue none -> "!!null ";
      case Value other -> "";
    };
  }

  /// Returns a value that the document did not have.
  String fresh(Value value, int indent, boolean inFlow) {
    String now = spelling.text(value);
    return switch (value) {
      case MapValue map -> "{}";
      case ListValue list -> "[]";
      case StringValue string when now.indexOf('\n') >= 0 && !inFlow -> literal(now, indent);
      case StringValue string when spelling.isQuoted(string) -> quoted(now);
      case StringValue string when !spelling.isUntagged(string) && !spelling.isTime(string) ->
          plainOrQuoted(now, inFlow);
      default -> plain(now, inFlow);
    };
  }

  /// Returns a string, in quotes if it would be of another type without them.
  static String plainOrQuoted(String text, boolean inFlow) {
    boolean string = ScalarResolver.resolveWithoutWords(Scalar.of(text)) instanceof StringValue;
    return string && !Timestamp.matches(text) ? plain(text, inFlow) : quoted(text);
  }

  /// Returns the text without quotes if that is possible.
  static String plain(String text, boolean inFlow) {
    ScalarAnalysis traits = ScalarAnalysis.of(text);
    boolean separates =
        inFlow && (text.isEmpty() || ",?[]{}:".chars().anyMatch(c -> text.indexOf(c) >= 0));
    if (traits.plainAllowed() && !separates && text.indexOf('\t') < 0) {
      return text;
    }
    return singleQuoted(text);
  }

  static String singleQuoted(String text) {
    return ScalarAnalysis.of(text).singleAllowed() && text.indexOf('\n') < 0
        ? "'" + text.replace("'", "''") + "'"
        : quoted(text);
  }

  static String quoted(String text) {
    var quoted = new StringBuilder("\"");
    text.codePoints().forEach(c -> quoted.append(YamlEscapes.written(c)));
    return quoted.append('"').toString();
  }

  static String literal(String text, int indent) {
    if (UNFIT.matcher(text).find()) {
      return quoted(text);
    }
    var block = new StringBuilder("|").append(indicators(text));
    for (String line : text.split("\n", -1)) {
      block.append('\n').append(line.isEmpty() ? "" : " ".repeat(indent) + line);
    }
    return block.toString();
  }

  /// Returns a folded text. Each line break becomes two, which reading takes back, except before
  /// lines that are indented more: these get an empty line. A text whose first line is indented has
  /// no break doubled.
  static String folded(String text, int indent) {
    if (UNFIT.matcher(text).find()) {
      return quoted(text);
    }
    boolean doubled = !text.replaceFirst("^\\n+", "").matches("(?s)|[ \\t].*");
    var block = new StringBuilder(">").append(indicators(text)).append('\n');
    boolean afterBreak = true;
    boolean isIndented = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n') {
        block.append(doubled && !afterBreak && !isIndented ? "\n\n" : "\n");
      } else {
        if (afterBreak) {
          block.append(" ".repeat(indent));
          isIndented = c == ' ' || c == '\t';
        }
        block.append(c);
      }
      afterBreak = c == '\n';
    }
    return block.toString();
  }

  /// Returns a folded text after go-yaml has written it and read it again, as kustomize does.
  static String refolded(String text) {
    if (UNFIT.matcher(text).find() || SEPARATOR.matcher(text).find()) {
      return text;
    }
    Optional<PositionedValue> read =
        new KyamlDocument("", "text: " + folded(text, STEP), 1).read(new ScalarStyle());
    return read.map(root -> root.value() instanceof MapValue map ? map.text("text") : text)
        .orElse(text);
  }

  private static String indicators(String text) {
    boolean startsBlank = text.startsWith(" ") || text.startsWith("\n");
    String chomping =
        !text.endsWith("\n") ? "-" : text.length() == 1 || text.endsWith("\n\n") ? "+" : "";
    return (startsBlank ? String.valueOf(STEP) : "") + chomping;
  }
}
