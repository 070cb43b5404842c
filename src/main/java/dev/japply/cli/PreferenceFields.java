package dev.japply.cli;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The fields of a version of the preferences.
///
/// @param defaults the list of defaults for commands
/// @param options the list of flags in an entry
record PreferenceFields(String defaults, String options) {

  /// Returns the paths of fields that the version does not have.
  List<FieldPath> unknown(MapValue preferences) {
    var unknown = new ArrayList<FieldPath>();
    FieldPath root = FieldPath.root();
    add(unknown, root, preferences, Set.of("apiVersion", "kind", "aliases", defaults));
    addEntries(
        unknown,
        root.key("aliases"),
        preferences,
        Set.of("name", "command", "prependArgs", "appendArgs", options));
    addEntries(unknown, root.key(defaults), preferences, Set.of("command", options));
    return unknown;
  }

  private void addEntries(
      List<FieldPath> unknown, FieldPath list, MapValue preferences, Set<String> known) {
    for (FieldPath entry : items(list, preferences)) {
      add(unknown, entry, preferences, known);
      for (FieldPath option : items(entry.key(options), preferences)) {
        add(unknown, option, preferences, Set.of("name", "default"));
      }
    }
  }

  private static List<FieldPath> items(FieldPath list, MapValue preferences) {
    var items = new ArrayList<FieldPath>();
    if (list.in(preferences) instanceof ListValue(var values)) {
      values.forEach(value -> items.add(list.index(items.size())));
    }
    return items;
  }

  private static void add(
      List<FieldPath> unknown, FieldPath place, MapValue preferences, Set<String> known) {
    if (place.in(preferences) instanceof MapValue fields) {
      fields.entries().keySet().stream()
          .filter(key -> !known.contains(key))
          .forEach(key -> unknown.add(place.key(key)));
    }
  }
}
