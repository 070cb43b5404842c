package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.FakeCluster;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Rules with a misspelt kind: they would protect nothing.
class RuleKindsTest {
  private static final String MAP =
      """
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"},"data":{"k":"%s"}}
      """;
  private static final String CRD =
      """
      {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
      "metadata":{"name":"gears.example.com"},"spec":{"group":"example.com","scope":"Namespaced",
      "names":{"plural":"gears","kind":"Gear"},
      "versions":[{"name":"v1","served":true,"storage":true,"schema":{}}]}}
      """;

  private final FakeCluster cluster = new FakeCluster();
  private final Ran.Setting setting = new Ran.Setting(cluster);
  @TempDir private Path folder;

  @BeforeEach
  void apply() {
    on("apply", MAP.formatted("old"));
    cluster.requests.clear();
  }

  private Ran on(String command, String manifest, String... flags) {
    return setting
        .reading(manifest)
        .run(Stream.concat(Stream.of(command, "-f", "-"), Stream.of(flags)).toArray(String[]::new));
  }

  private void assertNothingWritten() {
    assertThat(cluster.requests).noneMatch(request -> request.matches("(?s)(PATCH|POST|DELETE).*"));
    assertThat(cluster.object("configmaps default/c").map("data").text("k")).isEqualTo("old");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Deploymnt/web:spec.replicas | Deploymnt      | Deployment",
        "deployments:spec.replicas   | deployments    | Deployment",
        "Deployment.app:spec         | Deployment.app | Deployment.apps",
        "cm/c:data.k                 | cm             | ConfigMap",
        "configmaps:manager=x        | configmaps     | ConfigMap",
        "Widgte:spec.size            | Widgte         | Widget",
      })
  void areErrorsBeforeTheFirstWriteWithASuggestion(String rule, String kind, String meant) {
    String wrong = "%s: the server has no kind %s; did you mean %s?%n".formatted(rule, kind, meant);
    for (String command : new String[] {"apply", "diff", "plan", "why"}) {
      Ran ran = on(command, MAP.formatted("new"), "--ignore=" + rule);
      assertThat(ran.err()).isEqualTo("error: --ignore=" + wrong);
      assertThat(ran.out()).isEmpty();
      assertThat(ran.status()).isEqualTo(command.equals("diff") ? 2 : 1);
    }
    for (String flag : new String[] {"--take=", "--leave="}) {
      Ran ran = on("apply", MAP.formatted("new"), "--server-side", flag + rule);
      assertThat(ran.err()).isEqualTo("error: " + flag + wrong);
      assertThat(ran.status()).isEqualTo(1);
    }
    assertNothingWritten();
  }

  @Test
  void areErrorsInTheProjectFileTooWithTheirLine() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("p.yaml"),
            """
            apiVersion: japply.dev/v1
            kind: Project
            ignore:
            - Deploymnt:spec.replicas
            recreate:
            - Jobb
            - StatefulSet/db
            """);
    Ran ran = on("apply", MAP.formatted("new"), "--project=" + file);
    assertThat(ran.err())
        .isEqualTo(
            """
            error: %1$s:4: ignore: Deploymnt:spec.replicas: the server has no kind Deploymnt; did you mean Deployment?
            error: %1$s:6: recreate: Jobb: the server has no kind Jobb; did you mean Job?
            """
                .formatted(file));
    assertThat(ran.status()).isEqualTo(1);
    assertNothingWritten();
  }

  @Test
  void areErrorsWithoutASuggestionIfNoKindIsSimilar() {
    assertThat(on("apply", MAP.formatted("new"), "--ignore=Elephant:spec").err())
        .isEqualTo(
            "error: --ignore=Elephant:spec: the server has no kind Elephant; correct it, or leave"
                + " it out\n");
  }

  /// Kinds of the input, of its CustomResourceDefinitions and of Kubernetes itself are known.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ConfigMap:data.k",
        "*/c:data.k",
        "data.k",
        "gear.example.com:spec",
        "CronJob:spec"
      })
  void requestNoTypesForKnownKinds(String rule) {
    assertThat(on("apply", MAP.formatted("new") + CRD, "--ignore=" + rule).status()).isZero();
    assertThat(cluster.typeLists).isZero();
  }

  @Test
  void areKnownIfOnlyTheServerHasThem() {
    assertThat(on("apply", MAP.formatted("new"), "--ignore=Widget:spec").status()).isZero();
    assertThat(cluster.typeLists).isEqualTo(1);
  }

  /// The kind can be one of the types that the server could not list.
  @Test
  void areNoErrorsIfTheTypesAreUnknown() {
    cluster.unread.put(
        "metrics.example.com/v1",
        new ClusterException(503, "ServiceUnavailable", "stale", MapValue.EMPTY));
    assertThat(on("apply", MAP.formatted("new"), "--ignore=Meter:spec").status()).isZero();
    assertThat(on("apply", MAP.formatted("new"), "--ignore=Meter.example.com:spec").err())
        .contains("the server has no kind Meter.example.com");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "on-imutable-change | did you mean on-immutable-change?",
        "on-immutable-change,orphans | did you mean orphan?",
        "Nevr | did you mean never?",
        "true | write on-immutable-change, on-immutable-change,orphan or never",
        "orphan | write on-immutable-change, on-immutable-change,orphan or never",
      })
  void anAnnotationOfRecreationIsOne(String value, String hint) {
    String manifest =
        MAP.formatted("new")
            .replace(
                "\"name\":\"c\"",
                "\"name\":\"c\",\"annotations\":{\"japply.dev/recreate\":\"" + value + "\"}");
    for (String command : new String[] {"apply", "diff", "plan", "why"}) {
      Ran ran = on(command, manifest);
      assertThat(ran.err())
          .startsWith(
              "error: STDIN:1: ConfigMap c: the annotation japply.dev/recreate has the unknown"
                  + " value"
                  + " \"%s\"; %s".formatted(value, hint));
      assertThat(ran.status()).isEqualTo(command.equals("diff") ? 2 : 1);
    }
    assertNothingWritten();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "never", "On-Immutable-Change , orphan", "never,orphan"})
  void otherAnnotationsOfRecreationAreRight(String value) {
    String manifest =
        MAP.formatted("new")
            .replace(
                "\"name\":\"c\"",
                "\"name\":\"c\",\"annotations\":{\"japply.dev/recreate\":\"" + value + "\"}");
    assertThat(on("apply", manifest).err()).doesNotContain("error");
  }

  /// `never` counts beside whatever else an annotation has.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "on-immutable-change | true",
        "never | false",
        "on-immutable-change,never | false",
        "Never, on-immutable-change,orphan | false",
      })
  void whatIsNeverRecreatedStays(String value, boolean recreated) {
    cluster.refuse("PATCH default/c", "data");
    String note = "\"annotations\":{\"japply.dev/recreate\":\"" + value + "\"}";
    String manifest = MAP.formatted("new").replace("\"name\":\"c\"", "\"name\":\"c\"," + note);
    Ran ran = on("apply", manifest);
    assertThat(ran.status()).as("%s", ran).isEqualTo(recreated ? 0 : 1);
    assertThat(cluster.requests.contains("DELETE default/c")).isEqualTo(recreated);
  }

  @Test
  void anEmptyRuleNamesNoField() {
    assertThat(on("apply", MAP.formatted("new"), "--ignore=").err())
        .contains("\"\": this names no field");
    assertThat(on("apply", MAP.formatted("new"), "--ignore=ConfigMap/c:").err())
        .contains("\"ConfigMap/c:\": this names no field");
    assertNothingWritten();
  }
}
