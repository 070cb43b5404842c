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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Writes a document again with other values, as kyaml does: maps indented by two spaces, lists not
/// indented, without empty lines, and with the comments and the quotes that it has.
final class EmbeddedYamlText {
  private static final int STEP = 2;

  private final String text;
  private final ScalarStyle spelling;
  private final Lines lines;
  private final ArrayDeque<Comment> comments = new ArrayDeque<>();
  private final TreeSet<Integer> starts = new TreeSet<>();
  private final StringBuilder out = new StringBuilder();

  EmbeddedYamlText(String text, ScalarStyle spelling) {
    this.text = text;
    this.spelling = spelling;
    this.lines = new Lines(text);
  }

  /// A comment with the offset of its `#`.
  private record Comment(int at, String text, boolean ownLine) {}

  String write(YamlNode root, Value changed) {
    var scalars = new ArrayList<Scalar>();
    collect(root, scalars);
    findComments(scalars, end(root));
    comments(start(root), 0, false);
    block(root, changed, 0);
    endLine(end(root));
    if (!comments.isEmpty() && isBlank(lines.start(comments.getFirst().at()) - 1)) {
      out.append('\n');
    }
    while (!comments.isEmpty()) {
      out.append(comments.removeFirst().text()).append('\n');
    }
    return out.toString();
  }

  private void collect(YamlNode node, List<Scalar> scalars) {
    starts.add(node.start());
    switch (node) {
      case Scalar scalar -> scalars.add(scalar);
      case Sequence sequence -> sequence.items().forEach(item -> collect(item, scalars));
      case Mapping mapping ->
          mapping
              .pairs()
              .forEach(pair -> {
                collect(pair.key(), scalars);
                collect(pair.value(), scalars);
              });
      case YamlNode.Alias alias -> {}
    }
  }

  /// Finds the comments of the first document.
  private void findComments(List<Scalar> scalars, int end) {
    int next = 0;
    int last = text.indexOf("\n---", end);
    int stop = last < 0 ? text.length() : last;
    for (int at = text.indexOf('#'); at >= 0 && at < stop; at = text.indexOf('#', at + 1)) {
      while (next < scalars.size() && scalars.get(next).end() <= at) {
        next++;
      }
      boolean inScalar = next < scalars.size() && scalars.get(next).start() <= at;
      boolean separate = at == 0 || " \t\n".indexOf(text.charAt(at - 1)) >= 0;
      if (separate && !inScalar) {
        int lineEnd = lines.end(at);
        int lineStart = text.lastIndexOf('\n', at) + 1;
        boolean own = text.substring(lineStart, at).isBlank();
        comments.add(new Comment(at, text.substring(at, lineEnd).stripTrailing(), own));
        at = lineEnd - 1;
      }
    }
  }

  private static int start(YamlNode node) {
    return node.start();
  }

  private static int end(YamlNode node) {
    return Math.max(node.start(), node.end());
  }

  /// Writes the comments on lines of their own before `offset`.
  ///
  /// @param inline whether the text goes on in the line where they begin
  private void comments(int offset, int indent, boolean inline) {
    boolean first = inline;
    while (!comments.isEmpty() && comments.getFirst().at() < offset) {
      out.append(first ? "" : " ".repeat(indent));
      comment(comments.removeFirst());
      first = false;
    }
    out.append(first ? "" : " ".repeat(indent));
  }

  /// Writes a comment on a line of its own. An empty line stays after comments that are attached to
  /// the line above, and at the start of the document.
  private void comment(Comment comment) {
    out.append(comment.text()).append('\n');
    int after = lines.end(comment.at());
    int above = lines.start(comment.at());
    while (above > 0 && text.startsWith("#", firstOf(lines.start(above - 1)))) {
      above = lines.start(above - 1);
    }
    if (after < text.length() && isBlank(after) && (above == 0 || !isBlank(above - 1))) {
      out.append('\n');
    }
  }

  private int firstOf(int line) {
    int at = line;
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
    return at;
  }

  /// Returns whether the line that contains `at` is empty.
  private boolean isBlank(int at) {
    return at >= 0 && text.substring(lines.start(at), lines.end(at)).isBlank();
  }

  /// Writes the comments below a map or list, in its column, before the next part.
  private void foot(YamlNode node, int end, int indent, int outer) {
    int column = lines.column(node.start());
    Integer next = starts.ceiling(end);
    while (column > outer
        && next != null
        && !comments.isEmpty()
        && comments.getFirst().ownLine()
        && comments.getFirst().at() < next
        && lines.column(comments.getFirst().at()) >= column) {
      out.append(" ".repeat(indent));
      comment(comments.removeFirst());
    }
  }

