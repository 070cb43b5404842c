package dev.japply.cluster.config;

import dev.japply.problem.ByteLimit;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The environment for finding the cluster. It is passed in, so that no other input is used.
///
/// @param serviceAccount the directory with a Pod's credentials
/// @param plugins the credentials that plugins have given for other clusters in this run; null if
///   there are no other clusters
public record Environment(
    Map<String, String> variables, Path serviceAccount, @Nullable PluginCredentials plugins) {
  private static final Path POD_CREDENTIALS =
      Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

  public Environment {
    variables = Map.copyOf(variables);
  }

  /// Creates the environment of a process with these variables.
  public static Environment of(Map<String, String> variables) {
    return new Environment(variables, POD_CREDENTIALS);
  }

  /// Creates an environment without credentials of plugins.
  public Environment(Map<String, String> variables, Path serviceAccount) {
    this(variables, serviceAccount, null);
  }

  /// Returns the environment with the credentials of other clusters in the same run.
  public Environment with(@Nullable PluginCredentials shared) {
    return new Environment(variables, serviceAccount, shared);
  }

  /// Returns a variable; empty if it is not set.
  String variable(String name) {
    return variables.getOrDefault(name, "");
  }

  /// Returns the maximum size of a response or a file in bytes.
  ///
  /// @throws dev.japply.problem.JapplyException if the user's limit is invalid
  public ByteLimit limit() {
    return ByteLimit.parse(variable(ByteLimit.VARIABLE));
  }

  /// Returns the kubeconfig files in order of precedence: from `KUBECONFIG`, else `~/.kube/config`.
  /// They need not exist.
  List<Path> kubeconfigs() {
    String named = variable("KUBECONFIG");
    if (named.isEmpty()) {
      return List.of(Path.of(home(), ".kube", "config"));
    }
    return Arrays.stream(named.split(File.pathSeparator))
        .filter(name -> !name.isEmpty())
        .distinct()
        .map(Path::of)
        .toList();
  }

  /// Finds the program `command` as a shell does; empty if there is none. The path is relative if
  /// it comes from a relative or empty directory in `PATH`.
  Optional<Path> program(String command) {
    if (command.contains("/") || command.contains(File.separator)) {
      return executable(Path.of(command));
    }
    return Arrays.stream(variable("PATH").split(File.pathSeparator, -1))
        .flatMap(directory -> executable(Path.of(directory, command)).stream())
        .findFirst();
  }

  /// Returns the file, or on Windows the file with a program's extension.
  private static Optional<Path> executable(Path file) {
    return Stream.of("", ".exe", ".cmd", ".bat")
        .map(ending -> file.resolveSibling(file.getFileName() + ending))
        .filter(found -> Files.isRegularFile(found) && Files.isExecutable(found))
        .findFirst();
  }

  /// Returns true if this process runs in a Pod with credentials for the cluster's API server.
  boolean isPod() {
    return !variable("KUBERNETES_SERVICE_HOST").isEmpty()
        && !variable("KUBERNETES_SERVICE_PORT").isEmpty()
        && serviceAccount.resolve("token").toFile().isFile();
  }

  private String home() {
    String home = variable("HOME");
    return home.isEmpty() ? variable("USERPROFILE") : home;
  }
}
