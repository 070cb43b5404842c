package dev.japply.merge;

import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import java.util.Map;

/// The parts of a strategic merge patch for one merged list; empty parts are left out.
///
/// @param items what is added or changed, and for keyed lists what is deleted
/// @param deletions the primitives to take out
/// @param order the order to put the items into
/// @param isKeyed whether the items were told apart by their keys
record ListPatch(ListValue items, ListValue deletions, ListValue order, boolean isKeyed) {
  static final ListPatch NONE =
      new ListPatch(ListValue.EMPTY, ListValue.EMPTY, ListValue.EMPTY, false);

  void putInto(Map<String, Value> patch, String key) {
    put(patch, key, items);
    put(patch, Directives.DELETE_FROM_LIST + key, deletions);
    put(patch, Directives.SET_ELEMENT_ORDER + key, order);
  }

  private static void put(Map<String, Value> patch, String key, ListValue list) {
    if (!list.isEmpty()) {
      patch.put(key, list);
    }
  }

  /// Which half of the differences between two documents a patch takes up.
  enum Half {
    /// All of them.
    BOTH,
    /// What is new or changed.
    CHANGES,
    /// What is gone.
    DELETIONS;

    boolean takesChanges() {
      return this != DELETIONS;
    }

    boolean takesDeletions() {
      return this != CHANGES;
    }
  }
}
