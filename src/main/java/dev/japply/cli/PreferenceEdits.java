package dev.japply.cli;

import dev.japply.cli.flags.UsageException;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// Changes of preferences, as `kubectl kuberc set` makes them.
final class PreferenceEdits {
  private static final String ALIASES = "aliases";
  private static final String DEFAULTS = "defaults";
  private static final String OPTIONS = "options";

  private PreferenceEdits() {}

  /// A change of one section.
  sealed interface Edit {}

  /// Sets the default flags of a command.
  ///
  /// @param options the flags; empty to keep those that there are
  record SetDefaults(String command, List<Kuberc.Default> options) implements Edit {}

  /// Sets an alias. Empty lists keep those that there are.
  record SetAlias(
      String name,
      String command,
      List<Kuberc.Default> options,
      List<String> prepend,
      List<String> append)
      implements Edit {}

  /// Sets the rule for credential plugins.
  ///
  /// @param commands the programs that may run; empty unless the policy is `Allowlist`
  record SetPlugins(String policy, List<String> commands) implements Edit {}

  /// Returns preferences without content.
  static MapValue empty() {
    var preferences = new LinkedHashMap<String, Value>();
    preferences.put("apiVersion", Value.text(PreferenceFields.WRITTEN));
    preferences.put("kind", Value.text(PreferenceFields.KIND));
    return new MapValue(preferences);
  }

  /// Returns the preferences that kubectl recommends.
  static MapValue recommended() {
    MapValue apply = defaults("apply", List.of(option("server-side", "true")));
    MapValue delete = defaults("delete", List.of(option("interactive", "true")));
    return empty().with(DEFAULTS, ListValue.of(apply, delete));
  }

  /// Returns `preferences` after `edit`.
  ///
  /// @param overwrite whether an entry that there is may change
  /// @throws UsageException if the entry exists, and must not change
  static MapValue edited(MapValue preferences, Edit edit, boolean overwrite) {
    return switch (edit) {
      case SetDefaults set -> {
        String exists = "defaults for command \"%s\" already exist".formatted(set.command());
        List<String> names = Commands.names(set.command());
        int at =
            index(
                preferences,
                DEFAULTS,
                entry -> Commands.names(entry.text("command")).equals(names));
        check(at, overwrite, exists);
        List<Value> options = set.options().stream().map(PreferenceEdits::option).toList();
        MapValue entry =
            at < 0
                ? defaults(set.command(), options)
                : with(entry(preferences, DEFAULTS, at), OPTIONS, options);
        yield replaced(preferences, DEFAULTS, at, entry);
      }
      case SetAlias set -> {
        String exists = "alias \"%s\" already exists".formatted(set.name());
        int at = index(preferences, ALIASES, entry -> entry.text("name").equals(set.name()));
        check(at, overwrite, exists);
        yield replaced(preferences, ALIASES, at, alias(entry(preferences, ALIASES, at), set));
      }
      case SetPlugins set -> {
        MapValue after = preferences.with(PluginRules.POLICY, Value.text(set.policy()));
        List<Value> commands =
            set.commands().stream()
                .<Value>map(command -> MapValue.of("command", Value.text(command)))
                .toList();
        yield commands.isEmpty()
            ? after.without(PluginRules.ALLOWLIST)
            : after.with(PluginRules.ALLOWLIST, new ListValue(commands));
      }
    };
  }

  private static void check(int at, boolean overwrite, String exists) {
    if (at >= 0 && !overwrite) {
      throw new UsageException(exists + ", use --overwrite to replace");
    }
  }

  private static int index(MapValue preferences, String list, Predicate<MapValue> wanted) {
    List<MapValue> entries = entries(preferences, list);
    for (int i = 0; i < entries.size(); i++) {
      if (wanted.test(entries.get(i))) {
        return i;
      }
    }
    return -1;
  }

  private static List<MapValue> entries(MapValue preferences, String list) {
    return preferences.get(list) instanceof ListValue(var items)
        ? items.stream().map(item -> item instanceof MapValue map ? map : MapValue.EMPTY).toList()
        : List.of();
  }

