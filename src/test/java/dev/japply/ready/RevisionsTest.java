package dev.japply.ready;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.merge.Flow;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which ReplicaSets and Pods are of the newest revision.
class RevisionsTest {
  @ParameterizedTest
  @CsvSource({"Deployment", "StatefulSet", "DaemonSet"})
  void theNewestIsThatOfTheOwner(String kind) {
    assertThat(isNewest(kind, "2")).isTrue();
    assertThat(isNewest(kind, "1")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"Job", "ReplicaSet"})
  void othersHaveNoRevisions(String kind) {
    assertThat(isNewest(kind, "1")).isTrue();
  }

  private static boolean isNewest(String kind, String revision) {
    var owner =
        (MapValue)
            Flow.parse(
                "{metadata: {annotations: {deployment.kubernetes.io/revision: '2',"
                    + " deprecated.daemonset.template.generation: '2'}},"
                    + " status: {updateRevision: '2'}}");
    String owned =
        kind.equals("Deployment")
            ? "{annotations: {deployment.kubernetes.io/revision: '%s'}}".formatted(revision)
            : "{labels: {controller-revision-hash: '%1$s', pod-template-generation: '%1$s'}}"
                .formatted(revision);
    return Revisions.isNewest(
        owner.with("kind", Value.text(kind)), (MapValue) Flow.parse("{metadata: " + owned + "}"));
  }
}
