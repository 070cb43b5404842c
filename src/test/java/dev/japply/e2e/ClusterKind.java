package dev.japply.e2e;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// Which cluster the tests run on: the system property `japply.cluster`, which `make test` takes
/// from the environment variable `CLUSTER`.
enum ClusterKind {
  /// The one that `e2e/build` makes; the default.
  BUILT,
  /// k3s in a container.
  K3S,
  /// The one that the user's kubeconfig names, never used unless asked for.
  CURRENT;

  /// The program of the cluster in the directory that `e2e/build` prints.
  static final String PROGRAM = "japply-e2e";

  /// The directory that `e2e/build` prints; empty where nothing was built.
  static String programs() {
    return System.getProperty("japply.e2e", "");
  }

  static ClusterKind chosen() {
    String name = System.getProperty("japply.cluster", "");
    return name.isEmpty() ? BUILT : valueOf(name.toUpperCase(Locale.ROOT));
  }

  /// Why there is no such cluster, unless there is one. What was asked for fails rather than being
  /// skipped.
  Optional<String> missing() {
    if (this != BUILT) {
      return Optional.empty();
    }
    String programs = programs();
    if (programs.isEmpty()) {
      return Optional.of("the system property japply.e2e is not set; use make test");
    }
    return Files.isExecutable(Path.of(programs, PROGRAM))
        ? Optional.empty()
        : Optional.of(programs + " holds no program " + PROGRAM);
  }
}
