package dev.japply.merge;

import dev.japply.merge.KeyedLists.ListPatch.Half;
import dev.japply.merge.TypeRule.FieldRule;
import dev.japply.tree.FieldPath;
import dev.japply.tree.KeyOrder;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Computes the patch of a list of maps with a merge key.
///
/// Follows upstream's `diffListsOfMaps`. Sorts both lists by the printed form of the key and walks
/// them in parallel. Repeated keys are visited in reverse, as upstream's sort leaves them up to
/// twelve items.
record KeyedLists(Half half, boolean withOrder, ItemWalk items, @Nullable ReasonRecorder recorder) {
  /// Callback from a list to the enclosing walk over maps: lists pair their items, and the walk
  /// continues within each pair.
  @FunctionalInterface
  interface ItemWalk {
    /// Returns the result for two items with the same key.
    ///
    /// @param rule the rule of the list
    MapValue walk(MapValue first, MapValue second, FieldRule rule, FieldPath path);
  }

  /// Returns the list that replaces the old one as a whole.
  static ListValue replacement(ListValue to) {
    var items = new ArrayList<Value>();
    items.add(MapValue.of(Directives.PATCH, Directives.REPLACE));
    items.addAll(to.items());
    return new ListValue(items);
  }

  ListPatch diff(FieldRule rule, List<Value> from, List<Value> to, FieldPath path) {
    var order = new SetElementOrderMerge(rule.mergeKey());
    var changed = new ArrayList<Value>();
    var deleted = new ArrayList<Value>();
    new Walk(rule, order, path, changed, deleted).run(from, to);
    var patch = new ArrayList<>(order.sorted(changed, to, path));
    boolean sameOrder = sameOrder(order, from, to, path);
    patch.addAll(deleted);
    ListValue setOrder =
        sendsOrder(!patch.isEmpty(), sameOrder) ? keysOf(order, to, path) : ListValue.EMPTY;
    return new ListPatch(new ListValue(patch), ListValue.EMPTY, setOrder, true);
  }

  private boolean sendsOrder(boolean changed, boolean sameOrder) {
    return withOrder
        && ((half.takesChanges() && (changed || !sameOrder)) || (half.takesDeletions() && changed));
  }

  private static boolean sameOrder(
      SetElementOrderMerge order, List<Value> from, List<Value> to, FieldPath path) {
    if (from.size() != to.size()) {
      return false;
    }
    for (int i = 0; i < to.size(); i++) {
      if (!order.requireKey(from.get(i), path).equals(order.requireKey(to.get(i), path))) {
        return false;
      }
    }
    return true;
  }

  private static ListValue keysOf(SetElementOrderMerge order, List<Value> items, FieldPath path) {
    return new ListValue(
        items.stream()
            .<Value>map(item -> MapValue.of(order.mergeKey(), order.requireKey(item, path)))
            .toList());
  }

  private record Item(String key, Value keyValue, MapValue map) {}

  /// One walk over two lists.
  private final class Walk {
    private final FieldRule rule;
    private final SetElementOrderMerge order;
    private final FieldPath path;
    private final List<Value> changed;
    private final List<Value> deleted;

    Walk(
        FieldRule rule,
        SetElementOrderMerge order,
        FieldPath path,
        List<Value> changed,
        List<Value> deleted) {
      this.rule = rule;
      this.order = order;
      this.path = path;
      this.changed = changed;
      this.deleted = deleted;
    }

    void run(List<Value> from, List<Value> to) {
      List<Item> left = sorted(from);
      List<Item> right = sorted(to);
      int i = 0;
      int j = 0;
      while (i < left.size() || j < right.size()) {
        int compared = compare(left, i, right, j);
        if (compared == 0) {
          addChanges(left.get(i++), right.get(j++));
        } else if (compared > 0) {
          added(right.get(j++));
        } else {
          removed(left.get(i++));
        }
      }
    }

    private static int compare(List<Item> left, int i, List<Item> right, int j) {
      if (i >= left.size()) {
        return 1;
      }
      return j >= right.size() ? -1 : KeyOrder.UTF8.compare(left.get(i).key(), right.get(j).key());
    }

    private List<Item> sorted(List<Value> items) {
      var sorted = new ArrayList<Item>();
      for (Value item : items) {
        Value key = order.requireKey(item, path);
        sorted.add(new Item(GoComparison.text(key), key, (MapValue) item));
      }
      // Reversed before a stable sort: equal keys end up in reverse order.
      Collections.reverse(sorted);
      sorted.sort((a, b) -> KeyOrder.UTF8.compare(a.key(), b.key()));
      return sorted;
    }

    private void addChanges(Item before, Item after) {
      FieldPath at = recorder == null ? path : path.item(rule.names().of(after.map()));
      if (recorder != null && !ItemIdentity.haveSameKeys(rule, before.map(), after.map())) {
        recorder.noteOtherItem(at);
      }
      MapValue patch = items.walk(before.map(), after.map(), rule, at);
      if (!patch.isEmpty()) {
        changed.add(patch.with(order.mergeKey(), after.keyValue()));
      }
    }

    private void added(Item item) {
      if (half.takesChanges()) {
        changed.add(item.map());
        if (recorder != null) {
          recorder.noteItem(path, rule, item.map());
        }
      }
    }

    private void removed(Item item) {
      if (half.takesDeletions()) {
        MapValue deletion = Directives.deletion(order.mergeKey(), item.keyValue());
        deleted.add(deletion);
        if (recorder != null) {
          recorder.noteItemGone(path, rule, deletion);
        }
      }
    }
  }

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
}
