package dev.japply.yaml;

import dev.japply.tree.Value;
import dev.japply.yaml.Part.Written;
import java.util.ArrayList;
import java.util.List;
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
  private final Splices splices = new Splices();

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
    try {
      var merge = new CommentMerge(merged.text(), updated, local);
      Part before = origin == null ? null : origin.whole();
      merge.children(merged.whole(), new Sides(before, updated.whole(), local.whole()));
      String text = merge.splices.apply(merged.text(), 0, merged.text().length());
      return YamlSource.parse(text)
          .filter(read -> read.value().equals(merged.value()))
          .map(read -> text)
          .orElse(merged.text());
    } catch (Unspliceable e) {
      return merged.text();
    }
  }

  /// A part in the versions that were merged; null if a version does not contain it.
  private record Sides(@Nullable Part origin, @Nullable Part updated, @Nullable Part local) {
    Sides at(String key) {
      return new Sides(at(origin, key), at(updated, key), at(local, key));
    }

    private static @Nullable Part at(@Nullable Part part, String key) {
      return part == null ? null : part.at(key);
    }
  }

  private void children(Part merged, Sides sides) {
    if (merged.node().isFlow()) {
      return;
    }
    merged
        .entries()
        .forEach((key, written) -> {
          place(
              Commented.entry(merged, written),
              entry(sides.origin(), key),
              entry(sides.updated(), key),
              entry(sides.local(), key));
          children(written.value(), sides.at(key));
        });
    items(merged.items(), sides);
  }

  private static @Nullable Commented entry(@Nullable Part map, String key) {
    Written written = map == null || map.node().isFlow() ? null : map.entries().get(key);
    return map == null || written == null ? null : Commented.entry(map, written);
  }

  private void items(List<Part> merged, Sides sides) {
    List<Value> values = merged.stream().map(Part::value).toList();
    List<@Nullable Part> before = paired(sides.origin(), values);
    List<@Nullable Part> theirs = paired(sides.updated(), values);
    List<@Nullable Part> ours = paired(sides.local(), values);
    for (int i = 0; i < merged.size(); i++) {
      Commented item = Commented.item(merged.get(i));
      var of = new Sides(before.get(i), theirs.get(i), ours.get(i));
      if (item != null) {
        place(item, item(of.origin()), item(of.updated()), item(of.local()));
      }
      children(merged.get(i), of);
    }
  }

  /// Returns for each of these items the matching one of `list`; null if there is none.
  private static List<@Nullable Part> paired(@Nullable Part list, List<Value> items) {
    List<Part> given = list == null || list.node().isFlow() ? List.of() : list.items();
    int[] pairs = ItemPairs.of(given.stream().map(Part::value).toList(), items);
    var paired = new ArrayList<@Nullable Part>();
    for (int pair : pairs) {
      paired.add(pair < 0 ? null : given.get(pair));
    }
    return paired;
  }

  private static @Nullable Commented item(@Nullable Part item) {
    return item == null ? null : Commented.item(item);
  }

  private void place(
      Commented merged,
      @Nullable Commented origin,
      @Nullable Commented updated,
      @Nullable Commented local) {
    List<String> above = merged(above(origin), above(updated), above(local));
    if (merged.start() >= 0 && !above.equals(merged.above())) {
      putAbove(merged, given(above(origin)), above);
    }
    List<String> behind = merged(behind(origin), behind(updated), behind(local));
    if (merged.end() >= 0) {
      putBehind(merged, String.join(" ", given(behind(origin))), String.join(" ", behind));
    }
  }

  private static @Nullable List<String> above(@Nullable Commented place) {
    return place == null || place.start() < 0 ? null : place.above();
  }

  private static @Nullable List<String> behind(@Nullable Commented place) {
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

  private void putAbove(Commented merged, List<String> origin, List<String> wanted) {
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

  private void putBehind(Commented merged, String origin, String wanted) {
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
}
