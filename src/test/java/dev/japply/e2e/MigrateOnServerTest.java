package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What `japply migrate` tells is what `apply --server-side` then does, on a real API server.
@UsesTestCluster
class MigrateOnServerTest {
  private static final String OLD =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web}
      spec:
        replicas: 0
        minReadySeconds: 5
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            containers:
            - {name: web, image: "web:1"}
            - {name: side, image: "side:1"}
      """;

  private static final String NEW =
      OLD.replace("  minReadySeconds: 5\n", "")
          .replace("      - {name: side, image: \"side:1\"}\n", "");

  private final TestCluster server;
  private final String namespace;
  @TempDir private Path home;

  MigrateOnServerTest(TestCluster server) {
    this.server = server;
    this.namespace = server.newNamespace();
  }

  private Program.Said japply(String manifest, String... args) {
    return server.japply(home, namespace, manifest, args);
  }

  private Program.Said migrate(String manifest, String... flags) {
    var args = new ArrayList<>(List.of("migrate", "--wide", "-f", "-", "--to=server-side"));
    args.addAll(List.of(flags));
    return japply(manifest, args.toArray(String[]::new));
  }

  private void applied() {
    assertThat(japply(OLD, "apply", "-f", "-").status()).isZero();
  }

  private MapValue live() {
    return server.read(namespace, "deployment.apps/web").orElseThrow();
  }

  @Test
  void whatIsToldToBeRemovedIsRemoved() {
    applied();
    MapValue before = LiveObjects.normal(live());
    Program.Said told = migrate(NEW);
    assertThat(told.err()).isEmpty();
    assertThat(told.out())
        .startsWith("Deployment " + namespace + "/web (STDIN:1): 2 fields are removed\n")
        .containsPattern(
            "  spec.minReadySeconds +left the manifest +kubectl-client-side-apply +rem")
        .containsPattern("  spec.template.spec.containers\\[name=side] +left the manifest ")
        .contains("hands the fields of kubectl-client-side-apply over to kubectl and keeps");
    assertThat(told.out())
        .contains("owned fields were not applied last: apply --server-side sets their defaults")
        .doesNotContain("dnsPolicy");
    assertThat(migrate(NEW, "--show=all").out())
        .containsPattern(
            "  spec.template.spec.dnsPolicy +not applied last +kubectl-client-.* sets its");
    assertThat(migrate(NEW, "--local").out()).isEqualTo(told.out());
    assertThat(LiveObjects.normal(live())).as("but for the controllers").isEqualTo(before);
    Program.Said done = japply(NEW, "apply", "-f", "-", "--server-side");
    assertThat(done.status()).as(done.err()).isZero();
    assertThat(live().map("spec").has("minReadySeconds")).isFalse();
    assertThat(live().toString()).doesNotContain("side:1\"");
    assertThat(migrate(NEW).out())
        .startsWith("Deployment " + namespace + "/web (STDIN:1): no obstacles");
  }

  @Test
  void whatIsToldToBeInConflictIs() {
    applied();
    server.kubectl("scale", "deployment/web", "--replicas=1", "-n", namespace).orFail();
    server.kubectl("set", "image", "deployment/web", "web=web:9", "-n", namespace).orFail();
    Program.Said told = migrate(NEW);
    assertThat(told.out())
        .startsWith(
            "Deployment " + namespace + "/web (STDIN:1): 2 conflicts, 2 fields are removed\n")
        .containsPattern("  spec.replicas +conflict +kubectl/scale +fails; --force-conflicts")
        .containsPattern("containers\\[name=web].image +conflict +kubectl-set +fails");
    assertThat(migrate(NEW, "--local").out()).isEqualTo(told.out());
    Program.Said done = japply(NEW, "apply", "-f", "-", "--server-side");
    assertThat(done.err())
        .contains("Apply failed with 2 conflicts: conflict with \"kubectl\" with subresource");
    assertThat(done.status()).isEqualTo(1);
  }

  /// The server puts the whole of such a map in place: a key that comes, goes or is another.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{app: web, tier: front}",
        "{}",
        "{app: other}",
        "{tier: front}",
        "{app: web, a: b}",
        ""
      })
  void whatIsToldOfMapsThatAreOneValueIs(String selector) {
    String old =
        """
        apiVersion: v1
        kind: Service
        metadata: {name: web}
        spec: {selector: {app: web}, ports: [{port: 80}]}
        """;
    assertThat(japply(old, "apply", "-f", "-").status()).isZero();
    server
        .kubectl(
            "patch",
            "service/web",
            "-n",
            namespace,
            "-p",
            "{\"spec\":{\"selector\":{\"a\":\"b\"}}}")
        .orFail();
    String field = selector.isEmpty() ? "" : "selector: " + selector + ", ";
    String now = old.replace("selector: {app: web}, ", field);
    Program.Said told = migrate(now);
    boolean same = selector.contains("a: b") || selector.isEmpty();
    assertThat(told.out().contains("spec.selector  conflict")).isEqualTo(!same);
    assertThat(migrate(now, "--local").out()).isEqualTo(told.out());
  }

  /// What was applied through another version of the API is not handed over.
  @Test
  void whatIsToldToGetStuckDoes() {
    String one =
        """
        apiVersion: autoscaling/v1
        kind: HorizontalPodAutoscaler
        metadata: {name: h}
        spec:
          minReplicas: 2
          maxReplicas: 5
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: none}
        """;
    String two = one.replace("autoscaling/v1", "autoscaling/v2").replace("cas: 5", "cas: 6");
    assertThat(japply(one, "apply", "-f", "-").status()).isZero();
    assertThat(japply(two, "apply", "-f", "-").status()).isZero();
    String left = two.replace("  minReplicas: 2\n", "");
    Program.Said told = migrate(left);
    assertThat(told.out())
        .startsWith("HorizontalPodAutoscaler " + namespace + "/h (STDIN:1): 1 field gets stuck\n")
        .containsPattern(
            "  spec.minReplicas +stuck +kubectl-cl.* +leaves it: no manager takes it over");
    assertThat(japply(left, "apply", "-f", "-", "--server-side").status()).isZero();
    MapValue live = server.read(namespace, "horizontalpodautoscaler.autoscaling/h").orElseThrow();
    assertThat(live.map("spec").get("minReplicas")).as("stuck").isEqualTo(Value.number(2));
  }

  @Test
  void whatIsToldToBeRejectedIs() {
    applied();
    String twice =
        NEW.replace(
            "image: \"web:1\"}",
            "image: \"web:1\", ports: [{containerPort: 80}, {containerPort: 80, name: b}]}");
    Program.Said told = migrate(twice);
    assertThat(told.out())
        .contains("1 list item is rejected")
        .containsPattern("containers\\[0].ports\\[1] +rejected .*another item has the same cont");
    assertThat(told.status()).isZero();
    Program.Said done = japply(twice, "apply", "-f", "-", "--server-side");
    assertThat(done.err()).contains("duplicate entries");
    assertThat(done.status()).isEqualTo(1);
  }

  @Test
  void sendsDryRunsAtMost() {
    applied();
    Requests requests = Requests.in(server, namespace);
    migrate(NEW);
    migrate(NEW, "--local");
    japply("", "migrate", "deployment", "web", "--to=server-side");
    assertThat(requests.sinceThen().stream().filter(request -> request.contains(" web")))
        .allMatch(request -> request.startsWith("get ") || request.equals("patch web dry"))
        .contains("patch web dry");
  }
}
