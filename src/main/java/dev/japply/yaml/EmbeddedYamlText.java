package dev.japply.yaml;

import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.YamlNode.Mapping;
import dev.japply.yaml.YamlNode.Pair;
import dev.japply.yaml.YamlNode.Scalar;
import dev.japply.yaml.YamlNode.Sequence;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;

/// Writes a document again with other values, as kyaml does: maps indented by two spaces, lists not
/// indented, without empty lines, and with the comments and the quotes that it has.
final class EmbeddedYamlText {
  private static final int STEP = 2;

  private final String text;
  private final YamlNode root;
  private final ScalarStyle spelling;
  private final Value put;
  private final Lines lines;
  private final EmbeddedComments comments;
  private final StringBuilder out = new StringBuilder();

  /// @param put the value that was put into the document: a map or list that it replaces loses its
  ///   comments
  EmbeddedYamlText(String text, YamlNode root, ScalarStyle spelling, Value put) {
    this.text = text;
    this.root = root;
    this.spelling = spelling;
    this.put = put;
    this.lines = new Lines(text);
    this.comments = new EmbeddedComments(text, root, out);
  }

  String write(Value changed) {
    headComments(root, changed, 0);
    int from = out.length();
    block(root, changed, 0, lines.column(root.start()));
    comments.endLine(comments.takeBehind(EmbeddedComments.end(root)), from);
    comments.writeRest();
    return out.toString();
  }

  /// Writes the comments on lines of their own before a node. A list whose first item is replaced
  /// loses them with the item.
  private void headComments(YamlNode node, Value value, int indent) {
    if (node instanceof Sequence sequence
        && value instanceof ListValue list
        && !sequence.isFlow()
        && isFirstReplaced(sequence, list)) {
      comments.dropBefore(node.start());
    }
    comments.writeBefore(node.start(), indent, false);
  }

  private boolean isFirstReplaced(Sequence sequence, ListValue list) {
    return !sequence.items().isEmpty()
        && !list.isEmpty()
        && isReplaced(sequence.items().getFirst(), list.items().getFirst());
  }

  /// Returns whether the node is a map or a list, and another value was put in its place.
  @SuppressWarnings("ReferenceEquality") // an equal value has the comments of the node
  private boolean isReplaced(YamlNode node, Value value) {
    return switch (node) {
      case Mapping mapping -> value == put || !(value instanceof MapValue);
      case Sequence sequence -> value == put || !(value instanceof ListValue);
      default -> false;
    };
  }

  /// Writes a node at the current position of the line; its further lines are indented.
  ///
  /// @param outer the column of the part around it
  private void block(YamlNode node, Value value, int indent, int outer) {
    switch (node) {
      case Mapping mapping when value instanceof MapValue map && !isFlow(mapping, map) ->
          mapping(mapping, map, indent, outer);
      case Sequence sequence when value instanceof ListValue list && !isFlow(sequence, list) ->
          sequence(sequence, list, indent);
      case Mapping mapping when value instanceof MapValue -> out.append(flow(mapping, value));
      case Sequence sequence when value instanceof ListValue -> out.append(flow(sequence, value));
      case Scalar scalar when isScalar(value) -> out.append(scalar(scalar, value, indent, false));
      case YamlNode.Alias alias when isUnchanged(alias, value) ->
          out.append('*').append(alias.name());
      default -> fresh(value, indent);
    }
  }

  private static boolean isFlow(Mapping mapping, MapValue map) {
    return map.isEmpty() || mapping.isFlow();
  }

  private static boolean isFlow(Sequence sequence, ListValue list) {
    return list.isEmpty() || sequence.isFlow();
  }

  private static boolean isBlock(YamlNode node, Value value) {
    return switch (node) {
      case Mapping mapping -> value instanceof MapValue map && !isFlow(mapping, map);
      case Sequence sequence -> value instanceof ListValue list && !isFlow(sequence, list);
      default -> false;
    };
  }

