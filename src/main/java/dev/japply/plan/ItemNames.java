package dev.japply.plan;

import dev.japply.schema.Topology;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
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
record ItemNames(List<String> keys) {
  ItemNames {
    keys = List.copyOf(keys);
  }

  /// Returns the names of the items of these lists; empty if items share all their keys.
  ///
  /// @param list the type of the lists
  static Optional<ItemNames> of(TypedField list, ListValue... lists) {
    List<String> usual = list.keys();
    List<String> all = serverKeys(list);
    var names = new ItemNames(usual.isEmpty() ? all : usual);
    if (names.areDistinct(lists)) {
      return Optional.of(names);
    }
    var full = new ItemNames(all);
    return !all.isEmpty() && full.areInAll(lists) && full.areDistinct(lists)
        ? Optional.of(full)
        : Optional.empty();
  }

  /// Returns the keys of a list in server-side apply; empty if it has none.
  static List<String> serverKeys(TypedField list) {
    return list.type() != null && list.type().def().topology() instanceof Topology.Keyed(var keys)
        ? keys
        : List.of();
  }

  /// Returns the name of an item: its keys, or the whole item if it has none of them.
  Value of(Value item) {
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
  SequencedMap<Value, Value> index(ListValue list) {
    var items = new LinkedHashMap<Value, Value>();
    list.items().forEach(item -> items.put(of(item), item));
    return items;
  }

  /// Whether no two items of a list have the same name.
  boolean areDistinct(ListValue... lists) {
    for (ListValue list : lists) {
      var seen = new HashSet<Value>();
      if (!list.items().stream().allMatch(item -> seen.add(of(item)))) {
        return false;
      }
    }
    return true;
  }

  private boolean areInAll(ListValue... lists) {
    for (ListValue list : lists) {
      for (Value item : list.items()) {
        if (!(item instanceof MapValue map && keys.stream().allMatch(map::has))) {
          return false;
        }
      }
    }
    return true;
  }
}
