package dev.japply.merge;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;

/// The way from a list back to the walk over maps that met it: lists pair their items, the walk
/// goes on within each pair.
@FunctionalInterface
interface ItemWalk {
  /// What comes of two items that are one.
  ///
  /// @param rule the rule of the list
  MapValue walk(MapValue first, MapValue second, FieldRule rule, FieldPath path);
}
