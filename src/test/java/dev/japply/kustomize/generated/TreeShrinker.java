package dev.japply.kustomize.generated;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Predicate;

/// Takes away from a tree what is not needed to show what it shows: files, and lines with those
/// that are indented below them.
final class TreeShrinker {
  private static final int MOST_TRIES = 400;

  private final Predicate<Tree> shows;
  private int tries;

  TreeShrinker(Predicate<Tree> shows) {
    this.shows = shows;
  }

  Tree shrink(Tree tree) {
    Tree smallest = tree;
    while (tries < MOST_TRIES) {
      Tree smaller = step(smallest);
      if (smaller.files().equals(smallest.files())) {
        return smallest;
      }
      smallest = smaller;
    }
    return smallest;
  }

  private Tree step(Tree tree) {
    Tree smallest = tree;
    for (String name : tree.files().keySet()) {
      var without = new LinkedHashMap<>(smallest.files());
      without.remove(name);
      smallest = smaller(smallest, smallest.with(without));
    }
    for (String name : List.copyOf(smallest.files().keySet())) {
      smallest = shrinkFile(smallest, name);
    }
    return smallest;
  }

  private Tree shrinkFile(Tree tree, String name) {
    Tree smallest = tree;
    int at = 0;
    while (at < lines(smallest, name).size()) {
      var lines = lines(smallest, name);
      var rest = new ArrayList<>(lines.subList(0, at));
      rest.addAll(lines.subList(end(lines, at), lines.size()));
      var changed = new LinkedHashMap<>(smallest.files());
      changed.put(name, rest.isEmpty() ? "" : String.join("\n", rest) + "\n");
      Tree next = smaller(smallest, smallest.with(changed));
      if (next.files().equals(smallest.files())) {
        at++;
      }
      smallest = next;
    }
    return smallest;
  }

  private static List<String> lines(Tree tree, String name) {
    return tree.files().get(name).lines().toList();
  }

  /// Behind the line and those that belong to it.
  private static int end(List<String> lines, int at) {
    int indent = indent(lines.get(at));
    boolean key = lines.get(at).endsWith(":");
    int end = at + 1;
    while (end < lines.size()
        && (indent(lines.get(end)) > indent
            || (key
                && indent(lines.get(end)) == indent
                && lines.get(end).strip().startsWith("- ")))) {
      end++;
    }
    return end;
  }

  private static int indent(String line) {
    return line.length() - line.stripLeading().length();
  }

  private Tree smaller(Tree before, Tree after) {
    return tries++ < MOST_TRIES && shows.test(after) ? after : before;
  }
}
