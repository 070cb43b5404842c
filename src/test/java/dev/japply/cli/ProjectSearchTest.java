package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The project file that is found from the working directory, as processes have one.
@Tag("process")
class ProjectSearchTest extends OnPlayedApi {
  private static final String HEAD = "apiVersion: japply.dev/v1\nkind: Project\n";
  private static final String MAP =
      """
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"},"data":{"k":"1"}}
      """;

  /// Runs it in that directory.
  private Program.Said elsewhere(Path where, String... args) throws IOException {
    api.run(Map.of(), MAP, "apply", "-f", "-", "--project=off", "--dry-run=client");
    var command = new ArrayList<>(Program.command());
    command.addAll(List.of(args));
    var builder = new ProcessBuilder(command).directory(where.toFile());
    builder.environment().clear();
    builder.environment().put("KUBECONFIG", directory.resolve("config").toString());
    builder.environment().put("XDG_CACHE_HOME", directory.resolve("c").toString());
    builder.environment().put("HOME", directory.toString());
    Path err = directory.resolve("err");
    // From a file: what ends early reads no pipe to its end.
    Path in = Files.writeString(directory.resolve("in"), MAP);
    Process process = builder.redirectInput(in.toFile()).redirectError(err.toFile()).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Program.Said(process.onExit().join().exitValue(), out, Files.readString(err));
  }

  @Test
  void theNearestFileIsInForceAndNamedWhenMuchIsTold() throws IOException {
    Path below = Files.createDirectories(directory.resolve("x/y"));
    Path file = directory.resolve("x/japply.yaml");
    Files.writeString(file, HEAD + "contexts: [c]\ndefaults: {apply: {output: name}}\n");
    Program.Said said = elsewhere(below, "apply", "-f", "-", "-v");
    assertThat(said.out()).isEqualTo("configmap/c\n");
    assertThat(said.err()).startsWith("Project file: ../japply.yaml\n");
    Files.writeString(file, HEAD + "context: [c]\n");
    Program.Said wrong = elsewhere(below, "diff", "-f", "-");
    assertThat(wrong.err()).startsWith("error: ../japply.yaml:3: unknown field \"context\"; ");
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(elsewhere(below, "apply", "-f", "-", "--project=off").status()).isZero();
    assertThat(elsewhere(below, "version").out()).startsWith("japply ");
    assertThat(elsewhere(below, "apply", "--help").out()).contains("Apply manifests");
  }

  @Test
  void compatModeReadsNone() throws IOException {
    Files.writeString(directory.resolve("japply.yaml"), HEAD + "contexts: [prod]\n");
    assertThat(elsewhere(directory, "apply", "-f", "-").err())
        .contains("japply.yaml:3: this project is for context \"prod\" only");
    assertThat(elsewhere(directory, "apply", "-f", "-", "--compat=kubectl").out())
        .isEqualTo("configmap/c created\n");
  }
}
