package dev.japply.plan;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;

/// Takes a field out of a document, and with it each map and list that it leaves empty: an empty
/// map that stays would still say that the map is ours.
final class FieldRemoval {
  private FieldRemoval() {}

  /// `tree` without the field; the same when it does not have it.
  static MapValue without(FieldReference field, MapValue tree) {
    return field
        .find(tree)
        .map(path -> (MapValue) replaced(top(path, tree), tree, Missing.MISSING))
        .orElse(tree);
  }

  /// What goes with the field at `path`: the highest map or list that has nothing else.
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

  private static Node replaced(FieldPath path, Node tree, Node with) {
    return switch (path) {
      case FieldPath.Root root -> with;
      case FieldPath.Key(FieldPath parent, String key) -> {
        MapValue map = (MapValue) parent.in(tree);
        yield replaced(
            parent, tree, with instanceof Value value ? map.with(key, value) : map.without(key));
      }
      case FieldPath.Index(FieldPath parent, int index) -> {
        var items = new ArrayList<>(((ListValue) parent.in(tree)).items());
        if (with instanceof Value value) {
          items.set(index, value);
        } else {
          items.remove(index);
        }
        yield replaced(parent, tree, new ListValue(items));
      }
      case FieldPath.Item item -> replaced(item.numberedIn(tree), tree, with);
    };
  }
}
