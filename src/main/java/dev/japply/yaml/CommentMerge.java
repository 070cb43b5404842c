package dev.japply.yaml;

import dev.japply.tree.Value;
import dev.japply.yaml.DocumentPart.Written;
import dev.japply.yaml.YamlNode.Pair;
import dev.japply.yaml.YamlNode.Scalar;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Restores comments in a merged document that were lost with the lines around them: those that
/// either side has at a part that still exists.
///
/// Comments follow the rules of values: a change on one side is taken from that side. If both sides
/// changed a comment, both comments remain, the local one first.
public final class CommentMerge {
  private final YamlSource updated;
  private final YamlSource local;
  private final String text;
  private final Lines lines;
  private final TextEdits splices = new TextEdits();

  private CommentMerge(String text, YamlSource updated, YamlSource local) {
    this.text = text;
    this.updated = updated;
    this.local = local;
    this.lines = new Lines(text);
  }

  /// Returns the text of `merged` with the comments of both sides.
  ///
  /// @param origin the common ancestor; null if there is none
  public static String merge(
      YamlSource merged, @Nullable YamlSource origin, YamlSource updated, YamlSource local) {
    if (hasAllComments(merged, origin, updated, local)) {
      return merged.text();
    }
    try {
      var merge = new CommentMerge(merged.text(), updated, local);
      DocumentPart before = origin == null ? null : origin.whole();
      merge.children(merged.whole(), new Sides(before, updated.whole(), local.whole()));
      String text = merge.splices.apply(merged.text(), 0, merged.text().length());
      return text.equals(merged.text())
          ? text
          : YamlSource.parse(text)
              .filter(read -> read.value().equals(merged.value()))
              .map(read -> text)
              .orElse(merged.text());
    } catch (UneditableException e) {
      return merged.text();
    }
  }

  private static boolean hasComments(YamlSource document) {
    return document.text().indexOf('#') >= 0;
  }

  /// Whether only one side may have comments, and all these lines are in `merged`. Then none is
  /// lost or removed, and no two comments meet; to find their positions takes much longer.
  private static boolean hasAllComments(
      YamlSource merged, @Nullable YamlSource origin, YamlSource updated, YamlSource local) {
    boolean onlyOne = !hasComments(updated) || !hasComments(local);
    return (origin == null || !hasComments(origin))
        && onlyOne
        && hasCommentsOf(updated, merged)
        && hasCommentsOf(local, merged);
  }

  /// Whether all lines of a side that may have a comment are lines of `merged`.
  private static boolean hasCommentsOf(YamlSource side, YamlSource merged) {
    var left = new HashMap<String, Integer>();
    commentLines(merged).forEach(line -> left.merge(line, 1, Integer::sum));
    return commentLines(side).allMatch(line -> left.merge(line, -1, Integer::sum) >= 0);
  }

  private static Stream<String> commentLines(YamlSource document) {
    return document.text().lines().filter(line -> line.indexOf('#') >= 0);
  }

  /// A part in the versions that were merged; null if a version does not contain it.
  private record Sides(
      @Nullable DocumentPart origin, @Nullable DocumentPart updated, @Nullable DocumentPart local) {
    Sides at(String key) {
      return new Sides(at(origin, key), at(updated, key), at(local, key));
    }

    private static @Nullable DocumentPart at(@Nullable DocumentPart part, String key) {
      return part == null ? null : part.at(key);
    }
  }

  private void children(DocumentPart merged, Sides sides) {
    if (merged.node().isFlow()) {
      return;
    }
    merged
        .entries()
        .forEach((key, written) -> {
          place(
              CommentAnchor.entry(merged, written),
              entry(sides.origin(), key),
              entry(sides.updated(), key),
              entry(sides.local(), key));
          children(written.value(), sides.at(key));
        });
    items(merged.items(), sides);
  }

  private static @Nullable CommentAnchor entry(@Nullable DocumentPart map, String key) {
    Written written = map == null || map.node().isFlow() ? null : map.entries().get(key);
    return map == null || written == null ? null : CommentAnchor.entry(map, written);
  }

  private void items(List<DocumentPart> merged, Sides sides) {
    List<Value> values = merged.stream().map(DocumentPart::value).toList();
    List<@Nullable DocumentPart> before = paired(sides.origin(), values);
    List<@Nullable DocumentPart> theirs = paired(sides.updated(), values);
    List<@Nullable DocumentPart> ours = paired(sides.local(), values);
    for (int i = 0; i < merged.size(); i++) {
      CommentAnchor item = CommentAnchor.item(merged.get(i));
      var of = new Sides(before.get(i), theirs.get(i), ours.get(i));
      if (item != null) {
        place(item, item(of.origin()), item(of.updated()), item(of.local()));
      }
      children(merged.get(i), of);
    }
  }

  /// Returns for each of these items the matching one of `list`; null if there is none.
  private static List<@Nullable DocumentPart> paired(
      @Nullable DocumentPart list, List<Value> items) {
    List<DocumentPart> given = list == null || list.node().isFlow() ? List.of() : list.items();
    int[] pairs = ItemPairs.of(given.stream().map(DocumentPart::value).toList(), items);
    var paired = new ArrayList<@Nullable DocumentPart>();
    for (int pair : pairs) {
      paired.add(pair < 0 ? null : given.get(pair));
    }
    return paired;
  }

  private static @Nullable CommentAnchor item(@Nullable DocumentPart item) {
    return item == null ? null : CommentAnchor.item(item);
  }

