package dev.japply.cluster;

import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import java.util.LinkedHashMap;

/// RFC 7386, as a server carries it out.
final class JsonMergePatch {
  private JsonMergePatch() {}

  static MapValue apply(MapValue target, MapValue patch) {
    var entries = new LinkedHashMap<>(target.entries());
    patch
        .entries()
        .forEach((key, value) -> {
          switch (value) {
            case NullValue() -> entries.remove(key);
            case MapValue map -> entries.put(key, apply(target.map(key), map));
            default -> entries.put(key, value);
          }
        });
    return MapValue.copyOf(entries);
  }
}
