package dev.japply.release.rehearsal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Commands of the rehearsal, whose output is in a file.
final class Shell {
  private static final int SHOWN_LINES = 30;

  private Shell() {}

  /// The environment of this process without the variables of `make`, of CI systems and of japply.
  static Map<String, String> environment() {
    var environment = new TreeMap<>(System.getenv());
    environment
        .keySet()
        .removeIf(name ->
            name.matches("(GITHUB|GH|RUNNER|JAPPLY|MAKE|GIT|REHEARSED)_.*|MAKEFLAGS|MFLAGS")
                || name.matches(
                    "MAKELEVEL|QUIET|CLUSTER|K8S|TAG|IMAGE|BASE|VERSION|POM|OUT|RELEASE|ASSETS"));
    environment.put("NO_PROXY", "127.0.0.1,localhost");
    environment.put("no_proxy", "127.0.0.1,localhost");
    return environment;
  }

  /// Runs a command with the environment of this process, and returns its output.
  static String run(Path directory, List<String> command) {
    try {
      Path log = Files.createTempFile("rehearsal", ".log");
      try {
        return run(directory, command, environment(), log);
      } finally {
        Files.deleteIfExists(log);
      }
    } catch (IOException e) {
      throw new RehearsalException(command.getFirst() + ": " + e);
    }
  }

  /// Runs a command, and returns its output, of which a failure shows the end.
  static String run(
      Path directory, List<String> command, Map<String, String> environment, Path log) {
    try {
      var builder =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile());
      builder.environment().clear();
      builder.environment().putAll(environment);
      Process process = builder.start();
      process.getOutputStream().close();
      int status = process.waitFor();
      String output = Files.readString(log);
      if (status != 0) {
        throw new RehearsalException(
            "exit status %d of %s\n%s".formatted(status, command.getLast(), end(output)));
      }
      return output;
    } catch (IOException e) {
      throw new RehearsalException(command.getFirst() + ": " + e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String end(String output) {
    List<String> lines = output.lines().toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
  }
}