  private static boolean isScalar(Value value) {
    return !(value instanceof MapValue || value instanceof ListValue);
  }

  private Value value(YamlNode node) {
    return new YamlDecoder(new KyamlScalars(spelling), notice -> {}).read(node).value();
  }

  /// @param outer the column of the part around it
  private void mapping(Mapping mapping, MapValue map, int indent, int outer) {
    Set<String> written = new HashSet<>();
    boolean first = true;
    for (Pair pair : mapping.pairs()) {
      String key = key(pair.key());
      Value value = map.entries().get(key);
      if (value == null || !written.add(key)) {
        continue;
      }
      comments.writeBefore(pair.start(), indent, first);
      first = false;
      out.append(raw(pair.key())).append(':');
      entry(pair, value, indent);
    }
    if (written.size() < map.entries().size() && comments.isFoot(mapping, outer)) {
      comments.writeBelow(mapping, indent, outer);
      out.append('\n');
    }
    for (var entry : map.entries().entrySet()) {
      if (!written.contains(entry.getKey())) {
        out.append(first ? "" : " ".repeat(indent));
        first = false;
        out.append(plainOrQuoted(entry.getKey(), false)).append(':');
        freshEntry(entry.getValue(), indent);
      }
    }
  }

  private static String key(YamlNode key) {
    return switch (key) {
      case Scalar scalar -> scalar.text();
      case YamlNode.Alias alias -> key(alias.target());
      case Mapping mapping -> "";
      case Sequence sequence -> "";
    };
  }

  /// Writes the value of an entry behind its colon.
  private void entry(Pair pair, Value value, int indent) {
    YamlNode key = pair.key();
    YamlNode node = pair.value();
    int column = lines.column(key.start());
    int from = out.length();
    comments.readOfKey(key, node);
    if (isReplaced(node, value)) {
      comments.dropOf(node, column);
      freshEntry(value, indent);
      comments.endLine(comments.takeOfKey(), from);
      return;
    }
    String properties = properties(node);
    out.append(properties.isEmpty() ? "" : " " + properties);
    if (node instanceof Mapping mapping && value instanceof MapValue map && !isFlow(mapping, map)) {
      comments.endLine(comments.takeOfEntry(key.end(), key.end()), from);
      comments.writeBefore(mapping.start(), indent + STEP, false);
      mapping(mapping, map, indent + STEP, column);
      comments.writeBelow(mapping, indent + STEP, column);
    } else if (node instanceof Sequence sequence
        && value instanceof ListValue list
        && !isFlow(sequence, list)) {
      comments.endLine(comments.takeOfEntry(key.end(), key.end()), from);
      headComments(sequence, list, indent);
      sequence(sequence, list, indent);
      comments.writeBelow(sequence, indent, column);
    } else {
      boolean isFlow = node instanceof Mapping || node instanceof Sequence;
      if (!isFlow && !isScalar(value) && !isUnchanged(node, value)) {
        freshEntry(value, indent);
      } else if (!isEmptyScalar(node, value)) {
        out.append(' ');
        block(node, value, indent + STEP, column);
      }
      comments.endLine(
          isFlow
              ? comments.takeBehind(EmbeddedComments.end(node))
              : comments.takeOfEntry(comments.offset(node), EmbeddedComments.end(node)),
          from);
    }
  }

  private boolean isUnchanged(YamlNode node, Value value) {
    return node instanceof YamlNode.Alias alias && value(alias.target()).equals(value);
  }

  private static boolean isEmptyScalar(YamlNode node, Value value) {
    return node instanceof Scalar scalar && scalar.isOmitted() && value instanceof NullValue;
  }

  private void sequence(Sequence sequence, ListValue list, int indent) {
    boolean first = true;
    for (int i = 0; i < list.size(); i++) {
      Value value = list.items().get(i);
      if (i >= sequence.items().size()) {
        out.append(first ? "" : " ".repeat(indent)).append("- ");
        fresh(value, indent + STEP);
        endFreshLine();
      } else {
        item(sequence.items().get(i), value, indent, first);
      }
      first = false;
    }
  }

