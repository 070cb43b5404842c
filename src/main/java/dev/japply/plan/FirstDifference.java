package dev.japply.plan;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.Place;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds the first path where two values differ.
final class FirstDifference {
  private FirstDifference() {}

  /// The first path, at a place of two documents or below it, where they differ; empty if nowhere.
  static Optional<FieldPath> between(Place at) {
    return at.isSame(0, 1)
        ? Optional.empty()
        : parts(at)
            .flatMap(part -> between(part).stream())
            .findFirst()
            .or(() -> Optional.of(at.path()));
  }

  private static Stream<Place> parts(Place at) {
    if (at.are(MapValue.class)) {
      return at.entries();
    }
    Optional<Place.Items> items =
        at.are(ListValue.class) && !at.type().keys().isEmpty() ? at.items() : Optional.empty();
    return items
        .map(named -> named.all().stream())
        .orElseGet(() -> at.areOfOneLength() ? at.rows() : Stream.empty());
  }
}
