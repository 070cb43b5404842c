package dev.japply.cli;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The fields of a version of the preferences.
///
/// @param defaults the list of defaults for commands
/// @param options the list of flags in an entry
/// @param top the fields of the preferences
record PreferenceFields(String defaults, String options, Set<String> top) {
  static final String KIND = "Preference";

  private static final String GROUP = "kubectl.config.k8s.io/";

  /// The newest version, as its `apiVersion`.
  static final String NEWEST = GROUP + "v1beta1";

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

  /// Returns the fields for the version of `document`; empty if the version is unknown, or the
  /// document has no preferences.
  static Optional<PreferenceFields> of(MapValue document) {
    if (!document.text("kind").equals(KIND)) {
      return Optional.empty();
    }
    return switch (document.text("apiVersion")) {
      case NEWEST -> Optional.of(V1BETA1);
      case GROUP + "v1alpha1" -> Optional.of(V1ALPHA1);
      default -> Optional.empty();
    };
  }

  /// A field with a wrong type.
  ///
  /// @param remedy the type that the version requires
  record Mistyped(FieldPath field, String remedy) {
    @Override
    public String toString() {
      return field + " has a wrong type: " + remedy;
    }
  }

  /// Returns the first field that has a wrong type; empty if there is none.
  Optional<Mistyped> mistyped(MapValue preferences) {
    var wrong = new ArrayList<Mistyped>();
    FieldPath root = FieldPath.root();
    for (String list : List.of("aliases", defaults)) {
      for (FieldPath entry : maps(wrong, root.key(list), preferences)) {
        texts(wrong, entry, preferences, "name", "command");
        for (FieldPath option : maps(wrong, entry.key(options), preferences)) {
          texts(wrong, option, preferences, "name", "default");
        }
        textLists(wrong, entry, preferences);
      }
    }
    if (top.contains(PluginRules.POLICY)) {
      texts(wrong, root, preferences, PluginRules.POLICY);
      for (FieldPath entry : maps(wrong, root.key(PluginRules.ALLOWLIST), preferences)) {
        texts(wrong, entry, preferences, "name", "command");
      }
    }
    return wrong.stream().findFirst();
  }

  MapValue converted(MapValue preferences) {
    MapValue renamed = renamed(preferences, defaults, V1BETA1.defaults());
    for (String list : List.of("aliases", V1BETA1.defaults())) {
      if (renamed.get(list) instanceof ListValue(var entries)) {
        var converted = new ArrayList<Value>();
        for (Value entry : entries) {
          converted.add(
              entry instanceof MapValue map ? renamed(map, options, V1BETA1.options()) : entry);
        }
        renamed = renamed.with(list, new ListValue(converted));
      }
    }
    return renamed.with("apiVersion", Value.text(NEWEST));
  }

  private static MapValue renamed(MapValue map, String from, String to) {
    var renamed = new LinkedHashMap<String, Value>();
    map.entries().forEach((key, value) -> renamed.put(key.equals(from) ? to : key, value));
    return new MapValue(renamed);
  }

  /// Returns the entries of a list. Adds the list or its entries to `wrong` if their types differ.
  private static List<FieldPath> maps(List<Mistyped> wrong, FieldPath list, MapValue preferences) {
    List<FieldPath> items = list(wrong, list, preferences);
    for (FieldPath item : items) {
      if (!isNull(item.in(preferences)) && !(item.in(preferences) instanceof MapValue)) {
        wrong.add(new Mistyped(item, "it must be a map"));
      }
    }
    return items;
  }

  private static List<FieldPath> list(List<Mistyped> wrong, FieldPath list, MapValue preferences) {
    if (!isNull(list.in(preferences)) && !(list.in(preferences) instanceof ListValue)) {
      wrong.add(new Mistyped(list, "it must be a list"));
    }
    return items(list, preferences);
  }

  private static void textLists(List<Mistyped> wrong, FieldPath entry, MapValue preferences) {
    for (String key : List.of("prependArgs", "appendArgs")) {
      list(wrong, entry.key(key), preferences).forEach(item -> text(wrong, item, preferences));
    }
  }

  private static void texts(
      List<Mistyped> wrong, FieldPath map, MapValue preferences, String... keys) {
    for (String key : keys) {
      text(wrong, map.key(key), preferences);
    }
  }

  private static void text(List<Mistyped> wrong, FieldPath field, MapValue preferences) {
    if (!isNull(field.in(preferences)) && !(field.in(preferences) instanceof StringValue)) {
      wrong.add(new Mistyped(field, "it must be a string; quote it"));
    }
  }

  private static boolean isNull(Node value) {
    return value instanceof Missing || value instanceof NullValue;
  }

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
