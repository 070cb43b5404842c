package dev.japply.check;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;

/// A map in an object, with its path.
record MapPart(FieldPath path, MapValue map) {

  /// Returns the whole of an object.
  static MapPart of(MapValue object) {
    return new MapPart(FieldPath.root(), object);
  }

  /// Returns the map at `path` in an object; empty if there is none.
  static MapPart at(FieldPath path, MapValue object) {
    return new MapPart(path, path.in(object) instanceof MapValue map ? map : MapValue.EMPTY);
  }

  /// Returns the map at `key`; empty if there is none.
  MapPart part(String key) {
    return new MapPart(path.key(key), map.map(key));
  }

  /// Returns the maps at all keys.
  List<MapPart> parts() {
    var parts = new ArrayList<MapPart>();
    map.entries()
        .forEach((key, value) -> {
          if (value instanceof MapValue part) {
            parts.add(new MapPart(path.key(key), part));
          }
        });
    return parts;
  }

  /// Returns the value at `key`.
  Node get(String key) {
    return map.get(key);
  }

  /// Returns the text at `key`; empty if there is none.
  String text(String key) {
    return map.text(key);
  }

  /// Returns the maps in the list at `key`; empty if there is no list.
  List<MapPart> items(String key) {
    if (!(map.get(key) instanceof ListValue(List<Value> all))) {
      return List.of();
    }
    FieldPath list = path.key(key);
    var items = new ArrayList<MapPart>();
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i) instanceof MapValue item) {
        items.add(new MapPart(list.index(i), item));
      }
    }
    return items;
  }
}
