package dev.japply.tree;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.tree.Value.MapValue;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.Set;

/// The items of a [Value.ListValue], immutable. A long list keeps the places of its items by their
/// keys: to compare all of them for each one would take quadratic time.
final class Items extends AbstractList<Value> implements RandomAccess {
  private static final int FEW = 16;

  /// Number of indexes that a list may have: its items could all have other keys.
  private static final int INDEXES = 4;

  private final List<Value> items;

  /// The places of items by the values of some keys. Two threads may both find them.
  private Map<Set<String>, Map<Value, List<Integer>>> byKeys = Map.of();

  /// The places of items by themselves; empty before the first search.
  private Map<Value, List<Integer>> whole = Map.of();

  private Items(List<Value> items) {
    this.items = items;
  }

  /// These items, which are not copied if they are immutable.
  static List<Value> copyOf(List<Value> items) {
    if (items instanceof Items same) {
      return same;
    }
    List<Value> copy = List.copyOf(items);
    return copy.size() <= FEW ? copy : new Items(copy);
  }

  /// Returns the places of the items with the `identity`: the keys and values of a map, or the item
  /// itself.
  static List<Integer> places(List<Value> items, Value identity) {
    return items instanceof Items many ? many.places(identity) : scanned(items, identity);
  }

  private static List<Integer> scanned(List<Value> items, Value identity) {
    var places = new ArrayList<Integer>(1);
    for (int i = 0; i < items.size(); i++) {
      if (is(items.get(i), identity)) {
        places.add(i);
      }
    }
    return places;
  }

  private static boolean is(Value item, Value identity) {
    if (!(item instanceof MapValue map && identity instanceof MapValue(var keys))) {
      return item.equals(identity);
    }
    for (var key : keys.entrySet()) {
      if (!key.getValue().equals(map.get(key.getKey()))) {
        return false;
      }
    }
    return true;
  }

  private List<Integer> places(Value identity) {
    if (!(identity instanceof MapValue map)) {
      return whole().getOrDefault(identity, List.of());
    }
    Set<String> keys = Set.copyOf(map.entries().keySet());
    Map<Value, List<Integer>> index = byKeys.get(keys);
    if (index == null && byKeys.size() == INDEXES) {
      return scanned(items, identity);
    }
    return (index == null ? indexed(keys) : index).getOrDefault(identity, List.of());
  }

  private Map<Value, List<Integer>> whole() {
    if (whole.isEmpty()) {
      var index = new HashMap<Value, List<Integer>>();
      for (int i = 0; i < items.size(); i++) {
        add(index, items.get(i), i);
      }
      whole = Collections.unmodifiableMap(index);
    }
    return whole;
  }

  private Map<Value, List<Integer>> indexed(Set<String> keys) {
    var index = new HashMap<Value, List<Integer>>();
    for (int i = 0; i < items.size(); i++) {
      if (items.get(i) instanceof MapValue item && item.entries().keySet().containsAll(keys)) {
        add(index, item.mapEntries((key, value) -> keys.contains(key) ? value : MISSING), i);
      }
    }
    var more = new HashMap<>(byKeys);
    more.put(keys, Collections.unmodifiableMap(index));
    byKeys = Map.copyOf(more);
    return index;
  }

  private static void add(Map<Value, List<Integer>> index, Value identity, int place) {
    index.computeIfAbsent(identity, none -> new ArrayList<>(1)).add(place);
  }

  @Override
  public Value get(int index) {
    return items.get(index);
  }

  @Override
  public int size() {
    return items.size();
  }

  @Override
  public Object[] toArray() {
    return items.toArray();
  }
}
