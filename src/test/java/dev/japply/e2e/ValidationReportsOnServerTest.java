package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.report.ReportFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Unknown fields under strict validation are errors with file, line and suggestion, in each report
/// of each command.
@UsesTestCluster
class ValidationReportsOnServerTest {
  private static final String MANIFEST =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web}
      spec:
        replica: 2
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            containers:
            - name: web
              image: web:1
              imagePullPolizy: Always
      """;

  private final TestCluster server;
  private final String namespace;
  @TempDir private Path home;

  ValidationReportsOnServerTest(TestCluster server) {
    this.server = server;
    this.namespace = server.newNamespace();
  }

  private static Stream<Arguments> reports() {
    return Stream.of("apply", "diff", "plan", "why")
        .flatMap(command ->
            Arrays.stream(ReportFormat.values()).map(format -> Arguments.of(command, format)));
  }

  @ParameterizedTest
  @MethodSource("reports")
  void nameFileLineAndSuggestion(String command, ReportFormat format) throws IOException {
    Path file = Files.writeString(home.resolve("web.yaml"), MANIFEST);
    Path report = home.resolve("report");
    Program.Said said =
        server.japply(
            home,
            namespace,
            "",
            command,
            "-f",
            file.toString(),
            "--report=" + format.name().toLowerCase(Locale.ROOT) + "=" + report);
    assertThat(said.status()).as(said.err()).isEqualTo(command.equals("diff") ? 2 : 1);
    checkErrors(said.err());
    checkErrors(Files.readString(report));
  }

  private static void checkErrors(String text) {
    String plain = text.replace("\\", "").replace("&quot;", "\"").replace("&#34;", "\"");
    assertThat(plain).contains("web.yaml");
    assertThat(plain)
        .contains("unknown field \"spec.replica\"", "did you mean \"replicas\"?")
        .contains("imagePullPolizy\"", "did you mean \"imagePullPolicy\"?")
        .containsPattern("(?i)(line\\D{0,60}|:|L)5\\b");
  }
}
