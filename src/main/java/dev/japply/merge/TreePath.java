package dev.japply.merge;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The path to a value in a tree, with list items identified by their keys.
///
/// @param steps the keys and items from the root, as text
/// @param path the same, with items as `[…]` keys
/// @param value the value in the first tree
record TreePath(List<String> steps, FieldPath path, Node value) {
  private static final Set<String> IDENTITY =
      Set.of("apiVersion", "kind", "metadata.name", "metadata.namespace");

  TreePath {
    steps = List.copyOf(steps);
  }

  TreePath key(String key, Node value) {
    boolean plain = key.indexOf('.') < 0 && key.indexOf('/') < 0;
    String step = plain ? (steps.isEmpty() ? "" : ".") + key : "[" + key + "]";
    return below(step, path.key(key), value);
  }

  TreePath item(String text, Node value) {
    return below("[" + text + "]", path.key("[" + text + "]"), value);
  }

  private TreePath below(String step, FieldPath path, Node value) {
    var more = new ArrayList<>(steps);
    more.add(step);
    return new TreePath(more, path, value);
  }

  String text() {
    return String.join("", steps);
  }

  /// Returns whether the path is part of the object's identity.
  boolean isIdentity() {
    return IDENTITY.contains(text());
  }

  /// Returns whether the paths are equal, or one is the parent of the other.
  boolean overlaps(TreePath other) {
    int common = Math.min(steps.size(), other.steps.size());
    return steps.subList(0, common).equals(other.steps.subList(0, common));
  }
}
