package dev.japply.merge;

import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;

/// What sets of rules decide differently while [StrategicDiff] builds a strategic merge patch.
interface PatchRules {
  /// Whether equal maps or lists at `key` of a map of type `parent` are compared all the same.
  boolean comparesEqual(Schema parent, String key);

  /// Fails when a patch cannot say that `added` is new at `path`.
  void requireSayable(Value added, FieldPath path);

  /// Whether a map is replaced whole, since no patch of its fields makes the one out of the other.
  boolean replaces(Schema type, MapValue from, MapValue to);

  /// Whether a list is replaced whole, for the same reason.
  boolean replaces(FieldRule rule, ListValue from, ListValue to);

  /// The items of the old list of primitives that count, in the order that counts.
  List<Value> oldItems(ListValue from);

  /// The items of the new list of primitives that count.
  List<Value> newItems(ListValue to);

  /// The order that a list of primitives is taken to have when the patch gives none.
  ///
  /// @param old the [#oldItems]
  /// @param deletions those of them that the patch takes out
  List<Value> orderUnsaid(List<Value> old, List<Value> deletions);
}