  private static MapValue entry(MapValue preferences, String list, int at) {
    return at < 0 ? MapValue.EMPTY : entries(preferences, list).get(at);
  }

  private static MapValue replaced(MapValue preferences, String list, int at, MapValue entry) {
    var entries = new ArrayList<Value>();
    if (preferences.get(list) instanceof ListValue(var items)) {
      entries.addAll(items);
    }
    if (at < 0) {
      entries.add(entry);
    } else {
      entries.set(at, entry);
    }
    return preferences.with(list, new ListValue(entries));
  }

  private static MapValue defaults(String command, List<Value> options) {
    return MapValue.of("command", Value.text(command)).with(OPTIONS, new ListValue(options));
  }

  private static MapValue alias(MapValue before, SetAlias set) {
    MapValue alias =
        before.with("name", Value.text(set.name())).with("command", Value.text(set.command()));
    List<Value> options = set.options().stream().map(PreferenceEdits::option).toList();
    return with(
        with(with(alias, "prependArgs", texts(set.prepend())), "appendArgs", texts(set.append())),
        OPTIONS,
        options);
  }

  private static MapValue with(MapValue map, String key, List<Value> items) {
    return items.isEmpty() ? map : map.with(key, new ListValue(items));
  }

  private static List<Value> texts(List<String> texts) {
    return texts.stream().<Value>map(Value::text).toList();
  }

  private static Value option(Kuberc.Default option) {
    return option(option.flag(), option.value());
  }

  private static MapValue option(String name, String value) {
    return MapValue.of("name", Value.text(name)).with("default", Value.text(value));
  }

  /// Returns `preferences` as kubectl's Go type has them: with that order of fields, and without
  /// empty optional fields.
  static MapValue typed(MapValue preferences) {
    var typed = new LinkedHashMap<String, Value>();
    typed.put("kind", Value.text(PreferenceFields.KIND));
    typed.put("apiVersion", Value.text(preferences.text("apiVersion")));
    typed.put(DEFAULTS, list(preferences, DEFAULTS, PreferenceEdits::typedDefaults));
    typed.put(ALIASES, list(preferences, ALIASES, PreferenceEdits::typedAlias));
    String policy = preferences.text(PluginRules.POLICY);
    if (!policy.isEmpty()) {
      typed.put(PluginRules.POLICY, Value.text(policy));
    }
    ListValue commands = list(preferences, PluginRules.ALLOWLIST, PreferenceEdits::typedCommand);
    if (!commands.isEmpty()) {
      typed.put(PluginRules.ALLOWLIST, commands);
    }
    return new MapValue(typed);
  }

  private static ListValue list(MapValue map, String key, UnaryOperator<MapValue> typed) {
    return ListValue.of(entries(map, key), typed);
  }

  private static MapValue typedDefaults(MapValue entry) {
    Value options =
        entry.get(OPTIONS) instanceof ListValue
            ? list(entry, OPTIONS, PreferenceEdits::typedOption)
            : Value.NULL;
    return MapValue.of("command", Value.text(entry.text("command"))).with(OPTIONS, options);
  }

  private static MapValue typedAlias(MapValue entry) {
    var typed = new LinkedHashMap<String, Value>();
    typed.put("name", Value.text(entry.text("name")));
    typed.put("command", Value.text(entry.text("command")));
    for (String key : List.of("prependArgs", "appendArgs")) {
      if (entry.get(key) instanceof ListValue list && !list.isEmpty()) {
        typed.put(key, list);
      }
    }
    ListValue options = list(entry, OPTIONS, PreferenceEdits::typedOption);
    if (!options.isEmpty()) {
      typed.put(OPTIONS, options);
    }
    return new MapValue(typed);
  }

  private static MapValue typedOption(MapValue entry) {
    return option(entry.text("name"), entry.text("default"));
  }

  private static MapValue typedCommand(MapValue entry) {
    String command = entry.text("command");
    String named = command.isEmpty() ? entry.text("name") : command;
    return MapValue.of("command", Value.text(named));
  }
}
