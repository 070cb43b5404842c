package dev.japply.walk;

import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// The names of list items in the paths of fields, which are the same in all commands.
///
/// An item is named by its merge key. If that is repeated, as one port number for TCP and UDP is,
/// the keys of server-side apply name it. An item of a list without keys is its own name.
///
/// @param keys the keys in a name; empty if items are their own names
public record ItemNames(List<String> keys) {
  public ItemNames {
    keys = List.copyOf(keys);
  }

  /// Returns the names of the items of these lists; empty if items share all their keys.
  ///
  /// @param list the type of the lists
  static Optional<ItemNames> of(FieldType list, Collection<ListValue> lists) {
    List<String> usual = list.keys();
    List<String> all = list.serverKeys();
    var names = new ItemNames(usual.isEmpty() ? all : usual);
    if (lists.stream().allMatch(names::areDistinct)) {
      return Optional.of(names);
    }
    var full = new ItemNames(all);
    return !all.isEmpty()
            && lists.stream().allMatch(some -> full.areInAll(some) && full.areDistinct(some))
        ? Optional.of(full)
        : Optional.empty();
  }

  /// Returns the name of an item: its keys, or the whole item if it has none of them.
  public Value of(Value item) {
    if (!(item instanceof MapValue map)) {
      return item;
    }
    var name = new LinkedHashMap<String, Value>();
    for (String key : keys) {
      if (map.get(key) instanceof Value value) {
        name.put(key, value);
      }
    }
    return name.isEmpty() ? item : new MapValue(name);
  }

  /// Returns the items of a list by their names, in the order of the list.
  ///
  /// @param repeated whether a name that is repeated is in a pair with its count; else the first
  ///   item has it
  SequencedMap<Value, Node> index(ListValue list, boolean repeated) {
    var items = new LinkedHashMap<Value, Node>();
    var counts = new HashMap<Value, Integer>();
    for (Value item : list.items()) {
      Value name = of(item);
      int count = repeated ? counts.merge(name, 1, Integer::sum) : 1;
      items.putIfAbsent(count == 1 ? name : ListValue.of(name, Value.number(count)), item);
    }
    return items;
  }

  /// Whether no two items of a list have the same name.
  public boolean areDistinct(ListValue list) {
    var seen = new HashSet<Value>();
    return list.items().stream().allMatch(item -> seen.add(of(item)));
  }

  /// Whether all items have all keys; without keys, whether no item is a map.
  public boolean areInAll(ListValue list) {
    return list.items().stream()
        .allMatch(item ->
            item instanceof MapValue map
                ? !keys.isEmpty() && keys.stream().allMatch(map::has)
                : keys.isEmpty());
  }
}
