package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import dev.japply.object.LastApplied;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// In which order a run prunes, and what it spares for the sake of what it applied.
class PruneOrderTest {
  private static final String A =
      "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: shop}}\n";

  private final FakeCluster cluster = new FakeCluster();

  private void applied(String apiVersion, String kind, String key) {
    int slash = key.indexOf('/');
    MapValue metadata =
        MapValue.of("name", Value.text(key.substring(slash + 1)))
            .with("uid", Value.text(kind + key))
            .with("annotations", MapValue.of(LastApplied.KEY, Value.text("{}")));
    cluster.put(
        MapValue.of("apiVersion", Value.text(apiVersion))
            .with("kind", Value.text(kind))
            .with(
                "metadata",
                slash > 0
                    ? metadata.with("namespace", Value.text(key.substring(0, slash)))
                    : metadata));
  }

  private Ran prune(String... flags) {
    var args = new ArrayList<>(List.of("apply", "-f", "-", "--prune", "--all"));
    args.addAll(List.of(flags));
    return new Ran.Setting(cluster).reading(A).run(args.toArray(String[]::new));
  }

  private List<String> deleted() {
    return cluster.requests.stream()
        .filter(request -> request.startsWith("DELETE"))
        .map(request -> request.substring("DELETE ".length()).replaceFirst("[ {].*", ""))
        .toList();
  }

  private void release() {
    cluster.putNamespace("shop");
    cluster.serve("rbac.authorization.k8s.io/v1", "RoleBinding", "rolebindings", true);
    applied("v1", "Namespace", "old");
    applied("v1", "ConfigMap", "shop/data");
    applied("rbac.authorization.k8s.io/v1", "RoleBinding", "shop/rights");
    applied("apps/v1", "Deployment", "shop/web");
    applied("v1", "Service", "shop/entry");
  }

  private static final String[] TYPES = {
    "--prune-allowlist=core/v1/Namespace",
    "--prune-allowlist=core/v1/ConfigMap",
    "--prune-allowlist=rbac.authorization.k8s.io/v1/RoleBinding",
    "--prune-allowlist=apps/v1/Deployment",
    "--prune-allowlist=core/v1/Service",
    "--concurrency=1"
  };

  /// What needs others goes before them: the Deployment before what it mounts and reads.
  @Test
  void whatNeedsOthersGoesFirst() {
    release();
    assertThat(prune(TYPES).status()).isZero();
    assertThat(deleted())
        .containsExactly("shop/web", "shop/entry", "shop/data", "shop/rights", "/old");
  }

  /// kubectl goes by the list of types.
  @Test
  void kubectlGoesByItsList() {
    release();
    var args = new ArrayList<>(List.of(TYPES));
    args.add("--compat=kubectl");
    assertThat(prune(args.toArray(String[]::new)).status()).isZero();
    assertThat(deleted()).hasSize(5).isNotEqualTo(List.of("shop/web"));
    assertThat(deleted().indexOf("shop/data")).isLessThan(deleted().indexOf("shop/web"));
  }

  @Test
  void aNamespaceOfWhatWasAppliedStays() {
    applied("v1", "Namespace", "shop");
    applied("v1", "Namespace", "old");
    Ran ran = prune("--prune-allowlist=core/v1/Namespace");
    assertThat(ran.status()).as("%s", ran).isZero();
    assertThat(deleted()).containsExactly("/old");
    assertThat(ran.err())
        .contains("Namespace shop: not pruned, because it contains objects of the manifests");
    assertThat(ran.out()).contains("namespace/old pruned").doesNotContain("namespace/shop");
  }

  /// Also when all that goes was found to be one: nothing else is told, and nothing deleted.
  @Test
  void nothingElseThanThatNamespaceIsNothingToPrune() {
    applied("v1", "Namespace", "shop");
    Ran ran = prune("--prune-allowlist=core/v1/Namespace");
    assertThat(ran.status()).as("%s", ran).isZero();
    assertThat(deleted()).isEmpty();
    assertThat(ran.err()).doesNotContain("to be pruned:");
  }

  @Test
  void kubectlPrunesTheNamespaceOfWhatWasApplied() {
    applied("v1", "Namespace", "shop");
    assertThat(prune("--prune-allowlist=core/v1/Namespace", "--compat=kubectl").status()).isZero();
    assertThat(deleted()).containsExactly("/shop");
  }

  /// It takes what is in it along; to delete it again would be refused.
  @Test
  void aNamespaceThatIsGoingIsNotDeletedAgain() {
    cluster.putNamespace("shop");
    applied("v1", "Namespace", "old");
    MapValue old = cluster.object("namespaces /old");
    MapValue going =
        old.map("metadata").with("deletionTimestamp", Value.text("2026-01-01T00:00:00Z"));
    cluster.put(old.with("metadata", going));
    Ran ran = prune("--prune-allowlist=core/v1/Namespace");
    assertThat(ran.out()).contains("namespace/old pruned");
    assertThat(deleted()).isEmpty();
  }
}
