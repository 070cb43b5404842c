package dev.japply.merge;

import dev.japply.merge.MergeException.Reason;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;

/// The order of the items of a merged list: those that the patch names in the patch's order, those
/// that only the server has in the server's, and the two interleaved so that neither order is
/// broken.
///
/// Follows the design document "preserve order in strategic merge patch":
/// <https://git.k8s.io/design-proposals-archive/cli/preserve-order-in-strategic-merge-patch.md>
///
/// @param mergeKey the key of the items; empty for primitives
record SetElementOrderMerge(String mergeKey) {

  /// The items that an order names, and the other items.
  record Parts(List<Value> named, List<Value> others) {}

  /// Returns the identity of an item: the value of its merge key, or the item itself.
  Node identity(Value item) {
    if (mergeKey.isEmpty()) {
      return item;
    }
    return item instanceof MapValue map ? map.get(mergeKey) : Missing.MISSING;
  }

  /// Returns the index of the item with the same identity; -1 if there is none.
  int indexOf(List<Value> items, Value item) {
    Node identity = identity(item);
    for (int i = 0; i < items.size(); i++) {
      if (identity(items.get(i)).equals(identity)) {
        return i;
      }
    }
    return -1;
  }

  /// Splits a list into the items that `order` names and the others.
  Parts split(List<Value> items, List<Value> order) {
    var named = new ArrayList<Value>();
    var others = new ArrayList<Value>();
    for (Value item : items) {
      (indexOf(order, item) >= 0 ? named : others).add(item);
    }
    return new Parts(named, others);
  }

  /// Returns the parts in one list, with `named` sorted by `order` and `others` by `serverOrder`.
  List<Value> interleave(Parts parts, List<Value> order, List<Value> serverOrder, FieldPath path) {
    List<Value> named = sorted(parts.named(), order, path);
    List<Value> others = sorted(parts.others(), serverOrder, path);
    var all = new ArrayList<Value>();
    int i = 0;
    int j = 0;
    while (i < others.size() && j < named.size()) {
      int left = indexOf(serverOrder, others.get(i));
      int right = indexOf(serverOrder, named.get(j));
      boolean othersFirst = left >= 0 && right >= 0 && left < right;
      all.add(othersFirst ? others.get(i++) : named.get(j++));
    }
    all.addAll(others.subList(i, others.size()));
    all.addAll(named.subList(j, named.size()));
    return all;
  }

  /// Sorts the items by `order`, with deletions last. Uses an insertion sort, because items that
  /// are not in `order` go before all items that precede them, as in Go.
  List<Value> sorted(List<Value> items, List<Value> order, FieldPath path) {
    requireKeys(items, path);
    requireKeys(order, path);
    var deletions = new ArrayList<Value>();
    var result = new ArrayList<Value>();
    for (Value item : items) {
      boolean deletion =
          !mergeKey.isEmpty()
              && item instanceof MapValue map
              && map.get(Directives.PATCH).equals(Directives.DELETE);
      (deletion ? deletions : result).add(item);
    }
    for (int i = 1; i < result.size(); i++) {
      for (int j = i; j > 0 && before(result.get(j), result.get(j - 1), order); j--) {
        Value item = result.get(j);
        result.set(j, result.get(j - 1));
        result.set(j - 1, item);
      }
    }
    result.addAll(deletions);
    return result;
  }

  private boolean before(Value a, Value b, List<Value> order) {
    int i = indexOf(order, a);
    int j = i < 0 ? -1 : indexOf(order, b);
    return i < 0 || j < 0 || i < j;
  }

  /// Fails unless every item is a map with the key; primitives need none.
  void requireKeys(List<Value> items, FieldPath path) {
    if (!mergeKey.isEmpty()) {
      items.forEach(item -> requireKey(item, path));
    }
  }

  /// Returns the value of the item's key.
  Value requireKey(Value item, FieldPath path) {
    if (!(item instanceof MapValue map)) {
      throw new MergeException(
          Reason.WRONG_TYPE, path, "every item of " + path + " must be a map with key " + mergeKey);
    }
    return switch (map.get(mergeKey)) {
      case Value value -> value;
      case Missing missing ->
          throw new MergeException(
              Reason.MERGE_KEY_MISSING,
              path,
              "an item of " + path + " does not contain declared merge key: " + mergeKey);
    };
  }
}
