package dev.japply.cluster;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.FieldType;
import dev.japply.walk.Place;
import java.util.List;
import java.util.stream.Stream;

/// Finds the fields that differ between two trees.
final class ChangedFields {
  private ChangedFields() {}

  /// One changed field, as deep in the tree as possible.
  record Change(FieldPath path, Node live, Node wanted) {}

  /// Returns the differences at `path` and below it.
  static List<Change> between(MapValue live, MapValue wanted, FieldPath path) {
    var place = new Place(path, FieldType.of(null), List.of(path.in(wanted), path.in(live)));
    return changes(place).toList();
  }

  private static Stream<Change> changes(Place at) {
    if (at.isSame(0, 1)) {
      return Stream.of();
    }
    if (at.are(MapValue.class)) {
      return at.entries().stream().flatMap(ChangedFields::changes);
    }
    return at.areOfOneLength()
        ? at.rows().stream().flatMap(ChangedFields::changes)
        : Stream.of(new Change(at.path(), at.at(1), at.at(0)));
  }
}
