package dev.japply.cluster.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The rule of the user's preferences (kuberc) for credential plugins: `credentialPluginPolicy` and
/// `credentialPluginAllowlist`, as `kubectl` applies them since 1.35.
///
/// @param mode the plugins that may run
/// @param allowlist programs that may run, as names or paths; for [Mode#ALLOWLIST] alone
/// @param reason the reason for [Mode#UNKNOWN], else empty
public record PluginPolicy(Mode mode, List<String> allowlist, String reason) {
  /// Every plugin may run.
  public static final PluginPolicy ALLOW_ALL = new PluginPolicy(Mode.ALLOW_ALL, List.of(), "");

  /// No plugin may run.
  public static final PluginPolicy DENY_ALL = new PluginPolicy(Mode.DENY_ALL, List.of(), "");

  public PluginPolicy {
    allowlist = List.copyOf(allowlist);
  }

  /// The plugins that may run.
  public enum Mode {
    ALLOW_ALL,
    /// No plugin.
    DENY_ALL,
    /// The plugins of the list.
    ALLOWLIST,
    /// No plugin, because the rule cannot be read.
    UNKNOWN
  }

  /// Allows only the programs in `list`.
  public static PluginPolicy only(List<String> list) {
    return new PluginPolicy(Mode.ALLOWLIST, list, "");
  }

  /// Allows no plugin, because the rule cannot be read.
  public static PluginPolicy unknown(String reason) {
    return new PluginPolicy(Mode.UNKNOWN, List.of(), reason);
  }

  /// Returns the message that the plugin must not run; empty if it may.
  ///
  /// @param command the plugin's name or path in the kubeconfig
  Optional<String> refusal(String command, Environment environment) {
    String name = clean(command);
    return switch (mode) {
      case ALLOW_ALL -> Optional.empty();
      case DENY_ALL ->
          Optional.of("plugin \"%s\" not allowed: policy set to \"DenyAll\"".formatted(name));
      case UNKNOWN -> Optional.of("plugin \"%s\" not allowed: %s".formatted(name, reason));
      case ALLOWLIST -> unlisted(name, environment);
    };
  }

  private Optional<String> unlisted(String name, Environment environment) {
    if (allowlist.contains(name)) {
      return Optional.empty();
    }
    String path = resolved(name, environment);
    if (path.isEmpty()) {
      return Optional.of(
          "plugin path \"%s\" cannot be resolved for credential plugin allowlist check: exec: \"%1$s\": executable file not found in $PATH"
              .formatted(name));
    }
    boolean listed =
        allowlist.stream()
            .anyMatch(entry ->
                entry.equals(path)
                    || (base(entry).equals(base(path))
                        && resolved(entry, environment).equals(path)));
    return listed
        ? Optional.empty()
        : Optional.of(
            "plugin path \"%s\" is not permitted by the credential plugin allowlist"
                .formatted(path));
  }

  /// Returns the path of the program that a shell would run; empty if there is none. Symbolic links
  /// are not followed.
  private static String resolved(String command, Environment environment) {
    return environment.program(command).map(Path::toString).orElse("");
  }

  private static String base(String path) {
    Path name = Path.of(path).getFileName();
    return name == null ? "" : name.toString();
  }

  /// Returns `path` without `.`, `..` and repeated separators.
  public static String clean(String path) {
    return Path.of(path).normalize().toString();
  }
}
