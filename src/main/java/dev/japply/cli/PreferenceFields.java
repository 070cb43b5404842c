package dev.japply.cli;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The fields of a version of the preferences.
///
/// @param defaults the list of defaults for commands
/// @param options the list of flags in an entry
/// @param top the fields of the preferences
/// @param program the fields of an entry of the list of programs, which are its words for one thing
record PreferenceFields(String defaults, String options, Set<String> top, Set<String> program) {
  static final String KIND = "Preference";

  private static final String GROUP = "kubectl.config.k8s.io/";

  private static final String V1_VERSION = GROUP + "v1";
  private static final String V1BETA1_VERSION = GROUP + "v1beta1";
  private static final String V1ALPHA1_VERSION = GROUP + "v1alpha1";

  /// The known versions, the newest first.
  private static final List<String> VERSIONS =
      List.of(V1_VERSION, V1BETA1_VERSION, V1ALPHA1_VERSION);

  private static final Set<String> TOP =
      Set.of(
          "apiVersion", "kind", "aliases", "defaults", PluginRules.POLICY, PluginRules.ALLOWLIST);

  private static final PreferenceFields V1 =
      new PreferenceFields("defaults", "options", TOP, Set.of(PluginRules.COMMAND));

  private static final PreferenceFields V1BETA1 =
      new PreferenceFields(
          "defaults", "options", TOP, Set.of(PluginRules.COMMAND, PluginRules.OLD_COMMAND));

  private static final PreferenceFields V1ALPHA1 =
      new PreferenceFields(
          "overrides", "flags", Set.of("apiVersion", "kind", "aliases", "overrides"), Set.of());

  /// Returns the fields for the version of `document`; empty if the version is unknown, or the
  /// document has no preferences.
  static Optional<PreferenceFields> of(MapValue document) {
    if (!document.text("kind").equals(KIND)) {
      return Optional.empty();
    }
    return switch (document.text("apiVersion")) {
      case V1_VERSION -> Optional.of(V1);
      case V1BETA1_VERSION -> Optional.of(V1BETA1);
      case V1ALPHA1_VERSION -> Optional.of(V1ALPHA1);
      default -> Optional.empty();
    };
  }

  /// Returns the message that `document` has preferences of an unknown version; empty if it has
  /// none, or its version is known.
  static Optional<String> unknownVersion(MapValue document) {
    String version = document.text("apiVersion");
    return document.text("kind").equals(KIND)
            && version.startsWith(GROUP)
            && !VERSIONS.contains(version)
        ? Optional.of(
            "the version \"%s\" is not one of %s".formatted(version, String.join(", ", VERSIONS)))
        : Optional.empty();
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
        texts(wrong, entry, preferences, program.toArray(String[]::new));
      }
    }
    return wrong.stream().findFirst();
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
      add(unknown, entry, preferences, program);
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
