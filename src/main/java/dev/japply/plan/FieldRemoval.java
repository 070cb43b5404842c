package dev.japply.plan;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;

/// Removes a field from a document, with each map and list that becomes empty. An empty map that
/// stays would still claim ownership of the map.
final class FieldRemoval {
  private FieldRemoval() {}

  /// `tree` without the field; the same when it does not have it.
  static MapValue without(FieldReference field, MapValue tree) {
    return field
        .find(tree)
        .map(path -> (MapValue) replaced(top(path, tree), tree, Missing.MISSING))
        .orElse(tree);
  }

  /// Returns the path to remove for `path`: the highest map or list that has nothing else.
  static FieldPath top(FieldPath path, MapValue tree) {
    FieldPath top = path;
    while (!(top.parentPath() instanceof FieldPath.Root) && size(top.parentPath().in(tree)) == 1) {
      top = top.parentPath();
    }
    return top;
  }

  private static int size(Node node) {
    return switch (node) {
      case MapValue map -> map.entries().size();
      case ListValue list -> list.size();
      default -> 0;
    };
  }

  /// `tree` with `with` at `path`; the same where it lacks the map or list around it. An item that
  /// it lacks comes last.
  static Node replaced(FieldPath path, Node tree, Node with) {
    return switch (path) {
      case FieldPath.Root root -> with;
      case FieldPath.Key(FieldPath parent, String key) ->
          parent.in(tree) instanceof MapValue map
              ? replaced(
                  parent,
                  tree,
                  with instanceof Value value ? map.with(key, value) : map.without(key))
              : tree;
      case FieldPath.Index(FieldPath parent, int index) ->
          parent.in(tree) instanceof ListValue list
              ? replaced(parent, tree, replaced(list, index, with))
              : tree;
      case FieldPath.Item(FieldPath parent, Value identity) ->
          replaced(
              path.in(tree) instanceof Missing
                  ? parent.index(size(parent.in(tree)))
                  : path.numberedIn(tree),
              tree,
              with);
    };
  }

  private static ListValue replaced(ListValue list, int index, Node with) {
    var items = new ArrayList<>(list.items());
    if (index < items.size()) {
      items.remove(index);
    }
    if (with instanceof Value value) {
      items.add(Math.min(index, items.size()), value);
    }
    return new ListValue(items);
  }
}
