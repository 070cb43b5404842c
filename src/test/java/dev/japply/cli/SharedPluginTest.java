package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Credential plugins of several targets. Without a server, a plugin runs before the connection
/// fails.
@Tag("process")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the plugin is a shell script")
class SharedPluginTest {
  private static final String CREDENTIAL =
      "{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"kind\":\"ExecCredential\","
          + "\"status\":{\"token\":\"t\"}}";

  @TempDir private Path directory;

  /// Plugins are equal by command, arguments and variables, and by the cluster if they get it.
  ///
  /// @param other what is added to the plugin of the third target
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "installHint: other | 1",
        "args: [other] | 2",
        "env: [{name: A, value: b}] | 2",
        "provideClusterInfo: true | 2"
      })
  void equalPluginsRunOnce(String other, int runs) throws IOException {
    Path plugin = directory.resolve("plugin");
    Path ran = directory.resolve("ran");
    Files.writeString(
        plugin, "#!/bin/sh\necho ran >>%s\nsleep 0.2\necho '%s'\n".formatted(ran, CREDENTIAL));
    assertThat(plugin.toFile().setExecutable(true)).isTrue();
    Files.writeString(
        directory.resolve("config"),
        """
        contexts:
        - {name: a, context: {cluster: one, user: u}}
        - {name: b, context: {cluster: two, user: v}}
        - {name: c, context: {cluster: two, user: w}}
        clusters:
        - {name: one, cluster: {server: "https://127.0.0.1:1"}}
        - {name: two, cluster: {server: "https://127.0.0.1:2"}}
        users:
        - {name: u, user: {exec: {PLUGIN}}}
        - {name: v, user: {exec: {PLUGIN}}}
        - {name: w, user: {exec: {PLUGIN, OTHER}}}
        """
            .replace(
                "PLUGIN",
                "apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, command: "
                    + plugin)
            .replace("OTHER", other));
    Path project =
        Files.writeString(
            directory.resolve("japply.yaml"),
            """
            apiVersion: japply.dev/v1
            kind: Project
            targets: [{name: a, context: a}, {name: b, context: b}, {name: c, context: c}]
            """);
    Program.Said said =
        Program.run(
            Map.of("HOME", directory.toString(), "PATH", "/usr/bin:/bin"),
            "",
            List.of(
                "why",
                "configmap/c",
                "--targets=all",
                "--kubeconfig=" + directory.resolve("config"),
                "--project=" + project));
    assertThat(said.err()).contains("a | error: ", "b | error: ", "c | error: ");
    assertThat(said.out()).isEmpty();
    assertThat(said.status()).isEqualTo(1);
    assertThat(Files.readAllLines(ran)).hasSize(runs);
  }
}
