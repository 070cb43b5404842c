package dev.japply.merge;

import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;

/// The differences between sets of rules when [StrategicDiff] builds a strategic merge patch.
interface PatchRules {
  /// Returns whether equal maps or lists at `key` of a map of type `parent` are compared anyway.
  boolean comparesEqual(Schema parent, String key);

  /// Fails if a patch cannot express that `added` is new at `path`.
  void requireExpressible(Value added, FieldPath path);

  /// Returns whether a map is replaced whole, since no patch of its fields can express the change.
  boolean replaces(Schema type, MapValue from, MapValue to);

  /// Returns whether a list is replaced whole, for the same reason.
  boolean replaces(FieldRule rule, ListValue from, ListValue to);

  /// Returns the relevant items of the old list of primitives, in the relevant order.
  List<Value> oldItems(ListValue from);

  /// Returns the relevant items of the new list of primitives.
  List<Value> newItems(ListValue to);

  /// Returns the order that a list of primitives is assumed to have if the patch does not specify
  /// one.
  ///
  /// @param old the [#oldItems]
  /// @param deletions the items of `old` that the patch removes
  List<Value> defaultOrder(List<Value> old, List<Value> deletions);
}