  /// Ends the line after a part that ends at `offset`, with the comment behind it.
  private void endLine(int offset) {
    Comment next = comments.peekFirst();
    if (next != null
        && !next.ownLine()
        && next.at() >= offset
        && text.substring(offset, next.at()).indexOf('\n') < 0) {
      out.append(' ').append(comments.removeFirst().text());
    }
    if (out.length() > 0 && out.charAt(out.length() - 1) != '\n') {
      out.append('\n');
    }
  }

  /// Writes a node at the current position of the line; its further lines are indented.
  private void block(YamlNode node, Value value, int indent) {
    switch (node) {
      case Mapping mapping when value instanceof MapValue map && !isFlow(mapping, map) ->
          mapping(mapping, map, indent);
      case Sequence sequence when value instanceof ListValue list && !isFlow(sequence, list) ->
          sequence(sequence, list, indent);
      case Mapping mapping when value instanceof MapValue -> out.append(flow(mapping, value));
      case Sequence sequence when value instanceof ListValue -> out.append(flow(sequence, value));
      case Scalar scalar when isScalar(value) -> out.append(scalar(scalar, value, indent, false));
      case YamlNode.Alias alias when value(alias.target()).equals(value) ->
          out.append('*').append(alias.name());
      default -> fresh(value, indent);
    }
  }

  private static boolean isFlow(Mapping mapping, MapValue map) {
    return map.isEmpty() || (mapping.isFlow() && !mapping.pairs().isEmpty());
  }

  private static boolean isFlow(Sequence sequence, ListValue list) {
    return list.isEmpty() || (sequence.isFlow() && !sequence.items().isEmpty());
  }

  private static boolean isScalar(Value value) {
    return !(value instanceof MapValue || value instanceof ListValue);
  }

  private Value value(YamlNode node) {
    return new YamlDecoder(new KyamlScalars(spelling), notice -> {}).read(node).value();
  }

  private void mapping(Mapping mapping, MapValue map, int indent) {
    Set<String> written = new HashSet<>();
    boolean first = true;
    for (Pair pair : mapping.pairs()) {
      String key = key(pair.key());
      Value value = map.entries().get(key);
      if (value == null || !written.add(key)) {
        continue;
      }
      comments(pair.start(), indent, first);
      first = false;
      out.append(raw(pair.key())).append(':');
      entry(pair.value(), value, indent, pair.key());
      endLine(pair.end());
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
  private void entry(YamlNode node, Value value, int indent, YamlNode key) {
    String properties = properties(node);
    out.append(properties.isEmpty() ? "" : " " + properties);
    if (node instanceof Mapping mapping && value instanceof MapValue map && !isFlow(mapping, map)) {
      endLine(key.end());
      comments(mapping.start(), indent + STEP, false);
      mapping(mapping, map, indent + STEP);
      foot(mapping, end(mapping), indent + STEP, lines.column(key.start()));
    } else if (node instanceof Sequence sequence
        && value instanceof ListValue list
        && !isFlow(sequence, list)) {
      endLine(key.end());
      comments(sequence.start(), indent, false);
      sequence(sequence, list, indent);
      foot(sequence, end(sequence), indent, lines.column(key.start()));
    } else if (isEmptyScalar(node, value)) {
      return;
    } else if ((node instanceof Mapping && value instanceof MapValue)
        || (node instanceof Sequence && value instanceof ListValue)
        || isScalar(value)) {
      out.append(' ');
      block(node, value, indent + STEP);
    } else {
      freshEntry(value, indent);
    }
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
        YamlNode item = sequence.items().get(i);
        comments(dash(item), indent, first);
        String properties = properties(item);
        out.append("- ").append(properties.isEmpty() ? "" : properties + " ");
        block(item, value, indent + STEP);
        endLine(end(item));
      }
      first = false;
    }
  }

  /// Returns the offset of the `-` of an item.
  private int dash(YamlNode item) {
    int start = offset(item);
    int at = text.lastIndexOf('-', Math.max(0, start - 1));
    return at < 0 ? start : at;
  }

  /// Returns the offset of a node, before its anchor and tag.
  private int offset(YamlNode node) {
    return Math.min(node.start(), DocumentText.of(text, false).offset(node.place()));
  }

  /// Returns the anchor and the tag of a node.
  private String properties(YamlNode node) {
    int from = offset(node);
    return from < node.start() ? text.substring(from, node.start()).strip() : "";
  }

  private String raw(YamlNode node) {
    return text.substring(offset(node), node.end());
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
    return block.toString();
  }
}