  private void item(YamlNode item, Value value, int indent, boolean inline) {
    boolean isReplaced = isReplaced(item, value);
    if (isReplaced) {
      comments.dropBefore(dash(item));
    }
    comments.writeBefore(
        item instanceof Scalar ? comments.offset(item) : dash(item), indent, inline);
    int from = out.length();
    if (isReplaced) {
      out.append("- ");
      comments.dropOf(item, lines.column(dash(item)));
      fresh(value, indent + STEP);
      endFreshLine();
      return;
    }
    String properties = properties(item);
    out.append("- ").append(properties);
    if (!properties.isEmpty()) {
      out.append(isBlock(item, value) ? "\n" + " ".repeat(indent + STEP) : " ");
    }
    int outer = lines.column(dash(item));
    block(item, value, indent + STEP, outer);
    comments.endLine(
        comments.takeWithin(
            item instanceof Scalar ? item.start() : EmbeddedComments.end(item),
            EmbeddedComments.end(item)),
        from);
    if (isBlock(item, value)) {
      comments.writeBelow(item, indent + STEP, outer);
    }
  }

  /// Returns the offset of the `-` of an item.
  private int dash(YamlNode item) {
    int start = comments.offset(item);
    int at = text.lastIndexOf('-', Math.max(0, start - 1));
    return at < 0 ? start : at;
  }

  /// Returns the anchor and the tag of a node.
  private String properties(YamlNode node) {
    int from = comments.offset(node);
    return from < node.start() ? text.substring(from, node.start()).strip() : "";
  }

  private String raw(YamlNode node) {
    return text.substring(comments.offset(node), node.end());
  }

  private String flow(YamlNode node, Value value) {
    return switch (node) {
      case Mapping mapping when value instanceof MapValue map -> {
        var parts = new ArrayList<String>();
        Set<String> written = new HashSet<>();
        for (Pair pair : mapping.pairs()) {
          Value item = map.entries().get(key(pair.key()));
          if (item != null && written.add(key(pair.key()))) {
            parts.add(raw(pair.key()) + ": " + flow(pair.value(), item));
          }
        }
        map.entries()
            .forEach((key, item) -> {
              if (!written.contains(key)) {
                parts.add(plainOrQuoted(key, true) + ": " + freshFlow(item));
              }
            });
        yield "{" + String.join(", ", parts) + "}";
      }
      case Sequence sequence when value instanceof ListValue list -> {
        var parts = new ArrayList<String>();
        for (int i = 0; i < list.size(); i++) {
          Value item = list.items().get(i);
          parts.add(
              i < sequence.items().size() ? flow(sequence.items().get(i), item) : freshFlow(item));
        }
        yield "[" + String.join(", ", parts) + "]";
      }
      case Scalar scalar when isScalar(value) -> scalar(scalar, value, 0, true);
      case YamlNode.Alias alias when isUnchanged(alias, value) -> "*" + alias.name();
      default -> freshFlow(value);
    };
  }

