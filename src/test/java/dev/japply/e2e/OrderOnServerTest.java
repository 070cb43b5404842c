package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What objects name as what they depend on is there, and ready, before them on a real server.
@UsesTestCluster
class OrderOnServerTest {
  /// Nothing runs without nodes: the Job is ready when somebody suspends it.
  private static final String MANIFESTS =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: migrated
        annotations:
          config.kubernetes.io/depends-on: batch/namespaces/NAMESPACE/Job/migrate
      ---
      apiVersion: batch/v1
      kind: Job
      metadata:
        name: migrate
      spec:
        template:
          spec:
            restartPolicy: Never
            containers: [{name: migrate, image: registry.k8s.io/pause:3.10}]
      ---
      apiVersion: autoscaling/v2
      kind: HorizontalPodAutoscaler
      metadata:
        name: web
      spec:
        maxReplicas: 3
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
      """;

  private final TestCluster server;
  private final String namespace;
  private final String manifests;
  @TempDir private Path home;

  OrderOnServerTest(TestCluster server) {
    this.server = server;
    this.namespace = server.newNamespace();
    this.manifests = MANIFESTS.replace("NAMESPACE", namespace);
  }

  private Program.Said apply(String input, String... flags) {
    return server.apply(home, namespace, input, flags);
  }

  private void suspend() {
    server
        .kubectl("patch", "job", "migrate", "-n", namespace, "-p", "{\"spec\":{\"suspend\":true}}")
        .orFail();
  }

  @Test
  void eachRankWaitsUntilTheOneBeforeIsReady() {
    Program.Said late = apply(manifests, "--wait-ranks", "--wait-timeout=1s");
    assertThat(late.status()).as("%s", late).isEqualTo(4);
    assertThat(late.out()).isEqualTo("job.batch/migrate created\n");
    assertThat(late.err())
        .contains(
            "ConfigMap %1$s/migrated: not applied: Job %1$s/migrate, which comes before it, is not ready"
                .formatted(namespace),
            "HorizontalPodAutoscaler %1$s/web: not applied: Job".formatted(namespace));
    assertThat(server.read(namespace, "configmap/migrated")).isEmpty();
    suspend();
    Program.Said again = apply(manifests, "--wait-ranks");
    assertThat(again.status()).as("%s", again).isZero();
    assertThat(again.out())
        .isEqualTo(
            """
            configmap/migrated created
            job.batch/migrate unchanged
            horizontalpodautoscaler.autoscaling/web created
            """);
  }

  @Test
  void whatIsNamedHasToBeReadyWhereItIsWaited() {
    Program.Said late = apply(manifests, "--wait-ready", "--wait-timeout=1s");
    assertThat(late.status()).as("%s", late).isEqualTo(4);
    assertThat(late.err())
        .contains(
            "ConfigMap %1$s/migrated: not applied: its dependency Job %1$s/migrate is not ready"
                .formatted(namespace));
    assertThat(late.out())
        .isEqualTo("job.batch/migrate created\nhorizontalpodautoscaler.autoscaling/web created\n");
    assertThat(apply(manifests).out()).contains("configmap/migrated created");
  }

  @Test
  void whatIsNotInTheInputHasToBeThere() {
    String alone = manifests.substring(0, manifests.indexOf("---"));
    Program.Said refused = apply(alone);
    assertThat(refused.err())
        .contains(
            "STDIN:6: ConfigMap %1$s/migrated: config.kubernetes.io/depends-on: its dependency Job"
                    .formatted(namespace)
                + " %s/migrate".formatted(namespace),
            "is neither in the input nor on the cluster");
    assertThat(refused.status()).isEqualTo(1);
    assertThat(server.read(namespace, "configmap/migrated")).isEmpty();
    assertThat(apply(manifests).status()).isZero();
    assertThat(apply(alone).out()).isEqualTo("configmap/migrated unchanged\n");
  }

  @Test
  void aCircleIsRefusedBeforeAnythingIsWritten() {
    String circle =
        manifests.replace(
            "  name: migrate\n",
            """
              name: migrate
              annotations:
                config.kubernetes.io/depends-on: /namespaces/%s/ConfigMap/migrated
            """
                .formatted(namespace));
    Program.Said said = apply(circle);
    assertThat(said.err())
        .contains(
            "a dependency cycle: ConfigMap %1$s/migrated (STDIN:1) → Job %1$s/migrate (STDIN:8) → ConfigMap %1$s/migrated"
                .formatted(namespace));
    assertThat(said.status()).isEqualTo(1);
    assertThat(server.read(namespace, "horizontalpodautoscaler.autoscaling/web")).isEmpty();
    assertThat(apply(circle, "--compat=kubectl").status()).isZero();
  }
}
