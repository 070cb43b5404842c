package dev.japply.cli;

import dev.japply.cluster.config.PluginPolicy;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Reads the rule for credential plugins from the user's preferences.
final class PluginRules {
  static final String POLICY = "credentialPluginPolicy";
  static final String ALLOWLIST = "credentialPluginAllowlist";

  /// The field of an entry that names its program.
  static final String COMMAND = "command";

  /// The same field in older versions.
  static final String OLD_COMMAND = "name";

  /// The start of both fields. It identifies misspelt ones.
  private static final String FIELDS = "credentialPlugin";

  private static final String MISCONFIGURED = "misconfigured credential plugin allowlist: ";

  private PluginRules() {}

  /// Returns the rule in `preferences`, whose fields have the types of their version.
  ///
  /// @param version the fields of the version of the preferences
  /// @throws IllegalArgumentException if the fields contradict each other
  static PluginPolicy read(MapValue preferences, PreferenceFields version) {
    Set<String> known = version.top();
    for (String key : preferences.entries().keySet()) {
      if (!known.contains(key) && key.regionMatches(true, 0, FIELDS, 0, FIELDS.length())) {
        return PluginPolicy.unknown("the preferences have an unknown field \"" + key + "\"");
      }
    }
    if (!known.contains(POLICY)) {
      return PluginPolicy.ALLOW_ALL;
    }
    String policy = preferences.text(POLICY);
    List<Value> list = list(preferences);
    boolean isGiven = preferences.get(ALLOWLIST) instanceof ListValue;
    return switch (policy) {
      case "", "AllowAll", "DenyAll" -> {
        if (isGiven) {
          throw new IllegalArgumentException(
              MISCONFIGURED + "plugin policy is \"%s\" but allowlist is non-nil".formatted(policy));
        }
        yield policy.equals("DenyAll") ? PluginPolicy.DENY_ALL : PluginPolicy.ALLOW_ALL;
      }
      case "Allowlist" -> {
        if (list.isEmpty()) {
          throw new IllegalArgumentException(
              "credential plugin policy set to \"Allowlist\", but allowlist is "
                  + (isGiven ? "empty; use \"DenyAll\" policy instead" : "unspecified"));
        }
        yield PluginPolicy.only(commands(list, version.program()));
      }
      default -> throw new IllegalArgumentException("unknown plugin policy: \"" + policy + "\"");
    };
  }

  private static List<String> commands(List<Value> list, Set<String> known) {
    var commands = new ArrayList<String>();
    for (Value entry : list) {
      MapValue map = entry instanceof MapValue fields ? fields : MapValue.EMPTY;
      String command = map.text(COMMAND);
      String name = known.contains(OLD_COMMAND) ? map.text(OLD_COMMAND) : "";
      if (!command.isEmpty() && !name.isEmpty() && !command.equals(name)) {
        throw new IllegalArgumentException(
            MISCONFIGURED
                + "command \"%s\" and name \"%s\" of an entry differ".formatted(command, name));
      }
      String path = command.isEmpty() ? name : command;
      if (path.isEmpty()) {
        throw new IllegalArgumentException(
            MISCONFIGURED + "empty allowlist entry #" + (commands.size() + 1));
      }
      String clean = PluginPolicy.clean(path);
      if (!clean.equals(path)) {
        throw new IllegalArgumentException(
            MISCONFIGURED + "non-normalized file path: \"%s\" vs \"%s\"".formatted(path, clean));
      }
      commands.add(path);
    }
    return commands;
  }

  private static List<Value> list(MapValue preferences) {
    return preferences.get(ALLOWLIST) instanceof ListValue(var items) ? items : List.of();
  }
}