  private String scalar(Scalar node, Value value, int indent, boolean inFlow) {
    String now = spelling.text(value);
    String tag = node.tag().isEmpty() ? tag(value) : "";
    if (now.equals(node.text()) && tag.isEmpty()) {
      String raw = text.substring(node.start(), node.end());
      if (raw.indexOf('\n') < 0) {
        return raw;
      }
    }
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

  /// Writes a value that the document did not have, behind the colon of its key.
  private void freshEntry(Value value, int indent) {
    switch (value) {
      case MapValue map when !map.isEmpty() -> {
        out.append('\n').append(" ".repeat(indent + STEP));
        fresh(map, indent + STEP);
      }
      case ListValue list when !list.isEmpty() -> {
        out.append('\n').append(" ".repeat(indent));
        fresh(list, indent);
      }
      default -> {
        out.append(' ');
        fresh(value, indent + STEP);
      }
    }
    endFreshLine();
  }

  private void endFreshLine() {
    if (out.charAt(out.length() - 1) != '\n') {
      out.append('\n');
    }
  }

  private void fresh(Value value, int indent) {
    switch (value) {
      case MapValue map when !map.isEmpty() -> {
        boolean first = true;
        for (var entry : map.entries().entrySet()) {
          out.append(first ? "" : " ".repeat(indent));
          first = false;
          out.append(plainOrQuoted(entry.getKey(), false)).append(':');
          freshEntry(entry.getValue(), indent);
        }
      }
      case ListValue list when !list.isEmpty() -> {
        boolean first = true;
        for (Value item : list.items()) {
          out.append(first ? "" : " ".repeat(indent)).append("- ");
          first = false;
          fresh(item, indent + STEP);
          endFreshLine();
        }
      }
      default -> out.append(freshScalar(value, indent, false));
    }
  }

  private String freshFlow(Value value) {
    return switch (value) {
      case MapValue map -> {
        var parts = new ArrayList<String>();
        map.entries()
            .forEach((key, item) -> parts.add(plainOrQuoted(key, true) + ": " + freshFlow(item)));
        yield "{" + String.join(", ", parts) + "}";
      }
      case ListValue list ->
          "[" + String.join(", ", list.items().stream().map(this::freshFlow).toList()) + "]";
      default -> freshScalar(value, 0, true);
    };
  }

  private String freshScalar(Value value, int indent, boolean inFlow) {
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
  private static String plainOrQuoted(String text, boolean inFlow) {
    boolean string = ScalarResolver.resolveWithoutWords(Scalar.of(text)) instanceof StringValue;
    return string && !Timestamp.matches(text) ? plain(text, inFlow) : quoted(text);
  }

  /// Returns the text without quotes if that is possible.
  private static String plain(String text, boolean inFlow) {
    ScalarAnalysis traits = ScalarAnalysis.of(text);
    boolean separates =
        inFlow && (text.isEmpty() || ",?[]{}:".chars().anyMatch(c -> text.indexOf(c) >= 0));
    if (traits.plainAllowed() && !separates && text.indexOf('\t') < 0) {
      return text;
    }
    return singleQuoted(text);
  }

  private static String singleQuoted(String text) {
    return ScalarAnalysis.of(text).singleAllowed() && text.indexOf('\n') < 0
        ? "'" + text.replace("'", "''") + "'"
        : quoted(text);
  }

  private static String quoted(String text) {
    var quoted = new StringBuilder("\"");
    text.codePoints().forEach(c -> quoted.append(YamlEscapes.written(c)));
    return quoted.append('"').toString();
  }

  private static String literal(String text, int indent) {
    if (!ScalarAnalysis.of(text).blockAllowed()) {
      return quoted(text);
    }
    var block = new StringBuilder("|");
    block.append(text.startsWith(" ") || text.startsWith("\n") ? String.valueOf(STEP) : "");
    block.append(
        !text.endsWith("\n") ? "-" : text.length() == 1 || text.endsWith("\n\n") ? "+" : "");
    for (String line : text.split("\n", -1)) {
      block.append('\n').append(line.isEmpty() ? "" : " ".repeat(indent) + line);
    }
    return block.toString();
  }

  /// Returns a folded text, with an empty line at each line break.
  private static String folded(String text, int indent) {
    String literal = literal(text, indent);
    if (!literal.startsWith("|")) {
      return literal;
    }
    int header = literal.indexOf('\n');
    var block = new StringBuilder(">").append(literal, 1, header);
    boolean breaks = true;
    boolean leading = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n') {
        block.append(!breaks && !leading ? "\n" : "").append(breaks && i > 0 ? "\n" : "");
        breaks = true;
      } else {
        if (breaks) {
          leading = c == ' ';
          block.append('\n').append(" ".repeat(indent));
        }
        block.append(c);
        breaks = false;
      }
    }
    return block.append(text.endsWith("\n") ? "\n" : "").toString();
  }
}
