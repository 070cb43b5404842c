package dev.japply.merge;

import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import java.util.Map;

/// The parts of a strategic merge patch for one merged list; empty parts are left out.
///
/// @param items the added or changed items, and for keyed lists the deleted ones
/// @param deletions the primitives to remove
/// @param order the order of the items
/// @param isKeyed whether the items are identified by keys
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

  /// The half of the differences between two documents that a patch contains.
  enum Half {
    /// All of them.
    BOTH,
    /// Additions and changes.
    CHANGES,
    DELETIONS;

    boolean takesChanges() {
      return this != DELETIONS;
    }

    boolean takesDeletions() {
      return this != CHANGES;
    }
  }
}
