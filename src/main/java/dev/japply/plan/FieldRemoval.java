package dev.japply.plan;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;

/// Removes fields from a document, with each map and list that becomes empty. An empty map that
/// stays would still claim ownership of the map.
final class FieldRemoval {
  private FieldRemoval() {}

  /// `tree` without the field; the same when it does not have it.
  static MapValue without(FieldReference field, MapValue tree) {
    return field.find(tree).map(path -> without(List.of(path), tree)).orElse(tree);
  }

  /// Returns `tree` without the fields that it has of `paths`.
  static MapValue without(Collection<FieldPath> paths, MapValue tree) {
    Set<FieldPath> gone = new HashSet<>();
    paths.forEach(path -> gone.add(path.numberedIn(tree)));
    return rest(FieldPath.root(), tree, gone) instanceof MapValue rest ? rest : MapValue.EMPTY;
  }

  private static Node rest(FieldPath at, Node node, Set<FieldPath> gone) {
    if (gone.contains(at)) {
      return Missing.MISSING;
    }
    Node rest =
        switch (node) {
          case MapValue map -> entries(at, map, gone);
          case ListValue list -> items(at, list, gone);
          default -> node;
        };
    boolean emptied = size(rest) == 0 && size(node) > 0;
    return emptied ? Missing.MISSING : rest;
  }

  private static MapValue entries(FieldPath at, MapValue map, Set<FieldPath> gone) {
    var entries = new LinkedHashMap<String, Value>();
    map.entries()
        .forEach((key, value) -> {
          if (rest(at.key(key), value, gone) instanceof Value left) {
            entries.put(key, left);
          }
        });
    return new MapValue(entries);
  }

  private static ListValue items(FieldPath at, ListValue list, Set<FieldPath> gone) {
    var items = new ArrayList<Value>();
    for (int i = 0; i < list.size(); i++) {
      if (rest(at.index(i), list.items().get(i), gone) instanceof Value left) {
        items.add(left);
      }
    }
    return new ListValue(items);
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