  private void place(
      CommentAnchor merged,
      @Nullable CommentAnchor origin,
      @Nullable CommentAnchor updated,
      @Nullable CommentAnchor local) {
    List<String> above = merged(above(origin), above(updated), above(local));
    if (merged.start() >= 0 && !above.equals(merged.above())) {
      putAbove(merged, given(above(origin)), above);
    }
    List<String> behind = merged(behind(origin), behind(updated), behind(local));
    if (merged.end() >= 0) {
      putBehind(merged, String.join(" ", given(behind(origin))), String.join(" ", behind));
    }
  }

  private static @Nullable List<String> above(@Nullable CommentAnchor place) {
    return place == null || place.start() < 0 ? null : place.above();
  }

  private static @Nullable List<String> behind(@Nullable CommentAnchor place) {
    if (place == null || place.end() < 0) {
      return null;
    }
    return place.behind().isEmpty() ? List.of() : List.of(place.behind().strip());
  }

  private static List<String> given(@Nullable List<String> comments) {
    return comments == null ? List.of() : comments;
  }

  private static List<String> merged(
      @Nullable List<String> origin, @Nullable List<String> updated, @Nullable List<String> local) {
    List<String> before = given(origin);
    List<String> ours = local == null ? updated == null ? before : updated : local;
    List<String> theirs = updated == null ? ours : updated;
    if (theirs.equals(before)) {
      return ours;
    }
    if (ours.equals(before)) {
      return theirs;
    }
    var both = new ArrayList<>(ours);
    theirs.stream().filter(c -> !before.contains(c) && !ours.contains(c)).forEach(both::add);
    return both;
  }

  private void putAbove(CommentAnchor merged, List<String> origin, List<String> wanted) {
    boolean replaces = merged.above().equals(origin);
    List<String> missing =
        wanted.stream().filter(c -> !merged.above().contains(c) && isMissing(c)).toList();
    List<String> kept = new ArrayList<>(replaces ? wanted : merged.above());
    kept.removeIf(c -> !merged.above().contains(c) && !missing.contains(c));
    if (!replaces) {
      kept.addAll(missing);
    }
    if (!kept.equals(merged.above())) {
      String indent = " ".repeat(lines.column(merged.start()));
      var block = new StringBuilder();
      kept.forEach(comment -> block.append(indent).append(comment).append('\n'));
      splices.replace(
          lines.withComments(merged.start()), lines.start(merged.start()), block.toString());
    }
  }

  private void putBehind(CommentAnchor merged, String origin, String wanted) {
    String now = merged.behind().strip();
    boolean isNew = !wanted.isEmpty() && !now.contains(wanted) && isMissing(wanted);
    if (now.equals(wanted) || (!isNew && !(wanted.isEmpty() && now.equals(origin)))) {
      return;
    }
    boolean replaces = now.isEmpty() || now.equals(origin) || wanted.contains(now);
    String comment = replaces ? wanted : now + " " + wanted;
    String blanks = merged.behind().substring(0, merged.behind().length() - now.length());
    splices.replace(
        merged.end(),
        merged.end() + merged.behind().length(),
        comment.isEmpty() ? "" : (blanks.isEmpty() ? " " : blanks) + comment);
  }

  /// Returns whether the merged text has fewer copies of a comment than one of the sides.
  private boolean isMissing(String comment) {
    int most = Math.max(count(updated.text(), comment), count(local.text(), comment));
    return count(text, comment) < Math.max(1, most);
  }

  private static int count(String text, String comment) {
    return (int) text.lines().filter(line -> line.stripTrailing().endsWith(comment)).count();
  }

  /// An entry of a map, or an item of a list, as a position for comments.
  ///
  /// @param start its start if it is the first in its line; else -1, and it has no comment above
  /// @param above the comments in the lines directly above it, without surrounding blanks
  /// @param end the position for a comment after it in its line; -1 if none is possible
  /// @param behind the comment after it, including the blanks before it; empty if there is none
  private record CommentAnchor(int start, List<String> above, int end, String behind) {
    CommentAnchor {
      above = List.copyOf(above);
    }

    /// Creates the position of an entry of a block map.
    static CommentAnchor entry(DocumentPart map, Written written) {
      Pair entry = written.entry();
      int colon = map.text().indexOf(':', entry.key().end()) + 1;
      return of(map.text(), entry.start(), endOfLine(map.text(), entry.value(), colon));
    }

    /// Creates the position of an item of a block list; null if its dash is not found.
    static @Nullable CommentAnchor item(DocumentPart item) {
      String text = item.text();
      int dash = text.lastIndexOf('-', item.node().start() - 1);
      if (dash < new Lines(text).start(item.node().start())) {
        return null;
      }
      boolean inLine = item.node() instanceof Scalar || item.node().isFlow();
      int end = inLine ? endOfLine(text, item.node(), dash + 1) : -1;
      return of(text, dash, end);
    }

    private static CommentAnchor of(String text, int start, int end) {
      var lines = new Lines(text);
      boolean first = lines.isFirst(start);
      List<String> above =
          first
              ? text.substring(lines.withComments(start), lines.start(start))
                  .lines()
                  .map(String::strip)
                  .toList()
              : List.of();
      String behind = end < 0 ? "" : lines.trailingComment(end);
      boolean open = end >= 0 && !text.substring(end, lines.end(end)).isBlank() && behind.isEmpty();
      return new CommentAnchor(first ? start : -1, above, open ? -1 : end, behind);
    }

    /// Returns the end of the value if it is in the line of `at`, or `at` if it is below; -1 if no
    /// comment can follow in its lines.
    private static int endOfLine(String text, YamlNode value, int at) {
      if (value instanceof Scalar scalar && scalar.style().isBlock()) {
        return -1;
      }
      int end = new Lines(text).end(at);
      boolean below = value.start() >= end;
      return below ? at : value.end() > end ? -1 : Math.max(at, value.end());
    }
  }
}
