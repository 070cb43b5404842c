package dev.japply.bench;

import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Runs tools under `measure`, all in one environment of their own, with caches that last.
final class Command {
  /// What a user's environment may hold that changes what the tools do.
  private static final List<String> CLEARED =
      List.of("XDG_CACHE_HOME", "KUBECACHEDIR", "KUBECTL_EXTERNAL_DIFF", "JAPPLY_COMPAT");

  private final Path measure;
  private final Path directory;
  private final Map<String, String> variables;

  Command(Path measure, Path directory, Path kubeconfig) throws IOException {
    this.measure = measure;
    this.directory = directory;
    Path home = Files.createDirectories(directory.resolve("home"));
    variables = Map.of("HOME", home.toString(), "KUBECONFIG", kubeconfig.toString());
  }

  /// What a run printed, and what `measure` says that it took.
  record Outcome(String out, MapValue measured) {}

  /// Runs a command that must end with that status.
  Outcome run(List<String> command, Map<String, String> more, int status) throws IOException {
    Path figures = directory.resolve("figures.json");
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    var whole = new ArrayList<>(List.of(measure.toString(), figures.toString()));
    whole.addAll(command);
    var builder =
        new ProcessBuilder(whole).redirectOutput(out.toFile()).redirectError(err.toFile());
    CLEARED.forEach(builder.environment()::remove);
    builder.environment().putAll(variables);
    builder.environment().putAll(more);
    Process process = builder.redirectInput(Redirect.from(Path.of("/dev/null").toFile())).start();
    if (process.onExit().join().exitValue() != status) {
      throw new IOException(
          "status %d of %s: %s"
              .formatted(process.exitValue(), command, Files.readString(err).strip()));
    }
    return new Outcome(Files.readString(out), (MapValue) Json.parse(Files.readAllBytes(figures)));
  }
}
