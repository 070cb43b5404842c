package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Objects that move on a real API server, and come back.
@UsesTestCluster
class MoveOnServerTest {
  private static final String OLD =
      """
      {apiVersion: v1, kind: ConfigMap, metadata: {name: banner, labels: {app: shop}}, data: {k: v}}
      ---
      {apiVersion: v1, kind: ConfigMap, metadata: {name: password, labels: {app: shop}}, data: {p: x}}
      """;

  private static final String NEW =
      """
      {apiVersion: v1, kind: ConfigMap, metadata: {name: headline, labels: {app: shop}}, data: {k: v}}
      ---
      {apiVersion: v1, kind: Secret, metadata: {name: password, labels: {app: shop}}, stringData: {p: x}}
      """;

  private static final String PROJECT =
      """
      apiVersion: japply.dev/v1
      kind: Project
      moved:
      - from: {kind: ConfigMap, name: banner}
        to: {kind: ConfigMap, name: headline}
      - from: {kind: ConfigMap, name: password}
        to: {kind: Secret, name: password}
      """;

  private static final String PRUNE = " --prune -l app=shop --prune-allowlist=core/v1/ConfigMap";

  private final TestCluster server;
  private final String namespace;
  @TempDir private Path home;

  MoveOnServerTest(TestCluster server) {
    this.server = server;
    this.namespace = server.newNamespace();
  }

  private Program.Said japply(String manifest, String line) {
    return server.japply(home, namespace, manifest, line.strip().split(" +"));
  }

  private boolean isThere(String object) {
    return server.read(namespace, object).isPresent();
  }

  @Test
  void aPlannedMoveIsMadeAndTakenBack() throws IOException {
    String project = " --project=" + Files.writeString(home.resolve("p.yaml"), PROJECT);
    assertThat(japply(OLD, "apply -f -").status()).isZero();
    Path plan = home.resolve("plan.json");
    Path undo = home.resolve("undo.jsonl");
    Program.Said planned = japply(NEW, "plan -f - --out " + plan + PRUNE + project);
    assertThat(planned.out())
        .contains("to be moved from ConfigMap " + namespace + "/banner")
        .contains("to be moved from ConfigMap " + namespace + "/password")
        .endsWith("2 to move\n");
    Program.Said moved =
        japply(NEW, "apply -f - --plan " + plan + " --undo-file " + undo + project);
    assertThat(moved.status()).as(moved.err()).isZero();
    assertThat(moved.out())
        .isEqualTo(
            """
            configmap/headline created
            secret/password created
            configmap/banner moved
            configmap/password moved
            """);
    assertThat(isThere("configmap/banner")).isFalse();
    assertThat(isThere("configmap/password")).isFalse();
    Program.Said again = japply(NEW, "apply -f -" + PRUNE + project);
    assertThat(again.status()).isZero();
    assertThat(again.out()).doesNotContain("moved");
    Program.Said back = japply("", "undo " + undo + " --yes");
    assertThat(back.status()).as(back.err()).isZero();
    assertThat(isThere("configmap/banner")).isTrue();
    assertThat(isThere("configmap/password")).isTrue();
    assertThat(isThere("secret/password")).isFalse();
    assertThat(isThere("configmap/headline")).isFalse();
  }

  /// The new Deployment has no Pods that could become ready.
  @Test
  void anObjectStaysWhileTheNewOneIsNotReady() throws IOException {
    String web =
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: %1$s, labels: {app: shop}}
        spec:
          replicas: %2$d
          selector: {matchLabels: {app: shop}}
          template:
            metadata: {labels: {app: shop}}
            spec: {containers: [{name: c, image: x}]}
        """;
    String moves =
        """
        apiVersion: japply.dev/v1
        kind: Project
        moved:
        - from: {kind: Deployment, name: old}
          to: {kind: Deployment, name: new}
        """;
    String flags =
        " --prune -l app=shop --wait-timeout=1s --project="
            + Files.writeString(home.resolve("web.yaml"), moves);
    assertThat(japply(web.formatted("old", 0), "apply -f -").status()).isZero();
    Program.Said late = japply(web.formatted("new", 1), "apply -f -" + flags);
    assertThat(late.status()).as(late.err()).isEqualTo(4);
    assertThat(late.err())
        .contains(
            "not moved: Deployment " + namespace + "/new, which takes its place, is not ready");
    assertThat(isThere("deployment.apps/old")).isTrue();
  }
}
