package dev.japply.plan;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;

/// Removes a field from a document, with each map and list that becomes empty. An empty map that
/// stays would still claim ownership of the map.
final class FieldRemoval {
  private FieldRemoval() {}

  /// `tree` without the field; the same when it does not have it.
  static MapValue without(FieldReference field, MapValue tree) {
    return field
        .find(tree)
        .map(path -> (MapValue) top(path, tree).put(tree, Missing.MISSING))
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
}
