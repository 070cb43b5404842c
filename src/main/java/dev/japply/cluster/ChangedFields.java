package dev.japply.cluster;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/// Finds the fields that differ between two trees.
final class ChangedFields {
  private ChangedFields() {}

  /// One changed field, as deep in the tree as possible.
  record Change(FieldPath path, Node live, Node wanted) {}

  /// Returns the differences at `path` and below it.
  static List<Change> between(MapValue live, MapValue wanted, FieldPath path) {
    var changes = new ArrayList<Change>();
    collect(at(live, path), at(wanted, path), path, changes);
    return changes;
  }

  private static void collect(Node live, Node wanted, FieldPath path, List<Change> changes) {
    if (live.equals(wanted)) {
      return;
    }
    if (live instanceof MapValue before && wanted instanceof MapValue after) {
      var keys = new LinkedHashSet<>(after.entries().keySet());
      keys.addAll(before.entries().keySet());
      keys.forEach(key -> collect(before.get(key), after.get(key), path.key(key), changes));
    } else if (live instanceof ListValue(var before)
        && wanted instanceof ListValue(var after)
        && before.size() == after.size()) {
      for (int i = 0; i < after.size(); i++) {
        collect(before.get(i), after.get(i), path.index(i), changes);
      }
    } else {
      changes.add(new Change(path, live, wanted));
    }
  }

  static Node at(Node tree, FieldPath path) {
    return path.in(tree);
  }
}
