package dev.japply.walk;

import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The keys of list items with a merge key, which are one item or several by the keys of
/// server-side apply.
///
/// @param item the type of the items
/// @param mergeKey the key of strategic merges
/// @param all the keys of server-side apply
public record ItemKeys(FieldType item, String mergeKey, List<String> all) {
  public ItemKeys {
    all = List.copyOf(all);
  }

  /// Returns a key of an item, or its default; missing if there is neither. An empty text gets the
  /// default of a built-in type, too.
  public Node key(MapValue map, String key) {
    Node value = map.get(key);
    boolean builtin = item.type() != null && item.type().isStrategic();
    boolean unset = value instanceof Missing || (builtin && value.equals(Value.text("")));
    Node usual = unset ? item.key(key).rule().defaultValue() : value;
    return usual instanceof Missing ? value : usual;
  }

  /// Whether two items can be one: no key that both have, or that has a default, differs.
  public boolean agree(MapValue one, MapValue other) {
    return all.stream()
        .allMatch(key -> {
          Node a = known(one, key);
          Node b = known(other, key);
          return a instanceof Missing || b instanceof Missing || a.equals(b);
        });
  }

  /// Returns a key of an item, or its default. A null and an empty text count as left out.
  private Node known(MapValue map, String key) {
    Node value = isUnset(map.get(key)) ? key(map.without(key), key) : map.get(key);
    return isUnset(value) ? Missing.MISSING : value;
  }

  private static boolean isUnset(Node key) {
    return SemanticEquality.isNothing(key) || key.equals(Value.text(""));
  }

  /// Whether two sides add different items with one merge key, such as one port number for TCP and
  /// for UDP. If their origin has that key, one side has changed the item.
  public boolean addApart(List<Value> origin, List<Value> one, List<Value> other) {
    if (mergeKey.isEmpty() || all.isEmpty() || all.equals(List.of(mergeKey))) {
      return false;
    }
    Map<Value, MapValue> known = byMergeKey(origin);
    Map<Value, MapValue> others = byMergeKey(other);
    return byMergeKey(one).entrySet().stream()
        .filter(item -> !known.containsKey(item.getKey()))
        .anyMatch(item -> {
          MapValue there = others.get(item.getKey());
          return there != null && !agree(item.getValue(), there);
        });
  }

  private Map<Value, MapValue> byMergeKey(List<Value> list) {
    var items = new HashMap<Value, MapValue>();
    for (Value value : list) {
      if (value instanceof MapValue map && map.get(mergeKey) instanceof Value key) {
        items.put(key, map);
      }
    }
    return items;
  }
}
