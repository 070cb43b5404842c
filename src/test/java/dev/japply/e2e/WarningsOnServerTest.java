package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.Sampled;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/// What is warned of is refused by a real API server, and what is not warned of is taken.
@UsesTestCluster
class WarningsOnServerTest {
  private final TestCluster server;
  private final String namespace;
  @TempDir private Path home;

  WarningsOnServerTest(TestCluster server) {
    this.server = server;
    this.namespace = server.newNamespace();
  }

  private Program.Said japply(String manifest, String command) {
    return server.japply(home, namespace, manifest, command.split(" "));
  }

  private String manifest(String type, String entries) {
    int slash = type.lastIndexOf('/');
    String name = type.endsWith("CustomResourceDefinition") ? "things.NAME.example.com" : "NAME";
    return "{apiVersion: %s, kind: %s, metadata: {name: %s}, %s}"
        .formatted(type.substring(0, slash), type.substring(slash + 1), name, entries)
        .replace("POD", "containers: [{name: c, image: i}]")
        .replace("NAME", namespace);
  }

  /// @param meddling a strategic merge patch that somebody else sends in between
  /// @param warned the field that is warned of
  @Sampled
  @ParameterizedTest
  @CsvFileSource(
      resources = "warnings.csv",
      delimiter = '|',
      quoteCharacter = '`',
      maxCharsPerColumn = -1)
  void whatIsWarnedOfIsRefused(
      String type, String before, String meddling, String after, String warned) {
    Program.Said applied = japply(manifest(type, before), "apply -f -");
    assertThat(applied.status()).as(applied.err()).isZero();
    if (type.endsWith("CustomResourceDefinition")) {
      server.awaitEstablished("things." + namespace + ".example.com");
    }
    if (meddling != null) {
      String kind = type.substring(type.lastIndexOf('/') + 1);
      server.kubectl("patch", kind, namespace, "-n", namespace, "-p", meddling).orFail();
    }
    Program.Said said = japply(manifest(type, after), "apply -f -");
    if (warned == null) {
      assertThat(said.err()).doesNotContain("Warning");
      assertThat(said.status()).as(said.err()).isZero();
      assertThat(said.out()).contains(" configured");
    } else {
      assertThat(said.err()).contains("error: ").doesNotContain("does not change this field");
      assertThat(said.status()).isEqualTo(1);
      for (String local : List.of("why --local -f -", "apply --dry-run=client -f -")) {
        assertThat(japply(manifest(type, after), local).err().lines())
            .anyMatch(line -> line.startsWith("Warning: ") && line.contains(": " + warned + ": "));
      }
    }
  }

  /// Each version has fields that the other one holds elsewhere, where no apply removes them.
  @ParameterizedTest
  @CsvSource({
    "v2, v1, 'spec.metrics, spec.behavior'",
    "v1, v2, spec.targetCPUUtilizationPercentage"
  })
  void fieldsOfAnotherVersionAreNamed(String before, String after, String fields) {
    Map<String, String> specs =
        Map.of(
            "v1",
            "targetCPUUtilizationPercentage: 50",
            "v2",
            "behavior: {scaleDown: {stabilizationWindowSeconds: 5}}, metrics: [{type: Resource,"
                + " resource: {name: memory, target: {type: Utilization, averageUtilization:"
                + " 50}}}]");
    String spec =
        "spec: {maxReplicas: 2, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: d},"
            + " %s}";
    String type = "autoscaling/%s/HorizontalPodAutoscaler";
    String old = manifest(type.formatted(before), spec.formatted(specs.get(before)));
    String now = manifest(type.formatted(after), spec.formatted("minReplicas: 1"));
    assertThat(japply(old, "apply -f -").err()).doesNotContain("Warning");
    String warning = fields + " was applied in autoscaling/" + before + ", and stays";
    assertThat(japply(now, "diff -f -").err()).contains(warning);
    assertThat(japply(now, "apply -f -").err()).contains(warning);
    assertThat(japply(now, "apply -f -").err()).doesNotContain("Warning");
  }
}
