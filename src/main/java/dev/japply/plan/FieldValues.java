package dev.japply.plan;

import static dev.japply.plan.IgnoredFields.CLAIMED;
import static dev.japply.plan.IgnoredFields.CONFIG;
import static dev.japply.plan.IgnoredFields.LIVE;
import static dev.japply.plan.IgnoredFields.OWNED;
import static dev.japply.plan.IgnoredFields.RESULT;
import static dev.japply.tree.Missing.MISSING;

import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.walk.Place;
import java.util.List;

/// Changes of the maps and lists at one place of the documents of a merge.
final class FieldValues {
  private FieldValues() {}

  /// Returns a place as for a new object.
  static Place onlyClaimed(Place at) {
    Place result = at;
    for (int document = 0; document < at.nodes().size(); document++) {
      result = document == CLAIMED ? result : result.with(document, MISSING);
    }
    return result;
  }

  /// Returns `maps` with `entry` at `key`.
  ///
  /// @param root whether they are whole documents, which never go
  static Place withEntry(Place maps, String key, Place entry, boolean root) {
    Place result = maps;
    for (int document : List.of(CONFIG, OWNED, CLAIMED)) {
      Node after = put(maps.at(document), key, entry.at(document), document != CLAIMED);
      result = with(result, document, after, root);
    }
    boolean comesIn =
        !(maps.at(CONFIG) instanceof MapValue) && result.at(CONFIG) instanceof MapValue;
    boolean goes = maps.at(LIVE) instanceof MapValue && !(maps.at(RESULT) instanceof Value);
    return comesIn && goes ? result.with(OWNED, maps.at(LIVE)) : result;
  }

  /// Returns `at` with another value in one document, or without an empty map or list: in the
  /// annotation it would claim ownership, and in the manifest it would be created.
  static Place with(Place at, int document, Node after, boolean root) {
    boolean emptied = isEmpty(after) && !isEmpty(at.at(document));
    boolean left = emptied && !root && (document != CONFIG || !(at.at(LIVE) instanceof Value));
    return at.with(document, left ? MISSING : after);
  }

  private static boolean isEmpty(Node node) {
    return node.equals(MapValue.EMPTY) || node.equals(ListValue.EMPTY);
  }

  private static Node put(Node into, String key, Node entry, boolean creates) {
    boolean creating = creates && (into == MISSING || into instanceof NullValue);
    if (into instanceof MapValue map) {
      return entry instanceof Value value
          ? value.equals(map.get(key)) ? map : map.with(key, value)
          : map.without(key);
    }
    return creating && entry instanceof Value value ? MapValue.of(key, value) : into;
  }
}
