package dev.japply.merge;

import dev.japply.merge.KeyedLists.ItemWalk;
import dev.japply.merge.MergeException.Reason;
import dev.japply.merge.TypeRule.FieldRule;
import dev.japply.merge.TypeRule.FieldRule.Strategy;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Merges a strategic merge patch into an object, as the API server does, or into another patch.
///
/// Follows upstream's `strategicpatch` (`StrategicMergePatch`, and the merge of two patches within
/// `CreateThreeWayMergePatch`).
public final class StrategicPatch {
  /// The document that the patch is merged into.
  enum Target {
    /// An object: directives are carried out, nulls of new maps dropped.
    OBJECT,
    /// Another patch: directives and nulls are retained.
    PATCH
  }

  private final Target target;
  private final ListMerge lists = new ListMerge(this::item);
  private final SetElementOrder orders;

  StrategicPatch(Target target) {
    this.target = target;
    this.orders = new SetElementOrder(intoObject(), lists);
  }

  /// Returns `object` with `patch` applied.
  ///
  /// @throws MergeException if the patch is inconsistent or does not fit the schema
  public static MapValue apply(MapValue object, MapValue patch, Schema schema) {
    return new StrategicPatch(Target.OBJECT).merge(object, patch, schema, FieldPath.root());
  }

  private boolean intoObject() {
    return target == Target.OBJECT;
  }

  private MapValue item(MapValue into, MapValue patch, FieldRule rule, FieldPath path) {
    return merge(into, patch, rule.type(), path);
  }

  MapValue merge(MapValue into, MapValue patch, Schema schema, FieldPath path) {
    if (patch.get(Directives.PATCH) instanceof Value directive) {
      return marked(directive, patch, path);
    }
    var out = new LinkedHashMap<>(into.entries());
    var todo = new LinkedHashMap<>(patch.entries());
    Directives.requireListNames(patch, intoObject(), path);
    removeUnretained(out, todo, path);
    orders.carryOut(out, todo, schema, path);
    todo.forEach((key, value) -> patchField(out, key, value, schema, path));
    return new MapValue(out);
  }

  private static MapValue marked(Value directive, MapValue patch, FieldPath path) {
    if (directive.equals(Directives.REPLACE)) {
      return patch.without(Directives.PATCH);
    }
    if (directive.equals(Directives.DELETE)) {
      return MapValue.EMPTY;
    }
    throw new MergeException(
        Reason.BAD_PATCH_TYPE, path, "unknown patch type: " + GoComparison.text(directive));
  }

  private void removeUnretained(Map<String, Value> out, Map<String, Value> todo, FieldPath path) {
    Value keys = todo.remove(Directives.RETAIN_KEYS);
    if (keys == null) {
      return;
    }
    if (!intoObject()) {
      Value before = out.putIfAbsent(Directives.RETAIN_KEYS, keys);
      if (before != null && !before.equals(keys)) {
        throw new MergeException(
            Reason.BAD_RETAIN_KEYS,
            path,
            "the two halves of the patch differ in " + Directives.RETAIN_KEYS);
      }
      return;
    }
    if (!(keys instanceof ListValue list)) {
      throw badRetainKeys(path);
    }
    var keep = new HashSet<>(list.items());
    todo.forEach((key, value) -> {
      boolean counts =
          !value.equals(Value.NULL)
              && !key.startsWith(Directives.DELETE_FROM_LIST)
              && !key.startsWith(Directives.SET_ELEMENT_ORDER);
      if (counts && !keep.contains(Value.text(key))) {
        throw badRetainKeys(path);
      }
    });
    out.keySet().removeIf(key -> !keep.contains(Value.text(key)));
  }

  private static MergeException badRetainKeys(FieldPath path) {
    return new MergeException(
        Reason.BAD_RETAIN_KEYS, path, "invalid patch format of retainKeys at " + path);
  }

  private void patchField(
      Map<String, Value> out, String key, Value value, Schema schema, FieldPath path) {
    if (key.startsWith(Directives.DELETE_FROM_LIST)) {
      if (intoObject()) {
        deleteFromList(out, key.substring(Directives.DELETE_FROM_LIST.length()), value, path);
      } else {
        out.put(key, value);
      }
      return;
    }
    if (value.equals(Value.NULL)) {
      out.remove(key);
      if (!intoObject()) {
        out.put(key, value);
      }
      return;
    }
    Value before = out.get(key);
    if (before instanceof MapValue into && value instanceof MapValue patch) {
      FieldRule rule = FieldRule.ofMap(schema, key, path);
      out.put(
          key,
          rule.strategy() == Strategy.REPLACE
              ? patch
              : merge(into, patch, rule.type(), path.key(key)));
    } else if (before instanceof ListValue into && value instanceof ListValue patch) {
      FieldRule rule = FieldRule.ofList(schema, key, path);
      out.put(
          key,
          rule.strategy() == Strategy.MERGE
              ? lists.merge(into.items(), patch.items(), rule, path.key(key)).ordered()
              : patch);
    } else {
      take(out, key, value);
    }
  }

  /// Sets a value that has no counterpart to merge with.
  private void take(Map<String, Value> out, String key, Value value) {
    Value taken = intoObject() ? Value.withoutNulls(value) : value;
    switch (ListMerge.withoutMarked(taken)) {
      case Value kept -> out.put(key, kept);
      case Missing missing -> out.remove(key);
    }
  }

