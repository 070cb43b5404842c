package dev.japply.cli;

import java.util.List;
import java.util.Optional;

/// The origin of values that only a run of japply can complete: the kubeconfig, the cluster, or a
/// git repository.
public enum ValueSource {
  CONTEXTS,
  CLUSTERS,
  USERS,
  NAMESPACES,
  /// Parents of ApplySets.
  APPLY_SETS,
  /// Types in the form `apps/v1/Deployment`.
  KINDS,
  /// Types and names of objects, one of each.
  OBJECT,
  /// Types and names of objects, many of a type.
  OBJECTS,
  /// Versions of packages, behind an `@`.
  PACKAGES;

  /// Returns the source of a flag's values; empty if it has none.
  ///
  /// @param name a name of the flag with its dashes
  static Optional<ValueSource> ofFlag(String name) {
    return switch (name) {
      case "--context", "--require-context" -> Optional.of(CONTEXTS);
      case "--cluster" -> Optional.of(CLUSTERS);
      case "--user" -> Optional.of(USERS);
      case "--namespace", "-n" -> Optional.of(NAMESPACES);
      case "--applyset", "--adopt-from" -> Optional.of(APPLY_SETS);
      case "--prune-allowlist" -> Optional.of(KINDS);
      default -> Optional.empty();
    };
  }

  /// Returns the source of a command's arguments; empty if it has none.
  ///
  /// @param names the names of its parent commands and its own
  static Optional<ValueSource> ofArguments(List<String> names) {
    return switch (String.join(" ", names)) {
      case "why", "release", "adopt" -> Optional.of(OBJECT);
      case "ready",
          "view-last-applied",
          "edit-last-applied",
          "apply view-last-applied",
          "apply edit-last-applied" ->
          Optional.of(OBJECTS);
      case "sets" -> Optional.of(APPLY_SETS);
      case "pkg get", "pkg update", "pkg diff" -> Optional.of(PACKAGES);
      default -> Optional.empty();
    };
  }
}
