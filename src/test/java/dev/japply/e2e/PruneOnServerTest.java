package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.tree.Value.MapValue;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Pruning by labels, on a real API server.
@UsesTestCluster
class PruneOnServerTest extends WebOnServer {
  private static final String KEPT =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: a, labels: {run: NAME}}
      """;

  private static final String GONE =
      """
      ---
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: b, labels: {run: NAME}}
      ---
      apiVersion: v1
      kind: Namespace
      metadata: {name: NAME-x, labels: {run: NAME}}
      ---
      apiVersion: v1
      kind: PersistentVolume
      metadata: {name: NAME-v, labels: {run: NAME}}
      spec:
        capacity: {storage: 1Gi}
        accessModes: [ReadWriteOnce]
        hostPath: {path: /nowhere}
      """;

  PruneOnServerTest(TestCluster server) {
    super(server);
  }

  @AfterEach
  void removeVolume() {
    server.kubectl("delete", "persistentvolume", namespace + "-v", "--ignore-not-found").orFail();
    server
        .kubectl("delete", "namespace", namespace + "-x", "--ignore-not-found", "--wait=false")
        .orFail();
  }

  private Program.Said prune(String command, String... flags) {
    return on(
        command,
        KEPT.replace("NAME", namespace),
        with("--prune", with("-l", with("run=" + namespace, flags))));
  }

  private boolean isThere(String object) {
    Optional<MapValue> live = server.read(namespace, object);
    return live.filter(one -> !one.map("metadata").has("deletionTimestamp")).isPresent();
  }

  /// The command has `-n`: another Namespace with all that is in it is not meant.
  @Test
  void objectsWithoutNamespaceStayUnlessTheirTypeIsNamed() {
    String all = (KEPT + GONE).replace("NAME", namespace);
    assertThat(on("apply", all).status()).isZero();
    assertThat(prune("diff").out()).doesNotContain(namespace + "-x", namespace + "-v");
    Program.Said pruned = prune("apply", "--summary=false");
    assertThat(pruned.out()).isEqualTo("configmap/a unchanged\nconfigmap/b pruned\n");
    assertThat(pruned.err()).contains("1 object is no longer in the manifests");
    assertThat(isThere("namespace/" + namespace + "-x")).isTrue();
    assertThat(isThere("persistentvolume/" + namespace + "-v")).isTrue();
    assertThat(prune("apply", "--prune-allowlist=core/v1/PersistentVolume").out())
        .contains("persistentvolume/" + namespace + "-v pruned\n");
    assertThat(isThere("namespace/" + namespace + "-x")).isTrue();
    Program.Said kubectls = prune("apply", "--compat=kubectl");
    assertThat(kubectls.out()).contains("namespace/" + namespace + "-x pruned\n");
    assertThat(kubectls.err()).contains("--prune also prunes non-namespaced resources");
    assertThat(isThere("namespace/" + namespace + "-x")).isFalse();
  }
}
