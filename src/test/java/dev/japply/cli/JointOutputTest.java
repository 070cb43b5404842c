package dev.japply.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cluster.FakeCluster;
import dev.japply.io.Hurried;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Both outputs in one place, as by `2>&1`: an error does not go into a line of the output.
class JointOutputTest {
  private static final int OBJECTS = 300;

  @ParameterizedTest
  @ValueSource(strings = {"why", "diff", "plan", "apply"})
  void linesOfBothAreWholeAndInOrder(String command) {
    var manifests = new StringBuilder();
    for (int i = 0; i < OBJECTS; i++) {
      String name = i % 7 == 3 ? "generateName: g" + i + "-" : "name: c" + i;
      manifests.append("---\n{apiVersion: v1, kind: ConfigMap, metadata: {%s}}\n".formatted(name));
    }
    String both = run(manifests.toString(), command, "-f", "-", "--concurrency=1");
    List<String> lines = both.lines().toList();
    assertThat(lines).filteredOn(line -> line.contains("error: ")).hasSize(43);
    assertThat(lines).filteredOn(line -> line.indexOf("error: ") > 0).isEmpty();
  }

  /// A template prints no line end.
  @Test
  void anErrorStartsANewLine() {
    String manifests =
        """
        {apiVersion: v1, kind: ConfigMap, metadata: {name: c}}
        ---
        {apiVersion: v1, kind: ConfigMap, metadata: {generateName: d}}
        """;
    String both = run(manifests, "apply", "-f", "-", "-o", "jsonpath={.metadata.name}");
    assertThat(both.lines().filter(line -> !line.startsWith("error: ")))
        .as(both)
        .first()
        .isEqualTo("c");
    assertThat(both).doesNotContain("\n\n");
  }

  private static String run(String stdin, String... args) {
    var cluster = new FakeCluster();
    var both = new ByteArrayOutputStream();
    Console console =
        Console.of(Map.of(), new ByteArrayInputStream(stdin.getBytes(UTF_8)), both, both);
    Clock clock = Clock.fixed(Ran.NOW, ZoneOffset.UTC);
    var context =
        new CommandContext(
            console,
            (connection, ignored) -> cluster.in(connection.namespace()),
            new PipedPrograms(console),
            clock);
    new Japply(context, new Hurried()).run(List.of(args));
    return both.toString(UTF_8);
  }
}
