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
/// @param top the fields of the preferences
record PreferenceFields(String defaults, String options, Set<String> top) {
  static final PreferenceFields V1BETA1 =
      new PreferenceFields(
          "defaults",
          "options",
          Set.of(
              "apiVersion",
              "kind",
              "aliases",
              "defaults",
              PluginRules.POLICY,
              PluginRules.ALLOWLIST));

  static final PreferenceFields V1ALPHA1 =
      new PreferenceFields(
          "overrides", "flags", Set.of("apiVersion", "kind", "aliases", "overrides"));

  /// Returns the paths of fields that the version does not have.
  List<FieldPath> unknown(MapValue preferences) {
    var unknown = new ArrayList<FieldPath>();
    FieldPath root = FieldPath.root();
    add(unknown, root, preferences, top);
    addEntries(
        unknown,
        root.key("aliases"),
        preferences,
        Set.of("name", "command", "prependArgs", "appendArgs", options));
    addEntries(unknown, root.key(defaults), preferences, Set.of("command", options));
    for (FieldPath entry : items(root.key(PluginRules.ALLOWLIST), preferences)) {
      add(unknown, entry, preferences, PluginRules.ENTRY);
    }
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
