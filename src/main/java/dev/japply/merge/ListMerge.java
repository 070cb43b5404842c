package dev.japply.merge;

import dev.japply.merge.KeyedLists.ItemWalk;
import dev.japply.merge.MergeException.Reason;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Merges the list of a patch into a list with strategy `merge`.
///
/// Follows upstream's `mergeSlice`, which works in place: appended items may overwrite the array of
/// the old list, and deletions move the old list's items. Its caller then orders the result by the
/// modified old list. Lists are immutable here, so [Merged#serverOrder] contains the old list as
/// upstream would find it.
record ListMerge(ItemWalk maps) {
  /// A merged list.
  ///
  /// @param ordered the items in their order without `$setElementOrder`
  /// @param serverOrder the old list as upstream finds it after the merge. It determines the
  ///   positions of items that only the server has: upstream deletes in place and appends into the
  ///   freed room
  record Merged(ListValue ordered, List<Value> serverOrder) {}

  Merged merge(List<Value> into, List<Value> patch, FieldRule rule, FieldPath path) {
    if (into.isEmpty() && patch.isEmpty()) {
      return new Merged(ListValue.EMPTY, into);
    }
    GoComparison.Kind kind = GoComparison.itemKind(path, List.of(into, patch));
    return kind == GoComparison.Kind.MAP
        ? mergeMaps(into, patch, rule, path)
        : mergePrimitives(into, patch, rule, path);
  }

  private static Merged mergePrimitives(
      List<Value> into, List<Value> patch, FieldRule rule, FieldPath path) {
    // `deduplicateScalars(append(original, patch...))`
    var both = new ArrayList<>(into);
    both.addAll(patch);
    int size = ScalarLists.removeRepeats(both);
    List<Value> merged = List.copyOf(both.subList(0, size));
    // A list read from JSON has room for a power of two of items. Where the patch fits in,
    // upstream's removal of repeats also changes the old list.
    boolean inPlace = into.size() + patch.size() <= roomOf(into.size());
    List<Value> view = inPlace ? both.subList(0, into.size()) : into;
    return new Merged(ordered(merged, patch, view, rule, path), view);
  }

  /// Returns the capacity of a Go slice that a JSON decoder filled item by item: it doubles.
  private static int roomOf(int size) {
    return size == 0 ? 0 : Integer.highestOneBit(2 * size - 1);
  }

  /// Merges the items with directives first (`mergeSliceWithSpecialElements`), then all others. A
  /// replaced list starts from the others alone, and the patch is empty then.
  private Merged mergeMaps(List<Value> into, List<Value> patch, FieldRule rule, FieldPath path) {
    if (rule.mergeKey().isEmpty()) {
      throw new MergeException(
          Reason.OTHER, path, "cannot merge lists without merge key for " + rule.type().name());
    }
    var order = new SetElementOrderMerge(rule.mergeKey());
    var slots = new Slots(into, order);
    var plain = new ArrayList<Value>();
    boolean replace = false;
    for (Value item : patch) {
      MapValue map = (MapValue) item;
      if (map.get(Directives.PATCH) instanceof Value directive) {
        replace |= special(directive, map, slots, path);
      } else {
        plain.add(map);
      }
    }
    if (replace) {
      slots = new Slots(plain, order);
      plain.clear();
    }
    List<Value> remaining = slots.items();
    mergeItems(slots, plain, rule, path);
    ListValue ordered = ordered(slots.items(), plain, remaining, rule, path);
    return new Merged(ordered, replace ? into : slots.view());
  }

  /// Applies a directive among the items. Returns whether it replaces the list.
  private static boolean special(Value directive, MapValue item, Slots slots, FieldPath path) {
    if (directive.equals(Directives.REPLACE)) {
      return true;
    }
    if (directive.equals(Directives.DELETE)) {
      slots.order.requireKey(item, path);
      slots.deleteAll(item);
      return false;
    }
    throw new MergeException(
        directive.equals(Directives.MERGE) ? Reason.OTHER : Reason.BAD_PATCH_TYPE,
        path,
        directive.equals(Directives.MERGE)
            ? "merging lists cannot yet be specified in the patch"
            : "unknown patch type: " + GoComparison.text(directive));
  }

  /// Merges each item into the one with its key, or appends it
  /// (`mergeSliceWithoutSpecialElements`).
  private void mergeItems(Slots slots, List<Value> patch, FieldRule rule, FieldPath path) {
    Map<Node, Integer> places = slots.order.places(slots.items());
    for (Value item : patch) {
      slots.order.requireKey(item, path);
      Integer at = places.get(slots.order.identity(item));
      if (at == null) {
        places.put(slots.order.identity(item), slots.size());
        slots.append(item);
      } else {
        MapValue before = (MapValue) slots.item(at);
        slots.set(at, maps.walk(before, (MapValue) item, rule, path.index(at)));
      }
    }
  }

  /// Returns the merged items: the items of the patch in its order, the others in the server's
  /// (`normalizeElementOrder`).
  private static ListValue ordered(
      List<Value> merged, List<Value> patch, List<Value> server, FieldRule rule, FieldPath path) {
    var order = new SetElementOrderMerge(rule.mergeKey());
    order.requireKeys(merged, path);
    return new ListValue(order.interleave(order.split(merged, patch), patch, server, path));
  }

  /// Returns the value without nested maps that contain `$patch`; `Missing` if it is such a map
  /// itself (`removeDirectives`).
  static Node withoutMarked(Value value) {
    return switch (value) {
      case MapValue map when map.has(Directives.PATCH) -> Missing.MISSING;
      case MapValue map -> {
        var entries = new LinkedHashMap<String, Value>();
        map.entries()
            .forEach((key, item) -> {
              if (withoutMarked(item) instanceof Value kept) {
                entries.put(key, kept);
              }
            });
        yield new MapValue(entries);
      }
      case ListValue list -> {
        var items = new ArrayList<Value>();
        for (Value item : list.items()) {
          if (withoutMarked(item) instanceof Value kept) {
            items.add(kept);
          }
        }
        yield new ListValue(items);
      }
      default -> value;
    };
  }

  /// A list during a merge, and the old list as its other holders see it: two Go slices over one
  /// array. The old slice keeps its length. After deletions its last positions keep their former
  /// values until something is appended there.
  private static final class Slots {
    private final SetElementOrderMerge order;
    private final List<Value> items;
    private final List<Node> identities;
    private final List<Value> view;

    Slots(List<Value> items, SetElementOrderMerge order) {
      this.items = new ArrayList<>(items);
      this.view = new ArrayList<>(items);
      this.order = order;
      this.identities = new ArrayList<>(items.stream().map(order::identity).toList());
    }

    List<Value> items() {
      return List.copyOf(items);
    }

    int size() {
      return items.size();
    }

    Value item(int at) {
      return items.get(at);
    }

    List<Value> view() {
      return view;
    }

    void deleteAll(Value key) {
      Node identity = order.identity(key);
      for (int at = identities.indexOf(identity); at >= 0; at = identities.indexOf(identity)) {
        items.remove(at);
        identities.remove(at);
        for (int i = at; i < items.size(); i++) {
          view.set(i, items.get(i));
        }
      }
    }

    void append(Value item) {
      if (items.size() < view.size()) {
        view.set(items.size(), item);
      }
      items.add(item);
      identities.add(order.identity(item));
    }

    void set(int at, Value item) {
      items.set(at, item);
      if (at < view.size()) {
        view.set(at, item);
      }
    }
  }
}
