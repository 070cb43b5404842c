package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.Patch;
import dev.japply.cluster.Resource;
import dev.japply.cluster.WriteOptions;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.rest.Loopback;
import dev.japply.object.Gvk;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What `why`, `plan` and `diff --server-side` show of a first server-side apply is what it then
/// does, on a real API server.
@UsesTestCluster
class MigrationPlanOnServerTest {
  private static final String OLD =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web, labels: {l: m}}
      spec:
        replicas: 0
        minReadySeconds: 5
        revisionHistoryLimit: 4
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            containers:
            - {name: web, image: "web:1"}
            - {name: side, image: "side:1"}
      """;

  private static final String NEW =
      OLD.replace(", labels: {l: m}}", "}")
          .replace("  minReadySeconds: 5\n  revisionHistoryLimit: 4\n", "")
          .replace("      - {name: side, image: \"side:1\"}\n", "");

  private final TestCluster server;
  private final String namespace;
  @TempDir private Path home;

  MigrationPlanOnServerTest(TestCluster server) {
    this.server = server;
    this.namespace = server.newNamespace();
  }

  private Program.Said japply(String manifest, String... args) {
    return server.japply(home, namespace, manifest, args);
  }

  private static String[] with(String[] more, String... args) {
    return Stream.concat(Stream.of(args), Stream.of(more)).toArray(String[]::new);
  }

  private Program.Said preview(String command, String manifest, String... flags) {
    return japply(manifest, with(flags, command, "-f", "-", "--server-side"));
  }

  private void apply(String manifest, String... flags) {
    Program.Said done = japply(manifest, with(flags, "apply", "-f", "-"));
    assertThat(done.status()).as(done.err()).isZero();
  }

  private MapValue live() {
    return server.read(namespace, "deployment.apps/web").orElseThrow();
  }

  /// Released fields and defaults were not applied last, but client-side apply owns them.
  @Test
  void showsWhatGoesWithTheFieldsOfClientSideApply() {
    apply(OLD);
    String label = "metadata.labels.l";
    japply("", "release", "deployment/web", label, "spec.revisionHistoryLimit");
    MapValue before = LiveObjects.normal(live());
    Program.Said told = preview("why", NEW, "--wide");
    assertThat(told.err()).isEmpty();
    assertThat(told.out())
        .startsWith("~ Deployment " + namespace + "/web (STDIN:1): 4 fields change\n")
        .containsPattern(label + " +\"m\"\n +left the manifest, so deleted by the migration")
        .containsPattern("spec.minReadySeconds +5\n +left the manifest, so deleted by the migr")
        .containsPattern(
            "spec.revisionHistoryLimit +4 -> 10\n +left the manifest, so reset to its def")
        .containsPattern("containers\\[name=side]  \\{.*}\n +left the manifest, so deleted")
        .containsPattern(
            "spec.replicas +0\n +as in the manifest, which owns it from now on in"
                + " place of kubectl-client-side-apply")
        .doesNotContain("dnsPolicy", "owned together");
    assertThat(preview("diff", NEW).out())
        .contains("-  minReadySeconds: 5\n", "-  revisionHistoryLimit: 4\n")
        .contains("+  revisionHistoryLimit: 10\n", "-    l: m\n");
    assertThat(LiveObjects.normal(live())).as("but for the controllers").isEqualTo(before);
    apply(NEW, "--server-side");
    MapValue spec = live().map("spec");
    assertThat(spec.has("minReadySeconds")).isFalse();
    assertThat(spec.get("revisionHistoryLimit")).isEqualTo(Value.number(10));
    assertThat(live().map("metadata").has("labels")).isFalse();
    assertThat(live().toString()).doesNotContain("side:1\"");
    assertThat(preview("why", NEW).out()).contains("nothing changes");
  }

  /// A rule keeps a field, although the migration gives it to the manager.
  @Test
  void showsNoRemovalOfIgnoredFields() {
    apply(OLD);
    String rule = "--ignore=spec.minReadySeconds";
    assertThat(preview("why", NEW, "--wide", rule).out())
        .containsPattern("spec.revisionHistoryLimit +4 -> 10\n")
        .doesNotContain("minReadySeconds");
    apply(NEW, "--server-side", rule);
    assertThat(live().map("spec").get("minReadySeconds")).isEqualTo(Value.number(5));
  }

  /// What was applied through another version of the API is not handed over.
  @Test
  void showsFieldsThatNoManagerTakesOver() {
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
    apply(one);
    apply(two);
    String left = two.replace("  minReplicas: 2\n", "");
    String adopt = "adopt horizontalpodautoscaler.autoscaling/h spec.minReplicas -n " + namespace;
    String stuck =
        "left the manifest, but stays: applied through another API version, it has no owner after"
            + " the migration; then, to remove it, run japply "
            + adopt
            + ", and apply again";
    assertThat(preview("why", left, "--wide").out())
        .contains("only the owners of fields change")
        .containsPattern("spec.minReplicas +2\n +\\Q" + stuck)
        .containsOnlyOnce("left the manifest");
    assertThat(preview("diff", left, "--why").out())
        .contains("# = spec.minReplicas  2\n#     " + stuck);
    String file = home.resolve("plan.json").toString();
    Program.Said plan = preview("plan", left, "--wide", "--out=" + file);
    assertThat(plan.out()).containsOnlyOnce(stuck).containsOnlyOnce("left the manifest");
    assertThat(japply("", "show", "--wide", file).out()).isEqualTo(plan.out());
    apply(left, "--plan=" + file);
    assertThat(minReplicas()).as("stuck").isEqualTo(2);
    assertThat(japply("", adopt.split(" ", -1)).status()).isZero();
    apply(left, "--server-side");
    assertThat(minReplicas()).as("the default").isEqualTo(1);
  }

  private int minReplicas() {
    return Integer.parseInt(
        server
            .kubectl("get", "hpa/h", "-n", namespace, "-o", "jsonpath={.spec.minReplicas}")
            .out());
  }

  @Test
  void showsFieldsThatOthersOwnToo() {
    String map = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c\"},";
    String old = map + "\"data\":{\"a\":\"1\",\"b\":\"2\"}}";
    String next = map + "\"data\":{\"a\":\"1\"}}";
    apply(old);
    applyAs(
        "operator",
        map.replace("{\"name\":\"c\"", "{\"name\":\"c\",\"namespace\":\"" + namespace + "\"")
            + "\"data\":{\"b\":\"2\"}}");
    assertThat(preview("why", next, "--wide").out())
        .containsPattern("data.b +\"2\"\n +left the manifest, but stays: owned by operator, too")
        .containsPattern("data.a +\"1\"\n.* in place of kubectl-client-side-apply");
    apply(next, "--server-side");
    MapValue live = server.read(namespace, "configmap/c").orElseThrow();
    assertThat(live.map("data").get("b")).isEqualTo(Value.text("2"));
  }

  private void applyAs(String manager, String manifest) {
    try (Cluster cluster = Loopback.connect(ConnectionOptions.of(server.kubeconfig().toString()))) {
      var tree = (MapValue) Json.parse(manifest);
      Resource type = cluster.resource(Gvk.of(tree)).orElseThrow();
      var patch = new Patch(Patch.Type.APPLY, tree).forcing(false);
      cluster.patch(type, namespace, "c", patch, new WriteOptions(manager, "", false));
    }
  }

  @Test
  void showsConflictsAsErrors() {
    apply(OLD);
    server.kubectl("scale", "deployment/web", "--replicas=1", "-n", namespace).orFail();
    server.kubectl("set", "image", "deployment/web", "web=web:9", "-n", namespace).orFail();
    Program.Said told = preview("why", NEW);
    assertThat(told.err())
        .contains("conflict with \"kubectl\" with subresource", "conflict with \"kubectl-set\"");
    assertThat(told.status()).isEqualTo(1);
    assertThat(preview("why", NEW, "--wide", "--force-conflicts").out())
        .containsPattern("spec.replicas +1 -> 0\n +taken over from kubectl/scale")
        .containsPattern("spec.minReadySeconds +5\n +left the manifest");
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
  void showsConflictsOfMapsThatAreOneValue(String selector) {
    String old =
        """
        apiVersion: v1
        kind: Service
        metadata: {name: web}
        spec: {selector: {app: web}, ports: [{port: 80}]}
        """;
    apply(old);
    String other = "{\"spec\":{\"selector\":{\"a\":\"b\"}}}";
    server.kubectl("patch", "service/web", "-n", namespace, "-p", other).orFail();
    String field = selector.isEmpty() ? "" : "selector: " + selector + ", ";
    Program.Said told = preview("why", old.replace("selector: {app: web}, ", field));
    boolean same = selector.contains("a: b") || selector.isEmpty();
    assertThat(told.err().contains("conflict with \"kubectl-patch\"")).isEqualTo(!same);
  }

  @Test
  void showsItemsThatTheServerRejectsAsErrors() {
    apply(OLD);
    String twice =
        NEW.replace(
            "image: \"web:1\"}",
            "image: \"web:1\", ports: [{containerPort: 80}, {containerPort: 80, name: b}]}");
    Program.Said told = preview("why", twice);
    assertThat(told.err())
        .startsWith("error: STDIN:11: Deployment " + namespace + "/web: ")
        .contains("duplicate entries for key [containerPort=80");
    assertThat(told.status()).isEqualTo(1);
  }

  /// The last applied manifest takes the place of a file.
  @Test
  void takesTheLastAppliedManifest() {
    apply(OLD);
    Program.Said applied = japply("", "view-last-applied", "deployment/web");
    assertThat(preview("why", applied.out()).out()).contains("only the owners of fields change");
  }

  @Test
  void sendsDryRunsAtMost() {
    apply(OLD);
    Requests requests = Requests.in(server, namespace);
    preview("why", NEW);
    preview("diff", NEW);
    preview("plan", NEW);
    assertThat(requests.sinceThen().stream().filter(request -> request.contains(" web")))
        .allMatch(request -> request.startsWith("get ") || request.equals("patch web dry"))
        .contains("patch web dry");
  }
}
