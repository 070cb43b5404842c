package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.apply.Ending;
import dev.japply.cluster.FakeCluster;
import dev.japply.object.LastApplied;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// In which order a run prunes, and what it spares for the sake of what it applied.
class PruneOrderTest {
  private static final String A =
      "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: shop}}\n";

  private static final String WEB = "deployments shop/web";

  private final FakeCluster cluster = new FakeCluster();
  private final Ending ending = new Ending();
  private final List<String> beforeItWent = new ArrayList<>();

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
    return new Ran.Setting(cluster).stoppedBy(ending).reading(A).run(args.toArray(String[]::new));
  }

  /// A controller holds the Deployment by a finalizer, and lets it go after so many pauses.
  private void hold(int pauses) {
    MapValue web = cluster.object(WEB);
    Value finalizers = Value.ListValue.of(Value.text("x/y"));
    cluster.put(web.with("metadata", web.map("metadata").with("finalizers", finalizers)));
    ending.onPause =
        () -> {
          if (ending.pauses.size() == pauses) {
            beforeItWent.addAll(deleted());
            cluster.remove(WEB);
          }
        };
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
        .containsExactly("shop/web", "shop/data", "shop/entry", "shop/rights", "/old");
  }

  @Test
  void whatOthersNeedGoesWhenTheseAreGone() {
    release();
    hold(7);
    Ran ran = prune(TYPES);
    assertThat(ran.status()).as("%s", ran).isZero();
    assertThat(beforeItWent).containsExactly("shop/web");
    assertThat(deleted())
        .containsExactly("shop/web", "shop/data", "shop/entry", "shop/rights", "/old");
    assertThat(ran.err().lines().filter(line -> line.startsWith("Warning: ")))
        .containsExactly(
            "Warning: Deployment shop/web: pruned, it is still there, held by its finalizer x/y;"
                + " waiting");
  }

  /// A minute, and not once more before the stages that follow.
  @Test
  void whatOthersNeedGoesAfterAWhileAllTheSame() {
    release();
    hold(-1);
    Ran ran = prune(TYPES);
    assertThat(ran.status()).as("%s", ran).isZero();
    assertThat(deleted()).hasSize(5);
    assertThat(ending.waited()).isEqualTo(Duration.ofSeconds(60));
    assertThat(ran.err())
        .contains(
            "Warning: Deployment shop/web: pruned, it is still there after 60s, held by its"
                + " finalizer x/y; what it needs is pruned all the same");
  }

  @Test
  void aRunThatEndsMeanwhileLeavesWhatOthersNeed() {
    release();
    hold(-1);
    ending.onPause = () -> ending.requested = true;
    Ran ran = prune(TYPES);
    assertThat(ran.status()).as("%s", ran).isNotZero();
    assertThat(deleted()).containsExactly("shop/web");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--compat=kubectl", "--dry-run=server"})
  void nothingIsWaitedFor(String flag) {
    release();
    hold(-1);
    var args = new ArrayList<>(List.of(TYPES));
    args.add(flag);
    assertThat(prune(args.toArray(String[]::new)).status()).isZero();
    assertThat(deleted()).hasSize(5);
    assertThat(ending.pauses).isEmpty();
  }

  @Test
  void plansWaitToo(@TempDir Path directory) {
    release();
    hold(7);
    String file = directory.resolve("plan.json").toString();
    var args = new ArrayList<>(List.of("plan", "-f", "-", "--out", file, "--local"));
    args.addAll(List.of("--prune", "--all"));
    args.addAll(List.of(TYPES));
    var setting = new Ran.Setting(cluster).stoppedBy(ending).reading(A);
    assertThat(setting.run(args.toArray(String[]::new)).status()).isZero();
    Ran ran = setting.run("apply", "-f", "-", "--plan", file);
    assertThat(ran.status()).as("%s", ran).isZero();
    assertThat(beforeItWent).containsExactly("shop/web");
    assertThat(deleted()).hasSize(5);
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
