package dev.japply.merge;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;

/// Merges lists in package updates: each item is an entry of its own.
///
/// Keeps the local order and inserts upstream's new items after those that they follow upstream. If
/// only upstream has moved items, the roles are reversed.
final class UpdateLists {
  private final ItemMerge items;
  private final FieldRule rule;

  /// Callback from a list to the enclosing merge.
  interface ItemMerge {
    /// Merges an item that differs in all documents; `Missing` if a document does not contain it.
    ///
    /// @param rule the rule of the list
    Node merge(Node origin, Node updated, Node local, FieldRule rule, FieldPath path);
  }

  UpdateLists(ItemMerge items, FieldRule rule) {
    this.items = items;
    this.rule = rule;
  }

  /// Returns whether all items are maps with their keys, or, in a set, are not maps.
  static boolean areToldApart(FieldRule rule, ListValue... lists) {
    return Stream.of(lists)
        .flatMap(list -> list.items().stream())
        .allMatch(item ->
            rule.isKeyed()
                ? item instanceof MapValue map && hasKeys(rule, map)
                : rule.isOfTopology() || !(item instanceof MapValue));
  }

  private static boolean hasKeys(FieldRule rule, MapValue item) {
    if (!rule.mergeKey().isEmpty()) {
      return item.get(rule.mergeKey()) instanceof Value;
    }
    return rule.listMapKeys().stream()
        .allMatch(key ->
            item.has(key)
                || rule.type()
                    .field(key)
                    .filter(field -> field.rule().defaultValue() instanceof Value)
                    .isPresent());
  }

  ListValue merge(ListValue origin, ListValue updated, ListValue local, FieldPath path) {
    ItemIdentity identity = ItemIdentity.of(rule, Stream.of(origin, updated, local));
    boolean primitives = !rule.isKeyed() && !rule.isOfTopology();
    SequencedMap<String, Value> before = primitives ? set(origin) : identity.index(origin);
    SequencedMap<String, Value> theirs = primitives ? set(updated) : identity.index(updated);
    SequencedMap<String, Value> ours = primitives ? set(local) : identity.index(local);
    var merged = new LinkedHashMap<String, Value>();
    Set<String> all = new LinkedHashSet<>(ours.keySet());
    all.addAll(theirs.keySet());
    for (String id : all) {
      if (item(at(before, id), at(theirs, id), at(ours, id), path) instanceof Value value) {
        merged.put(id, value);
      }
    }
    List<String> order =
        order(
            List.copyOf(before.keySet()), List.copyOf(theirs.keySet()), List.copyOf(ours.keySet()));
    return new ListValue(
        order.stream().filter(merged::containsKey).map(id -> value(merged, id)).toList());
  }

  private static Value value(Map<String, Value> items, String id) {
    return items.getOrDefault(id, Value.NULL);
  }

  private static SequencedMap<String, Value> set(ListValue list) {
    var set = new LinkedHashMap<String, Value>();
    list.items().forEach(item -> set.putIfAbsent(GoComparison.text(item), item));
    return set;
  }

  private static Node at(Map<String, Value> items, String id) {
    Value item = items.get(id);
    return item == null ? Missing.MISSING : item;
  }

  private Node item(Node origin, Node updated, Node local, FieldPath path) {
    if (updated.equals(origin) || local.equals(updated)) {
      return local;
    }
    if (local.equals(origin)) {
      return updated;
    }
    Value some = (Value) (local instanceof Missing ? updated : local);
    return items.merge(
        origin, updated, local, rule, path.item(ReasonRecorder.identity(rule, some)));
  }

  private static List<String> order(List<String> origin, List<String> updated, List<String> local) {
    boolean movedUpstream = !inOrderOf(origin, updated);
    boolean movedHere = !inOrderOf(origin, local);
    return movedUpstream && !movedHere ? woven(updated, local) : woven(local, updated);
  }

  /// Returns whether the common entries of both lists have the same order.
  private static boolean inOrderOf(List<String> first, List<String> second) {
    var common = new ArrayList<>(first);
    common.retainAll(second);
    var there = new ArrayList<>(second);
    there.retainAll(first);
    return common.equals(there);
  }

  /// Returns `basis` with the additional items of `other`, each after its predecessor there.
  private static List<String> woven(List<String> basis, List<String> other) {
    var woven = new ArrayList<>(basis);
    int behind = 0;
    for (String id : other) {
      int at = woven.indexOf(id);
      if (at < 0) {
        woven.add(behind, id);
        behind++;
      } else {
        behind = at + 1;
      }
    }
    return woven;
  }
}