  private static void deleteFromList(
      Map<String, Value> out, String key, Value value, FieldPath path) {
    if (out.get(key) instanceof ListValue list && value instanceof ListValue deletions) {
      if (!list.isEmpty() || !deletions.isEmpty()) {
        GoComparison.itemKind(path.key(key), List.of(list.items(), deletions.items()));
      }
      var gone = new HashSet<>(deletions.items());
      out.put(
          key, new ListValue(list.items().stream().filter(item -> !gone.contains(item)).toList()));
    } else if (value.equals(Value.NULL)) {
      out.remove(key);
    }
  }

  /// Merges the list of a patch into a list with strategy `merge`.
  ///
  /// Follows upstream's `mergeSlice`, which works in place: appended items may overwrite the array
  /// of the old list, and deletions move the old list's items. Its caller then orders the result by
  /// the modified old list. Lists are immutable here, so [Merged#serverOrder] contains the old list
  /// as upstream would find it.
  private record ListMerge(ItemWalk maps) {
    /// A merged list.
    ///
    /// @param ordered the items in their order without `$setElementOrder`
    /// @param serverOrder the old list as upstream finds it after the merge. It determines the
    ///   positions of items that only the server has: upstream deletes in place and appends into
    ///   the freed room
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

  /// Applies the `$setElementOrder` directives of a map: merges the list of each directive and puts
  /// its items into the given order.
  ///
  /// Follows upstream's `mergePatchIntoOriginal`.
  ///
  /// @param intoObject whether the patch is applied to an object, instead of to another patch,
  ///   which keeps the directives
  private record SetElementOrder(boolean intoObject, ListMerge lists) {
    /// Takes the directives, and the lists that they order, out of `todo` and into `out`.
    void carryOut(Map<String, Value> out, Map<String, Value> todo, Schema schema, FieldPath path) {
      var directives =
          todo.keySet().stream()
              .filter(key -> key.startsWith(Directives.SET_ELEMENT_ORDER))
              .toList();
      for (String directive : directives) {
        Value order = todo.get(directive);
        todo.remove(directive);
        if (order == null) {
          continue;
        }
        if (!intoObject) {
          keep(out, directive, order, path);
        }
        String key = directive.substring(Directives.SET_ELEMENT_ORDER.length());
        orderList(
            out,
            todo,
            key,
            asList(order, path),
            FieldRule.ofList(schema, key, path),
            path.key(key));
      }
    }

    private static void keep(
        Map<String, Value> out, String directive, Value order, FieldPath path) {
      Value before = out.putIfAbsent(directive, order);
      if (before != null && !before.equals(order)) {
        throw new MergeException(
            Reason.BAD_SET_ELEMENT_ORDER, path, "invalid patch format of setElementOrder list");
      }
    }

    private static List<Value> asList(Value value, FieldPath path) {
      if (value instanceof ListValue list) {
        return list.items();
      }
      throw new MergeException(Reason.WRONG_TYPE, path, "expected a list at " + path);
    }

    private void orderList(
        Map<String, Value> out,
        Map<String, Value> todo,
        String key,
        List<Value> order,
        FieldRule rule,
        FieldPath path) {
      Value before = out.get(key);
      Value patch = todo.get(key);
      List<Value> into = before == null ? List.of() : asList(before, path);
      List<Value> changes = patch == null ? List.of() : asList(patch, path);
      requireOrder(changes, order, rule.mergeKey(), path);
      if (before == null && patch == null) {
        return;
      }
      ListMerge.Merged merged = merge(before, patch, rule, path);
      var elements = new SetElementOrderMerge(rule.mergeKey());
      elements.requireKeys(merged.ordered().items(), path);
      GoComparison.itemKind(path, List.of(into, changes));
      out.put(
          key,
          new ListValue(
              elements.interleave(
                  elements.split(merged.ordered().items(), order),
                  order,
                  merged.serverOrder(),
                  path)));
      todo.remove(key);
    }

    private ListMerge.Merged merge(
        @Nullable Value before, @Nullable Value patch, FieldRule rule, FieldPath path) {
      if (patch == null) {
        List<Value> items = asList(Objects.requireNonNull(before), path);
        return new ListMerge.Merged(new ListValue(items), items);
      }
      if (before == null) {
        Value kept = (Value) ListMerge.withoutMarked(patch);
        return new ListMerge.Merged((ListValue) kept, List.of());
      }
      List<Value> into = asList(before, path);
      return rule.strategy() == FieldRule.Strategy.MERGE
          ? lists.merge(into, asList(patch, path), rule, path)
          : new ListMerge.Merged((ListValue) patch, into);
    }

    /// Checks that the items of the patch, except deletions, follow the given order.
    private static void requireOrder(
        List<Value> patch, List<Value> order, String mergeKey, FieldPath path) {
      if (patch.isEmpty() || order.isEmpty()) {
        return;
      }
      var elements = new SetElementOrderMerge(mergeKey);
      var plain =
          patch.stream().filter(item -> mergeKey.isEmpty() || !Directives.isMarked(item)).toList();
      int at = 0;
      for (Value next : order) {
        if (at < plain.size() && same(elements, plain.get(at), next, path)) {
          at++;
        }
      }
      if (at < plain.size()) {
        throw new MergeException(
            Reason.BAD_SET_ELEMENT_ORDER,
            path,
            "The order in patch list doesn't match $setElementOrder list at " + path);
      }
    }

    private static boolean same(
        SetElementOrderMerge elements, Value item, Value next, FieldPath path) {
      return elements.mergeKey().isEmpty()
          ? item.equals(next)
          : elements.requireKey(item, path).equals(elements.requireKey(next, path));
    }
  }
}
