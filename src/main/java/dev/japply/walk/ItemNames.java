package dev.japply.walk;

import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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

  /// Returns the names of the items of these lists; null if items share all their keys.
  ///
  /// @param type the type of the lists
  /// @param nodes the lists; other nodes do not count
  public static @Nullable ItemNames of(FieldType type, List<Node> nodes) {
    return of(new ItemNames(type.keys()), type.serverKeys(), nodes);
  }

  /// Returns the names of the items of these lists; null if items share all their keys.
  ///
  /// @param names the names by the merge key
  /// @param serverKeys the keys of server-side apply
  /// @param nodes the lists; other nodes do not count
  public static @Nullable ItemNames of(
      ItemNames names, List<String> serverKeys, List<? extends Node> nodes) {
    if (names.areDistinct(nodes)) {
      return names;
    }
    var all = new ItemNames(serverKeys);
    return !all.keys.isEmpty() && all.areInAll(nodes) && all.areDistinct(nodes) ? all : null;
  }

  /// Returns the names of the items of these lists, which all have them; null if an item lacks a
  /// key, or items share all their keys. Repeats of an item without keys have one name. Lists of
  /// scalars are merged by their values, also where the type expects items with keys.
  ///
  /// @param type the type of the lists
  /// @param nodes the lists; other nodes do not count
  public static @Nullable ItemNames ofAll(FieldType type, List<Node> nodes) {
    boolean whole = type.keys().isEmpty() || haveOnlyScalars(nodes);
    ItemNames names = whole ? new ItemNames(List.of()) : of(type, nodes);
    return names != null && names.areInAll(nodes) ? names : null;
  }

  private static boolean haveOnlyScalars(List<Node> nodes) {
    return nodes.stream()
        .allMatch(node ->
            !(node instanceof ListValue(List<Value> items))
                || items.stream()
                    .noneMatch(item -> item instanceof MapValue || item instanceof ListValue));
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
  Map<Value, Value> index(List<Value> list, boolean repeated) {
    var items = new LinkedHashMap<Value, Value>();
    var counts = new HashMap<Value, Integer>();
    for (Value item : list) {
      Value name = of(item);
      int count = repeated ? counts.getOrDefault(name, 0) + 1 : 1;
      counts.put(name, count);
      items.putIfAbsent(count == 1 ? name : ListValue.of(name, Value.number(count)), item);
    }
    return items;
  }

  /// Whether no two items of a list have the same name.
  ///
  /// @param nodes lists; other nodes do not count
  public boolean areDistinct(List<? extends Node> nodes) {
    for (Node node : nodes) {
      if (node instanceof ListValue(List<Value> items)) {
        var seen = new HashSet<Value>();
        for (Value item : items) {
          if (!seen.add(of(item))) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /// Whether all items have all keys; without keys, whether no item is a map.
  ///
  /// @param nodes lists; other nodes do not count
  public boolean areInAll(List<? extends Node> nodes) {
    for (Node node : nodes) {
      if (node instanceof ListValue(List<Value> items)) {
        for (Value item : items) {
          boolean all =
              item instanceof MapValue map
                  ? !keys.isEmpty() && map.entries().keySet().containsAll(keys)
                  : keys.isEmpty();
          if (!all) {
            return false;
          }
        }
      }
    }
    return true;
  }
}
