package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.FakeCluster;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What `apply` warns of before it sends a patch.
class ApplyWarningsTest {
  private static final String FIXED =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: c}
      immutable: true
      data:
        k: old
      """;
  private static final String CHANGED = FIXED.replace("old", "new");
  private static final String WARNING =
      "Warning: STDIN:6: ConfigMap default/c: data.k: the server does not change this field of an"
          + " existing object; undo the change, or recreate the object: apply with --force\n";

  private final FakeCluster cluster = new FakeCluster();

  @BeforeEach
  void applied() {
    assertThat(apply(FIXED).status()).isZero();
  }

  private Ran apply(String manifest, String... flags) {
    String[] args =
        Stream.concat(Stream.of("apply", "-f", "-"), Stream.of(flags)).toArray(String[]::new);
    return new Ran.Setting(cluster).reading(manifest).run(args);
  }

  private void refuse() {
    cluster.refuse("PATCH default/c", "data");
  }

  /// One problem is told once: where the server is asked, by its error, which has better advice.
  @ParameterizedTest
  @ValueSource(strings = {"apply", "apply --dry-run=server", "why", "diff", "plan", "plan --force"})
  void leavesToTheServerWhatItRefuses(String command) {
    refuse();
    String[] args = (command + " -f -").split(" ", -1);
    Ran ran = new Ran.Setting(cluster).reading(CHANGED).run(args);
    assertThat(ran.err()).doesNotContain("does not change this field", "Warning");
    if (!command.endsWith("--force")) {
      assertThat(ran.err()).startsWith("error: STDIN:").containsOnlyOnce("field is immutable");
      assertThat(ran.status()).isNotZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"apply --dry-run=client", "why --local", "plan --local"})
  void warnsWhereTheServerIsNotAsked(String command) {
    String[] args = (command + " -f -").split(" ", -1);
    assertThat(new Ran.Setting(cluster).reading(CHANGED).run(args).err()).isEqualTo(WARNING);
  }

  @Test
  void doesNotWarnWhereItIsOfNoUse() {
    Ran ran = apply(CHANGED, "--force");
    assertThat(ran.err()).doesNotContain("does not change");
    assertThat(ran.out()).isEqualTo("configmap/c configured\n");
  }

  /// The annotation changes with each apply, and is nobody's field.
  @Test
  void doesNotWarnOfTheAnnotation() {
    MapValue live = cluster.object("configmaps default/c").without("immutable");
    String managers =
        """
        [{"manager":"argo","operation":"Apply","fieldsV1":{"f:metadata":{"f:annotations":{
          "f:kubectl.kubernetes.io/last-applied-configuration":{}}}}}]
        """;
    cluster.put(
        live.with("metadata", live.map("metadata").with("managedFields", Json.parse(managers))));
    Ran ran = apply(CHANGED.replace("immutable: true\n", ""));
    assertThat(ran.out()).isEqualTo("configmap/c configured\n");
    assertThat(ran.err()).isEmpty();
  }

  @Test
  void warnsOnceHoweverOftenItTries() {
    cluster.fail("PATCH default/c", 409, "Conflict", "changed meanwhile");
    MapValue live = cluster.object("configmaps default/c");
    String managers =
        """
        [{"manager":"argo","operation":"Apply","fieldsV1":{"f:data":{"f:k":{}}}}]
        """;
    cluster.put(
        live.with("metadata", live.map("metadata").with("managedFields", Json.parse(managers))));
    Ran ran = apply(CHANGED);
    assertThat(ran.err()).containsOnlyOnce("Warning: STDIN:6: ConfigMap default/c: data.k: ");
  }

  private static final String ROLLING =
      """
      apiVersion: apps/v1
      kind: StatefulSet
      metadata: {name: web}
      spec: {serviceName: web}
      """;

  /// The server's error names one of two fields; the remedy is part of it.
  @ParameterizedTest
  @ValueSource(strings = {"apply", "apply --dry-run=server", "diff", "plan", "why"})
  void fieldsThatExcludeEachOtherAreOneProblem(String command) {
    cluster.serve("apps/v1", "StatefulSet", "statefulsets", true);
    assertThat(apply(ROLLING).status()).isZero();
    MapValue live = cluster.object("statefulsets default/web");
    MapValue strategy =
        (MapValue) Json.parse("{\"type\":\"RollingUpdate\",\"rollingUpdate\":{\"partition\":0}}");
    cluster.put(live.with("spec", live.map("spec").with("updateStrategy", strategy)));
    String field = "spec.updateStrategy.rollingUpdate";
    String words = "only allowed for updateStrategy 'RollingUpdate'";
    MapValue details =
        (MapValue)
            Json.parse(
                "{\"causes\":[{\"field\":\"%s\",\"message\":\"Invalid value: {}: %s\"}]}"
                    .formatted(field, words));
    cluster.before(
        "PATCH default/web",
        () -> {
          throw new ClusterException(422, "Invalid", "all of it", details);
        });
    String manifest = ROLLING.replace("web}", "web, updateStrategy: {type: OnDelete}}");
    String[] args = (command + " -f -").split(" ", -1);
    Ran ran =
        new Ran.Setting(cluster)
            .reading(manifest.replace("name: web, updateStrategy: {type: OnDelete}", "name: web"))
            .run(args);
    assertThat(ran.err())
        .isEqualTo(
            "error: STDIN:4: StatefulSet default/web: The StatefulSet \"web\" is invalid: %s: Invalid value: {}: %s; set it to"
                    .formatted(field, words)
                + " null in the manifest: rollingUpdate\n");
  }

  @Test
  void warnsOfReplicasThatAnAutoscalerDecides() {
    String manifest = WarningsTest.AUTOSCALED;
    String warning =
        "Warning: STDIN:4: Deployment web: spec.replicas: decided by HorizontalPodAutoscaler web;";
    assertThat(apply(manifest).err()).contains(warning);
    for (String command : new String[] {"why", "diff", "plan"}) {
      assertThat(
              new Ran.Setting(cluster).reading(manifest).run(command, "-f", "-", "--local").err())
          .contains(warning);
    }
  }
}
