package dev.japply.plan;

import dev.japply.schema.Schema;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.FieldType;
import dev.japply.walk.ItemNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Adds the keys of list items that a manifest leaves out because they have defaults, as a server
/// does. Only items of lists that repeat their merge key need them as names: without `protocol:
/// TCP`, a port has the same name as the one for UDP.
final class KeyDefaults {
  private KeyDefaults() {}

  /// Returns `object` with these keys.
  ///
  /// @param type the schema of the object; null if it is not known
  static MapValue in(MapValue object, @Nullable Schema type) {
    return type == null ? object : map(object, FieldType.of(type));
  }

  /// Returns `value` with these keys.
  ///
  /// @param type the type of `value`
  static Node in(Node value, FieldType type) {
    return switch (value) {
      case MapValue map -> map(map, type);
      case ListValue list -> list(list, type);
      default -> value;
    };
  }

  private static MapValue map(MapValue map, FieldType type) {
    MapValue result = map;
    for (var entry : map.entries().entrySet()) {
      Value value = entry.getValue();
      if (value instanceof MapValue || value instanceof ListValue) {
        Node filled = in(value, type.key(entry.getKey()));
        // Most maps stay as they are, and need no copy.
        result = filled.equals(value) ? result : result.with(entry.getKey(), (Value) filled);
      }
    }
    return result;
  }

  private static ListValue list(ListValue list, FieldType type) {
    List<String> keys = repeatsItsKey(list, type) ? type.serverKeys() : List.of();
    return list.map(value ->
        value instanceof MapValue map ? withKeys(map(map, type.item()), keys, type) : value);
  }

  private static boolean repeatsItsKey(ListValue list, FieldType type) {
    return type.type() != null
        && type.type().isStrategic()
        && !type.keys().isEmpty()
        && !new ItemNames(type.keys()).areDistinct(List.of(list));
  }

  private static MapValue withKeys(MapValue map, List<String> keys, FieldType list) {
    MapValue result = map;
    for (String key : keys) {
      result = list.itemKey(map, key) instanceof Value value ? result.with(key, value) : result;
    }
    return result;
  }
}
