package dev.japply.e2e;

import dev.japply.e2e.TestCluster.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Runs kubectl, without what the user's home directory says about it.
///
/// @param program its name or path
/// @param directory for its files
/// @param environment more variables for it
record Kubectl(String program, Path directory, Map<String, String> environment) {
  /// With the user's kubeconfig.
  Kubectl(String program, Path directory) {
    this(program, directory, Map.of());
  }

  Kubectl with(Path kubeconfig) {
    return new Kubectl(program, directory, Map.of("KUBECONFIG", kubeconfig.toString()));
  }

  /// The same with more variables.
  Kubectl plus(Map<String, String> variables) {
    var all = new HashMap<>(environment);
    all.putAll(variables);
    return new Kubectl(program, directory, all);
  }

  Outcome run(String... args) {
    return run("", List.of(args));
  }

  private ProcessBuilder builder(List<String> args) {
    var builder = new ProcessBuilder(program);
    builder.command().addAll(args);
    builder.environment().putAll(environment);
    builder.environment().put("KUBECACHEDIR", directory.resolve("kubectl-cache").toString());
    builder.environment().put("KUBERC", "off");
    builder.environment().put("GOGC", "400"); // a short run is over before collecting pays
    // Half of kubectl's start is reading its English translation, of each text into itself; its
    // French has six summaries of commands. Without that character set, diff still speaks English.
    builder.environment().put("LANG", "fr_FR.none");
    return builder;
  }

  Outcome run(String input, List<String> args) {
    ProcessBuilder builder = builder(args);
    try {
      // Not by a pipe, which breaks when it ends without having read.
      Path in = Files.writeString(Files.createTempFile(directory, "kubectl", ".in"), input);
      Path err = Files.createTempFile(directory, "kubectl", ".err");
      Process running = builder.redirectInput(in.toFile()).redirectError(err.toFile()).start();
      String out = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Outcome(running.waitFor(), out, Files.readString(err));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
