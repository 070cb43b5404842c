package dev.japply.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The origin of values that only a run of japply can complete: the kubeconfig, the cluster, or a
/// git repository.
public enum ValueSource {
  CONTEXTS(List.of("--context", "--require-context"), List.of()),
  CLUSTERS(List.of("--cluster"), List.of()),
  USERS(List.of("--user"), List.of()),
  NAMESPACES(List.of("--namespace", "-n"), List.of()),
  APPLY_SETS(List.of("--applyset", "--adopt-from"), List.of()),
  /// Types in the form `apps/v1/Deployment`.
  KINDS(List.of("--prune-allowlist"), List.of()),
  /// Types and names of objects, one of each.
  OBJECT(List.of(), List.of("why", "release", "adopt", "migrate")),
  /// Types and names of objects, many of a type.
  OBJECTS(List.of(), List.of("ready", "view-last-applied", "edit-last-applied")),
  /// Versions of packages, behind an `@`.
  PACKAGES(List.of(), List.of("get", "update", "diff"));

  private final List<String> flags;
  private final List<String> commands;

  ValueSource(List<String> flags, List<String> commands) {
    this.flags = flags;
    this.commands = commands;
  }

  /// Returns the source of a flag's values; empty if it has none.
  ///
  /// @param name a name of the flag with its dashes
  static Optional<ValueSource> ofFlag(String name) {
    return Arrays.stream(values()).filter(source -> source.flags.contains(name)).findFirst();
  }

  /// Returns the source of a command's arguments; empty if it has none.
  ///
  /// @param names the names of its parent commands and its own
  static Optional<ValueSource> ofArguments(List<String> names) {
    boolean packaged = names.size() > 1 && names.getFirst().equals("pkg");
    return names.isEmpty()
        ? Optional.empty()
        : Arrays.stream(values())
            .filter(source -> source.commands.contains(names.getLast()))
            .filter(source -> (source == PACKAGES) == packaged)
            .findFirst();
  }
}
