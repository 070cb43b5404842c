package dev.japply.merge;

import dev.japply.merge.MergeException.Reason;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

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

  /// Returns the index of the first item with each identity.
  Map<Node, Integer> places(List<Value> items) {
    var places = new HashMap<Node, Integer>();
    for (int i = 0; i < items.size(); i++) {
      places.putIfAbsent(identity(items.get(i)), i);
    }
    return places;
  }

  /// Splits a list into the items that `order` names and the others.
  Parts split(List<Value> items, List<Value> order) {
    Set<Node> wanted = places(order).keySet();
    var named = new ArrayList<Value>();
    var others = new ArrayList<Value>();
    for (Value item : items) {
      (wanted.contains(identity(item)) ? named : others).add(item);
    }
    return new Parts(named, others);
  }

  /// Returns the parts in one list, with `named` sorted by `order` and `others` by `serverOrder`.
  List<Value> interleave(Parts parts, List<Value> order, List<Value> serverOrder, FieldPath path) {
    List<Value> named = sorted(parts.named(), order, path);
    List<Value> others = sorted(parts.others(), serverOrder, path);
    Map<Node, Integer> places = places(serverOrder);
    var all = new ArrayList<Value>();
    int i = 0;
    int j = 0;
    while (i < others.size() && j < named.size()) {
      int left = place(others.get(i), places);
      int right = place(named.get(j), places);
      boolean othersFirst = left >= 0 && right >= 0 && left < right;
      all.add(othersFirst ? others.get(i++) : named.get(j++));
    }
    all.addAll(others.subList(i, others.size()));
    all.addAll(named.subList(j, named.size()));
    return all;
  }

  private int place(Value item, Map<Node, Integer> places) {
    return places.getOrDefault(identity(item), -1);
  }

  /// Sorts the items by `order`, with deletions last.
  List<Value> sorted(List<Value> items, List<Value> order, FieldPath path) {
    requireKeys(items, path);
    requireKeys(order, path);
    Map<Node, Integer> places = places(order);
    var deletions = new ArrayList<Value>();
    var placed = new ArrayList<Placed>();
    for (Value item : items) {
      boolean deletion =
          !mergeKey.isEmpty()
              && item instanceof MapValue map
              && map.get(Directives.PATCH).equals(Directives.DELETE);
      if (deletion) {
        deletions.add(item);
      } else {
        placed.add(new Placed(item, place(item, places)));
      }
    }
    if (placed.stream().allMatch(item -> item.place() >= 0)) {
      placed.sort((one, other) -> Integer.compare(one.place(), other.place()));
    } else {
      insertionSort(placed);
    }
    var result = new ArrayList<Value>();
    placed.forEach(item -> result.add(item.item()));
    result.addAll(deletions);
    return result;
  }

  /// An item, and its place in an order; negative if it has none.
  private record Placed(Value item, int place) {
    boolean isBefore(Placed other) {
      return place < 0 || other.place < 0 || place < other.place;
    }
  }

  /// As in Go: items without a place go before all items that precede them.
  private static void insertionSort(List<Placed> items) {
    for (int i = 1; i < items.size(); i++) {
      for (int j = i; j > 0 && items.get(j).isBefore(items.get(j - 1)); j--) {
        Collections.swap(items, j, j - 1);
      }
    }
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
