package dev.japply.check;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;

record MapAtPath(FieldPath path, MapValue map) {

  static MapAtPath of(MapValue object) {
    return new MapAtPath(FieldPath.root(), object);
  }

  /// Returns the map at `path` in an object; empty if there is none.
  static MapAtPath at(FieldPath path, MapValue object) {
    return new MapAtPath(path, path.in(object) instanceof MapValue map ? map : MapValue.EMPTY);
  }

  /// Returns the map at `key`; empty if there is none.
  MapAtPath part(String key) {
    return new MapAtPath(path.key(key), map.map(key));
  }

  List<MapAtPath> parts() {
    var parts = new ArrayList<MapAtPath>();
    map.entries()
        .forEach((key, value) -> {
          if (value instanceof MapValue part) {
            parts.add(new MapAtPath(path.key(key), part));
          }
        });
    return parts;
  }

  Node get(String key) {
    return map.get(key);
  }

  /// Returns the text at `key`; empty if there is none.
  String text(String key) {
    return map.text(key);
  }

  /// Returns the maps in the list at `key`; empty if there is no list.
  List<MapAtPath> items(String key) {
    if (!(map.get(key) instanceof ListValue(List<Value> all))) {
      return List.of();
    }
    FieldPath list = path.key(key);
    var items = new ArrayList<MapAtPath>();
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i) instanceof MapValue item) {
        items.add(new MapAtPath(list.index(i), item));
      }
    }
    return items;
  }
}
