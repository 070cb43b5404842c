package dev.japply.walk;

import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Adds the keys of list items that a manifest leaves out because they have defaults, as a server
/// does. Only items of lists that repeat their merge key need them as names: without `protocol:
/// TCP`, a port has the same name as the one for UDP.
public final class KeyDefaults {
  private KeyDefaults() {}

  /// Returns `object` with these keys.
  ///
  /// @param type the schema of the object; null if it is not known
  public static MapValue in(MapValue object, @Nullable Schema type) {
    return type == null ? object : map(object, FieldType.of(type));
  }

  /// Returns `value` with these keys.
  ///
  /// @param type the type of `value`
  public static Node in(Node value, FieldType type) {
    return switch (value) {
      case MapValue map -> map(map, type);
      case ListValue list -> list(list, type);
      default -> value;
    };
  }

  /// Returns the documents at a place with these keys, where a list of one of them needs them.
  public static Place together(Place at) {
    if (at.areOrMissing(MapValue.class)) {
      return maps(at);
    }
    return at.areOrMissing(ListValue.class) && at.type().type() != null ? lists(at) : at;
  }

  private static Place maps(Place at) {
    Place result = at;
    for (Place entry : at.entries()) {
      Place filled = together(entry);
      for (int i = 0; i < at.nodes().size(); i++) {
        if (result.at(i) instanceof MapValue map && !filled.at(i).equals(entry.at(i))) {
          String key = ((FieldPath.Key) entry.path()).key();
          result = result.with(i, map.with(key, (Value) filled.at(i)));
        }
      }
    }
    return result;
  }

  private static Place lists(Place at) {
    boolean repeat =
        at.nodes().stream()
            .anyMatch(node -> node instanceof ListValue list && repeatsItsKey(list, at.type()));
    Place result = at;
    for (int i = 0; repeat && i < at.nodes().size(); i++) {
      result = result.with(i, withKeys(at.at(i), at.type()));
    }
    Place named = result;
    return named.items().map(items -> items(named, items)).orElse(named);
  }

  private static Node withKeys(Node node, FieldType list) {
    return node instanceof ListValue items
        ? items.map(
            item -> item instanceof MapValue map ? withKeys(map, list.serverKeys(), list) : item)
        : node;
  }

  private static Place items(Place at, Place.Items items) {
    var filled = new HashMap<FieldPath, Place>();
    items.all().forEach(item -> filled.put(item.path(), together(item)));
    Place result = at;
    for (int i = 0; i < at.nodes().size(); i++) {
      if (at.at(i) instanceof ListValue) {
        int document = i;
        List<Value> all =
            items.names().get(i).stream()
                .map(name ->
                    (Value) Objects.requireNonNull(filled.get(at.path().item(name))).at(document))
                .toList();
        result = result.with(i, new ListValue(all));
      }
    }
    return result;
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
