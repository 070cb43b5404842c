package dev.japply.merge;

import static dev.japply.merge.PackageUpdateMerge.LOCAL;
import static dev.japply.merge.PackageUpdateMerge.UPDATED;

import dev.japply.merge.TypeRule.FieldRule;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.FieldType;
import dev.japply.walk.ItemNames;
import dev.japply.walk.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/// Three versions of a list in a package update: each item is an entry of its own.
///
/// Keeps the local order and inserts upstream's new items after those that they follow upstream. If
/// only upstream has moved items, the roles are reversed.
final class UpdateLists {
  private final FieldRule rule;
  private final ItemNames names;
  private final SequencedMap<String, Value> origin;
  private final SequencedMap<String, Value> updated;
  private final SequencedMap<String, Value> local;

  /// @param lists the original, upstream's and the local list
  UpdateLists(FieldRule rule, List<ListValue> lists) {
    this.rule = rule;
    boolean primitives = !rule.isKeyed() && !rule.isOfTopology();
    boolean apart = ItemIdentity.addApart(rule, lists.get(0), lists.get(1), lists.get(2));
    ItemIdentity identity = ItemIdentity.of(rule, lists.get(0), lists.get(1), lists.get(2));
    this.names = names(rule, lists, apart);
    List<SequencedMap<String, Value>> indexed =
        lists.stream().map(list -> primitives ? set(list) : identity.index(list)).toList();
    this.origin = indexed.get(0);
    this.updated = indexed.get(1);
    this.local = indexed.get(2);
  }

  /// Returns the names of items in conflicts: the merge key, or all keys where it is repeated.
  private static ItemNames names(FieldRule rule, List<ListValue> lists, boolean apart) {
    ItemNames all = new ItemNames(rule.listMapKeys());
    if (apart) {
      return all;
    }
    List<ListValue> filled =
        lists.stream().map(list -> list.map(item -> ItemIdentity.withKeys(rule, item))).toList();
    ItemNames names = ItemNames.of(rule.names(), rule.listMapKeys(), filled);
    return names == null ? rule.names() : names;
  }

  /// Returns whether all items are maps with their keys, or, in a set, are not maps.
  static boolean areIdentified(FieldRule rule, List<ListValue> lists) {
    return lists.stream()
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

  private static SequencedMap<String, Value> set(ListValue list) {
    var set = new LinkedHashMap<String, Value>();
    list.items().forEach(item -> set.putIfAbsent(GoComparison.text(item), item));
    return set;
  }

  /// Returns the identities of all items, the local ones first.
  Set<String> ids() {
    Set<String> all = new LinkedHashSet<>(local.keySet());
    all.addAll(updated.keySet());
    return all;
  }

  /// Returns the versions of an item.
  ///
  /// @param path the path of the list
  Place item(String id, FieldPath path) {
    List<Node> versions = List.of(at(local, id), at(updated, id), at(origin, id));
    Node some = versions.get(versions.getFirst() instanceof Missing ? UPDATED : LOCAL);
    FieldPath item = path.item(names.of(named((Value) some)));
    return new Place(item, FieldType.of(rule.type()), versions);
  }

  private Value named(Value item) {
    return rule.isOfTopology() ? item : ItemIdentity.withKeys(rule, item);
  }

  private static Node at(Map<String, Value> items, String id) {
    Value item = items.get(id);
    return item == null ? Missing.MISSING : item;
  }

  ListValue inOrder(Map<String, Value> merged) {
    boolean movedUpstream = !inOrderOf(origin.keySet(), updated.keySet());
    boolean movedHere = !inOrderOf(origin.keySet(), local.keySet());
    List<String> order =
        movedUpstream && !movedHere
            ? woven(updated.keySet(), local.keySet())
            : woven(local.keySet(), updated.keySet());
    return new ListValue(
        order.stream()
            .filter(merged::containsKey)
            .map(id -> merged.getOrDefault(id, Value.NULL))
            .toList());
  }

  /// Returns whether the common entries of both lists have the same order.
  private static boolean inOrderOf(Set<String> first, Set<String> second) {
    var common = new ArrayList<>(first);
    common.retainAll(second);
    var there = new ArrayList<>(second);
    there.retainAll(first);
    return common.equals(there);
  }

  /// Returns `basis` with the additional items of `other`, each after its predecessor there.
  private static List<String> woven(Set<String> basis, Set<String> other) {
    var woven = new ArrayList<String>();
    var followers = new HashMap<String, List<String>>();
    List<String> behind = woven;
    for (String id : other) {
      if (basis.contains(id)) {
        behind = followers.computeIfAbsent(id, none -> new ArrayList<>());
      } else {
        behind.add(id);
      }
    }
    for (String id : basis) {
      woven.add(id);
      woven.addAll(followers.getOrDefault(id, List.of()));
    }
    return woven;
  }
}
