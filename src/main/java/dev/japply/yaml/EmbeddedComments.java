package dev.japply.yaml;

import dev.japply.yaml.YamlNode.Mapping;
import dev.japply.yaml.YamlNode.Scalar;
import dev.japply.yaml.YamlNode.Sequence;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// The comments of a document that is written again by [EmbeddedYamlText], in the places where
/// kyaml writes them.
final class EmbeddedComments {
  private final String text;
  private final Lines lines;
  private final StringBuilder out;

  /// The comments that are not written yet.
  private final ArrayDeque<Comment> comments = new ArrayDeque<>();

  private final TreeSet<Integer> starts = new TreeSet<>();

  /// The comment behind the last key whose value begins on another line; empty if there is none. A
  /// value in braces, or with a comment of its own, leaves it to the next entry, as in go-yaml.
  private String keyComment = "";

  /// @param out receives the comments
  EmbeddedComments(String text, YamlNode root, StringBuilder out) {
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
  void writeBelow(YamlNode node, int indent, int outer) {
    while (isFoot(node, outer)) {
      out.append(" ".repeat(indent)).append(comments.removeFirst().text()).append('\n');
    }
  }

  /// Returns whether the next comment is below a map or list, in its column, before the next part.
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
