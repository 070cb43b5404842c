package dev.japply.yaml;

import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
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
import org.jspecify.annotations.Nullable;

/// Writes a document again with other values, as kyaml does: maps indented by two spaces, lists not
/// indented, without empty lines, and with the comments and the quotes that it has.
final class EmbeddedYamlText {
  private static final int STEP = 2;

  private final String text;
  private final YamlNode root;
  private final ScalarStyle spelling;
  private final KyamlScalarText scalars;
  private final Value put;
  private final Lines lines;
  private final Comments comments;
  private final StringBuilder out = new StringBuilder();

  /// @param put the value that was put into the document: a map or list that it replaces loses its
  ///   comments
  EmbeddedYamlText(String text, YamlNode root, ScalarStyle spelling, Value put) {
    this.text = text;
    this.root = root;
    this.spelling = spelling;
    this.scalars = new KyamlScalarText(spelling);
    this.put = put;
    this.lines = new Lines(text);
    this.comments = new Comments(text, root, out);
  }

  String write(Value changed) {
    headComments(root, changed, 0);
    int from = out.length();
    block(root, changed, 0, lines.column(root.start()));
    comments.endLine(comments.takeBehind(Comments.end(root)), from);
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
          sequence(sequence.items(), list, indent);
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
    freshEntries(map, written, indent);
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
      sequence(sequence.items(), list, indent);
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
              ? comments.takeBehind(Comments.end(node))
              : comments.takeOfEntry(comments.offset(node), Comments.end(node)),
          from);
    }
  }

  private boolean isUnchanged(YamlNode node, Value value) {
    return node instanceof YamlNode.Alias alias && value(alias.target()).equals(value);
  }

  private static boolean isEmptyScalar(YamlNode node, Value value) {
    return node instanceof Scalar scalar && scalar.isOmitted() && value instanceof NullValue;
  }

  /// @param items the items that the document has
  private void sequence(List<YamlNode> items, ListValue list, int indent) {
    for (int i = 0; i < list.size(); i++) {
      Value value = list.items().get(i);
      if (i < items.size()) {
        item(items.get(i), value, indent, i == 0);
      } else {
        out.append(i == 0 ? "" : " ".repeat(indent)).append("- ");
        fresh(value, indent + STEP);
        endFreshLine();
      }
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
            item instanceof Scalar ? item.start() : Comments.end(item), Comments.end(item)),
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

  /// @param node null if the document does not have the value
  private String flow(@Nullable YamlNode node, Value value) {
    if (node instanceof YamlNode.Alias alias && isUnchanged(alias, value)) {
      return "*" + alias.name();
    }
    return switch (value) {
      case MapValue map -> {
        var parts = new ArrayList<String>();
        Set<String> written = new HashSet<>();
        for (Pair pair : node instanceof Mapping mapping ? mapping.pairs() : List.<Pair>of()) {
          Value item = map.entries().get(key(pair.key()));
          if (item != null && written.add(key(pair.key()))) {
            parts.add(raw(pair.key()) + ": " + flow(pair.value(), item));
          }
        }
        map.entries()
            .forEach((key, item) -> {
              if (!written.contains(key)) {
                parts.add(KyamlScalarText.plainOrQuoted(key, true) + ": " + flow(null, item));
              }
            });
        yield "{" + String.join(", ", parts) + "}";
      }
      case ListValue list -> {
        List<YamlNode> items = node instanceof Sequence sequence ? sequence.items() : List.of();
        var parts = new ArrayList<String>();
        for (int i = 0; i < list.size(); i++) {
          parts.add(flow(i < items.size() ? items.get(i) : null, list.items().get(i)));
        }
        yield "[" + String.join(", ", parts) + "]";
      }
      default ->
          node instanceof Scalar scalar
              ? scalar(scalar, value, 0, true)
              : scalars.fresh(value, 0, true);
    };
  }

  private String scalar(Scalar node, Value value, int indent, boolean inFlow) {
    String raw = text.substring(node.start(), node.end());
    boolean stays =
        raw.indexOf('\n') < 0
            && spelling.text(value).equals(node.text())
            && !scalars.isTagged(node, value);
    return stays ? raw : scalars.like(node, value, indent, inFlow);
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
      case MapValue map when !map.isEmpty() -> freshEntries(map, Set.of(), indent);
      case ListValue list when !list.isEmpty() -> sequence(List.of(), list, indent);
      default -> out.append(scalars.fresh(value, indent, false));
    }
  }

  /// Writes the entries of a map that are not written yet.
  private void freshEntries(MapValue map, Set<String> written, int indent) {
    boolean first = written.isEmpty();
    for (var entry : map.entries().entrySet()) {
      if (!written.contains(entry.getKey())) {
        out.append(first ? "" : " ".repeat(indent));
        first = false;
        out.append(KyamlScalarText.plainOrQuoted(entry.getKey(), false)).append(':');
        freshEntry(entry.getValue(), indent);
      }
    }
  }

  /// The comments of a document that is written again by [EmbeddedYamlText], in the places where
  /// kyaml writes them.
  private static final class Comments {
    private final String text;
    private final Lines lines;
    private final StringBuilder out;

    /// The comments that are not written yet.
    private final ArrayDeque<Comment> comments = new ArrayDeque<>();

    private final TreeSet<Integer> starts = new TreeSet<>();

    /// The comment behind the last key whose value begins on another line; empty if there is none.
    /// A value in braces, or with a comment of its own, leaves it to the next entry, as in go-yaml.
    private String keyComment = "";

    /// @param out receives the comments
    Comments(String text, YamlNode root, StringBuilder out) {
      this.text = text;
      this.lines = new Lines(text);
      this.out = out;
      var scalars = new ArrayList<Scalar>();
      collect(root, scalars);
      findComments(scalars, end(root));
    }

    /// A comment with the offset of its `#`.
    private record Comment(int at, String text, boolean ownLine) {}

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
        boolean inScalar = next < scalars.size() && contentStart(scalars.get(next)) <= at;
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

    /// Returns the offset of the text of a scalar, which for a block is the line after its header.
    private int contentStart(Scalar scalar) {
      return switch (scalar.style()) {
        case LITERAL, FOLDED -> lines.end(scalar.start());
        default -> scalar.start();
      };
    }

    static int end(YamlNode node) {
      return Math.max(node.start(), node.end());
    }

    /// Returns the offset of a node, before its anchor and tag.
    int offset(YamlNode node) {
      return Math.min(node.start(), DocumentText.of(text, false).offset(node.place()));
    }

    /// Writes the comments on lines of their own before `offset`.
    ///
    /// @param inline whether the text goes on in the line where they begin
    void writeBefore(int offset, int indent, boolean inline) {
      boolean first = inline;
      while (!comments.isEmpty() && comments.getFirst().at() < offset) {
        out.append(first ? "" : " ".repeat(indent));
        comment(comments.removeFirst());
        first = false;
      }
      out.append(first ? "" : " ".repeat(indent));
    }

    /// Writes a comment on a line of its own. An empty line stays after comments that are attached
    /// to the line above, and at the start of the document.
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
    void writeBelow(YamlNode node, int indent, int outer) {
      while (isFoot(node, outer)) {
        out.append(" ".repeat(indent)).append(comments.removeFirst().text()).append('\n');
      }
    }

    /// Returns whether the next comment is below a map or list, in its column, before the next
    /// part.
    ///
    /// @param outer the column of the part around it
    boolean isFoot(YamlNode node, int outer) {
      int column = lines.column(node.start());
      Integer next = starts.ceiling(end(node));
      Comment comment = comments.peekFirst();
      return column > outer
          && comment != null
          && comment.ownLine()
          && (next == null || comment.at() < next)
          && lines.column(comment.at()) >= column;
    }

    /// Ends the line of a part with a comment, which comes behind the header of a block.
    ///
    /// @param comment empty if there is none
    /// @param from start of the line in the output
    void endLine(String comment, int from) {
      if (!comment.isEmpty()) {
        int line = out.indexOf("\n", from);
        out.insert(line < 0 ? out.length() : line, " " + comment);
      }
      if (out.length() > 0 && out.charAt(out.length() - 1) != '\n') {
        out.append('\n');
      }
    }

    /// Takes the comment in or behind a part; empty if there is none.
    String takeWithin(int begin, int end) {
      return isBehind(begin, end) ? comments.removeFirst().text() : "";
    }

    /// Takes the comment behind a part; empty if there is none.
    String takeBehind(int end) {
      return takeWithin(end, end);
    }

    /// Returns whether the next comment is in or behind a part.
    private boolean isBehind(int begin, int end) {
      Comment next = comments.peekFirst();
      return next != null
          && !next.ownLine()
          && next.at() >= begin
          && (next.at() < end || text.substring(Math.max(0, end - 1), next.at()).indexOf('\n') < 0);
    }

    /// Takes the comment behind a key whose value begins on another line.
    void readOfKey(YamlNode key, YamlNode value) {
      Comment next = comments.peekFirst();
      if (next != null && !next.ownLine() && next.at() >= key.end() && next.at() < offset(value)) {
        keyComment = comments.removeFirst().text();
      }
    }

    /// Returns the comment behind a key, once; empty if there is none.
    String takeOfKey() {
      String comment = keyComment;
      keyComment = "";
      return comment;
    }

    /// Takes the comment of an entry; empty if there is none.
    String takeOfEntry(int begin, int end) {
      String own = takeWithin(begin, end);
      return own.isEmpty() ? takeOfKey() : own;
    }

    /// Drops the comments before `offset`.
    void dropBefore(int offset) {
      while (!comments.isEmpty() && comments.getFirst().at() < offset) {
        comments.removeFirst();
      }
    }

    /// Drops the comments of a node that is replaced: in it, behind it, and below it in its column.
    void dropOf(YamlNode node, int outer) {
      dropBefore(end(node));
      while (isBehind(end(node), end(node)) || isFoot(node, outer)) {
        comments.removeFirst();
      }
    }

    /// Writes the comments that are left, at the end of the document.
    void writeRest() {
      if (!comments.isEmpty()
          && isBlank(lines.start(comments.getFirst().at()) - 1)
          && !(out.length() > 1 && out.charAt(out.length() - 2) == '\n')) {
        out.append('\n');
      }
      while (!comments.isEmpty()) {
        out.append(comments.removeFirst().text()).append('\n');
      }
    }
  }
}
