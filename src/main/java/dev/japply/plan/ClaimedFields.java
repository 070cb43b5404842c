package dev.japply.plan;

import dev.japply.schema.PatchRule;
import dev.japply.schema.Schema;
import dev.japply.schema.Topology;
import dev.japply.tree.GoJson;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The fields that a configuration claims: keys of maps, and entries of lists that merge. A list
/// that is replaced as a whole is one field; values do not count.
final class ClaimedFields {
  private ClaimedFields() {}

  /// Checks whether `one` and `other` claim the same fields.
  ///
  /// @param type the schema of both; null if it is not known
  static boolean same(Node one, Node other, @Nullable Schema type) {
    if (one instanceof MapValue map && other instanceof MapValue map2) {
      return maps(map, map2, type);
    }
    boolean map = one instanceof MapValue || other instanceof MapValue;
    return !map && one instanceof Value == other instanceof Value;
  }

  private static boolean maps(MapValue one, MapValue other, @Nullable Schema type) {
    Map<String, Value> entries = one.entries();
    return entries.keySet().equals(other.entries().keySet())
        && entries.entrySet().stream()
            .allMatch(
                entry -> field(entry.getKey(), entry.getValue(), other.get(entry.getKey()), type));
  }

  private static boolean field(String key, Node one, Node other, @Nullable Schema map) {
    Schema.Field field = map == null ? null : map.field(key).orElse(null);
    Schema type = field == null ? additional(map) : field.type();
    if (one instanceof ListValue list && other instanceof ListValue list2) {
      PatchRule rule = field == null ? PatchRule.NONE : field.rule();
      return type == null || !merges(type, rule) || entries(list, list2, type, keys(type, rule));
    }
    return same(one, other, type);
  }

  private static @Nullable Schema additional(@Nullable Schema map) {
    return map == null ? null : map.additional().orElse(null);
  }

  private static boolean merges(Schema list, PatchRule rule) {
    return list.isStrategic()
        ? rule.strategies().contains("merge")
        : list.def().topology() != Topology.Plain.USUAL;
  }

  /// Returns the merge keys of a list; empty if items are compared as a whole.
  private static List<String> keys(Schema list, PatchRule rule) {
    var keys = new ArrayList<String>();
    if (list.def().topology() instanceof Topology.Keyed(List<String> named)) {
      keys.addAll(named);
    }
    if (list.isStrategic()) {
      keys.add(rule.mergeKey());
      return rule.mergeKey().isEmpty() ? List.of() : keys;
    }
    return keys;
  }

  private static boolean entries(ListValue one, ListValue other, Schema list, List<String> keys) {
    if (keys.isEmpty()) {
      return new HashSet<>(one.items()).equals(new HashSet<>(other.items()));
    }
    MapValue items = byKeys(one, keys);
    MapValue others = byKeys(other, keys);
    Schema type = list.items().orElse(null);
    return items.entries().keySet().equals(others.entries().keySet())
        && items.entries().entrySet().stream()
            .allMatch(item -> same(item.getValue(), others.get(item.getKey()), type));
  }

  /// Returns the items by their identity; items without identity by their order.
  private static MapValue byKeys(ListValue list, List<String> keys) {
    var seen = new HashMap<String, Integer>();
    var items = new LinkedHashMap<String, Value>();
    for (Value item : list.items()) {
      String identity = item instanceof MapValue map ? identity(map, keys) : GoJson.write(item);
      items.put(identity + "#" + seen.merge(identity, 1, Integer::sum), item);
    }
    return new MapValue(items);
  }

  private static String identity(MapValue item, List<String> keys) {
    var identity = new StringBuilder();
    for (String key : keys) {
      identity.append(item.get(key) instanceof Value value ? GoJson.write(value) : "").append(',');
    }
    return identity.toString();
  }
}
