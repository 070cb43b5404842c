package dev.japply.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.japply.Program;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cluster.FakeCluster;
import dev.japply.io.CancellationSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A standard output that takes nothing: the work is done all the same, and the end is a failure.
class FullOutputTest {
  private static final String OBJECTS =
      """
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"},"data":{"k":"a"}}
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"d"}}
      """;

  private final FakeCluster cluster = new FakeCluster();

  private record End(int status, String err) {}

  /// What fails as it says.
  private static final class Full extends OutputStream {
    private final String why;

    Full(String why) {
      this.why = why;
    }

    @Override
    public void write(int single) throws IOException {
      throw new IOException(why);
    }
  }

  private End run(String why, String... args) {
    var err = new ByteArrayOutputStream();
    var in = new ByteArrayInputStream(OBJECTS.getBytes(UTF_8));
    Console console = Console.of(Map.of(), in, new Full(why), err);
    var context =
        new CommandContext(console, (connection, ignored) -> cluster.in(connection.namespace()));
    int status = new Japply(context, new CancellationSource()).run(List.of(args));
    return new End(status, err.toString(UTF_8));
  }

  @ParameterizedTest
  @CsvSource({
    "apply -f - --summary=false, 1",
    "apply -f - -o yaml --summary=false, 1",
    "apply -f - -o name --exit-code --summary=false, 1",
    "apply -f - --dry-run=server --summary=false, 1",
    "diff -f - --summary=false, 2",
    "version, 1",
    "apply --help, 1",
    "--help, 1"
  })
  void isAnErrorOfAllCommands(String command, int status) {
    assertThat(run("No space left on device", command.split(" ", -1)))
        .isEqualTo(new End(status, "error: write /dev/stdout: no space left on device\n"));
  }

  @Test
  void allIsAppliedAllTheSame() {
    run("No space left on device", "apply", "-f", "-");
    End again = run("No space left on device", "apply", "-f", "-", "--exit-code");
    assertThat(again.status()).isEqualTo(1);
    assertThat(cluster.requests).filteredOn(request -> request.startsWith("POST")).hasSize(2);
  }

  /// Who reads no more, as `head`, need not be told.
  @Test
  void aReaderThatHasGoneIsNoFailure() {
    assertThat(run("Broken pipe", "diff", "-f", "-", "--summary=false")).isEqualTo(new End(1, ""));
    assertThat(run("Broken pipe", "apply", "-f", "-", "--summary=false")).isEqualTo(new End(0, ""));
    assertThat(run("Broken pipe", "diff", "-f", "-", "--summary=false")).isEqualTo(new End(0, ""));
    assertThat(run("No space left on device", "apply", "-f", "-").err())
        .endsWith("\n2 objects: 2 unchanged (default on https://fake:6443)\n");
  }

  @Test
  void isAnErrorOfTheProgram() throws Exception {
    var full = new File("/dev/full");
    assumeTrue(full.exists(), "no /dev/full");
    Path examples = Path.of("docs/examples").toAbsolutePath();
    var command = new ArrayList<>(Program.command());
    command.addAll(
        List.of(
            "merge",
            "--last-applied=" + examples.resolve("old.yaml"),
            "--config=" + examples.resolve("new.yaml"),
            "--live=" + examples.resolve("live.yaml")));
    Process process = new ProcessBuilder(command).redirectOutput(full).start();
    String err = new String(process.getErrorStream().readAllBytes(), UTF_8);
    assertThat(err).isEqualTo("error: write /dev/stdout: no space left on device\n");
    assertThat(process.waitFor()).isEqualTo(1);
  }
}
