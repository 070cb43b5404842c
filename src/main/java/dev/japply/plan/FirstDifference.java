package dev.japply.plan;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.Place;
import java.util.List;
import java.util.Optional;

/// Finds the first path where two values differ.
final class FirstDifference {
  private FirstDifference() {}

  /// The first path, at a place of two documents or below it, where they differ; empty if nowhere.
  static Optional<FieldPath> between(Place at) {
    if (at.isSame(0, 1)) {
      return Optional.empty();
    }
    for (Place part : parts(at)) {
      Optional<FieldPath> found = between(part);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.of(at.path());
  }

  private static List<Place> parts(Place at) {
    if (at.are(MapValue.class)) {
      return at.entries();
    }
    Optional<Place.Items> items =
        at.are(ListValue.class) && !at.type().keys().isEmpty() ? at.items() : Optional.empty();
    if (items.isPresent()) {
      return items.get().all();
    }
    return at.areOfOneLength() ? at.rows() : List.of();
  }
}
