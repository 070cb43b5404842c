package dev.japply.check;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;

/// One map in a list of an object.
record MapItem(FieldPath path, MapValue map) {

  /// Returns the maps in the list at `list`; empty if there is no list.
  static List<MapItem> in(FieldPath list, MapValue object) {
    var items = new ArrayList<MapItem>();
    if (list.in(object) instanceof ListValue(List<Value> all)) {
      for (int i = 0; i < all.size(); i++) {
        if (all.get(i) instanceof MapValue map) {
          items.add(new MapItem(list.index(i), map));
        }
      }
    }
    return items;
  }
}
