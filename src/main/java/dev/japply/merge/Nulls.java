package dev.japply.merge;

import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.LinkedHashMap;

/// Explicit nulls in maps.
final class Nulls {
  private Nulls() {}

  /// Returns the value without the null entries of its maps, also within lists; null items of lists
  /// are retained. The API server does this with a new map in a patch.
  static Value drop(Value value) {
    return switch (value) {
      case MapValue map -> drop(map);
      case ListValue list -> new ListValue(list.items().stream().map(Nulls::drop).toList());
      default -> value;
    };
  }

  static MapValue drop(MapValue map) {
    var entries = new LinkedHashMap<String, Value>();
    map.entries()
        .forEach((key, value) -> {
          if (!value.equals(Value.NULL)) {
            entries.put(key, drop(value));
          }
        });
    return new MapValue(entries);
  }
}
