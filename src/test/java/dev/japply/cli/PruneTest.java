package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.DeleteOptions;
import dev.japply.cluster.DeleteOptions.Propagation;
import dev.japply.cluster.FakeCluster;
import dev.japply.io.CancellationSource;
import dev.japply.object.LastApplied;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PruneTest {
  private static final String A = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n";
  private static final String LISTED =
      """
      2 objects are no longer in the manifests, to be pruned:
        ConfigMap default/b
        ConfigMap default/c
      """;

  private final FakeCluster cluster = new FakeCluster();
  private final Ran.Setting setting = new Ran.Setting(cluster);

  @BeforeEach
  void apply() {
    List.of("a", "b", "c").forEach(this::put);
  }

  private void put(String name) {
    String json =
        """
        {"apiVersion":"v1","kind":"ConfigMap","metadata":
         {"name":"%s","namespace":"default","annotations":{},"uid":"uid-%s"}}
        """
            .formatted(name, name);
    MapValue live = (MapValue) Json.parse(json);
    MapValue manifest = live.with("metadata", live.map("metadata").without("uid"));
    String annotation = LastApplied.encode(manifest);
    MapValue annotated = MapValue.of(LastApplied.KEY, Value.text(annotation));
    cluster.put(live.with("metadata", live.map("metadata").with("annotations", annotated)));
  }

  private Ran prune(Ran.Setting where, String manifest, String... flags) {
    var args = new ArrayList<>(List.of("apply", "-f", "-", "--prune", "--concurrency=1"));
    args.addAll(List.of(flags));
    return where.reading(manifest).run(args.toArray(String[]::new));
  }

  private Ran pruneAll(String... flags) {
    var args = new ArrayList<>(List.of("--all", "--prune-allowlist=core/v1/ConfigMap"));
    args.addAll(List.of(flags));
    return prune(setting, A, args.toArray(String[]::new));
  }

  private static void assertRan(Ran ran, int status, String out, String err) {
    assertThat(ran).isEqualTo(new Ran(ran.args(), status, out, err));
  }

  private List<String> deleted() {
    return cluster.requests.stream().filter(request -> request.startsWith("DELETE")).toList();
  }

  @Test
  void tellsWhatGoesBeforeItGoes() {
    cluster.before("DELETE", () -> assertThat(cluster.objects).containsKey("configmaps default/b"));
    assertRan(
        pruneAll(), 0, "configmap/a unchanged\nconfigmap/b pruned\nconfigmap/c pruned\n", LISTED);
    assertThat(cluster.objects).containsOnlyKeys("namespaces /default", "configmaps default/a");
  }

  private void protect(String name, String key, String value) {
    MapValue live = cluster.object("configmaps default/" + name);
    MapValue metadata = live.map("metadata");
    MapValue annotations = metadata.map("annotations").with(key, Value.text(value));
    cluster.put(live.with("metadata", metadata.with("annotations", annotations)));
  }

  @Test
  void whatIsProtectedStaysAndIsTold() {
    protect("b", "japply.dev/prune", "false");
    String kept =
        """
        1 object is no longer in the manifests, but kept by an annotation:
          ConfigMap default/b (japply.dev/prune: false)
        """;
    Ran diff =
        setting.reading(A).run("diff", "-f", "-", "--prune", "--prune-allowlist=core/v1/ConfigMap");
    assertThat(diff.err()).isEqualTo(kept);
    assertThat(diff.out()).contains("default.c").doesNotContain("default.b");
    assertRan(
        pruneAll(),
        0,
        "configmap/a unchanged\nconfigmap/c pruned\n",
        """
        1 object is no longer in the manifests, to be pruned:
          ConfigMap default/c
        """
            + kept);
    assertRan(pruneAll(), 0, "configmap/a unchanged\n", kept);
    assertThat(pruneAll("--compat=kubectl").out())
        .isEqualTo("configmap/a unchanged\nconfigmap/b pruned\n");
  }

  @Test
  void tellsTheServerHow() {
    pruneAll("--cascade=orphan", "--grace-period=7");
    assertThat(cluster.deletions)
        .containsExactly(
            new DeleteOptions(Propagation.ORPHAN, 7, "uid-b", false),
            new DeleteOptions(Propagation.ORPHAN, 7, "uid-c", false));
  }

  private void hold(String name, String finalizer) {
    MapValue live = cluster.object("configmaps default/" + name);
    MapValue metadata =
        live.map("metadata").with("finalizers", Value.ListValue.of(Value.text(finalizer)));
    cluster.put(live.with("metadata", metadata));
  }

  @Test
  void endsWhenAllIsGone() {
    hold("b", "x/y");
    Runnable release = () -> cluster.objects.remove("configmaps default/b");
    cluster.before("GET", () -> {}).before("GET", () -> {}).before("GET", release);
    assertThat(pruneAll("--wait").status()).isZero();
    assertThat(cluster.requests).filteredOn("GET default/b"::equals).hasSize(2);
    assertThat(cluster.requests).filteredOn("GET default/c"::equals).hasSize(1);
  }

  @Test
  void waitsNoLongerThanTold() {
    hold("b", "x/y");
    Ran ran = pruneAll("--wait", "--timeout=150ms");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.out()).endsWith("configmap/b pruned\nconfigmap/c pruned\n");
    assertThat(ran.err())
        .contains(
            "ConfigMap default/b: context deadline exceeded: pruned, it is still there after 150ms")
        .contains("held by its finalizer x/y")
        .doesNotContain("ConfigMap default/c: context");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--dry-run=server", "--dry-run=client", "--compat=kubectl"})
  void doesNotWaitForNothing(String flag) {
    hold("b", "x/y");
    assertThat(pruneAll("--wait", "--timeout=150ms", flag).err()).doesNotContain("deadline");
  }

  @Test
  void dryRuns() {
    assertThat(pruneAll("--dry-run=client").out()).endsWith("configmap/c pruned (dry run)\n");
    assertThat(deleted()).isEmpty();
    assertThat(pruneAll("--dry-run=server").out())
        .endsWith("configmap/c pruned (server dry run)\n");
    assertThat(cluster.deletions).extracting(DeleteOptions::dryRun).containsExactly(true, true);
    assertThat(cluster.objects).hasSize(1 + 3);
  }

  @Test
  void nothingGoesAfterAFailure() {
    cluster.fail("GET", 403, "Forbidden", "no");
    Ran ran = pruneAll();
    assertThat(ran.status()).as("%s", ran).isEqualTo(1);
    assertThat(cluster.objects).hasSize(1 + 3);
    assertThat(cluster.requests).noneMatch(request -> request.startsWith("LIST"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{kind: ConfigMap}\n---\n", "{apiVersion: nope/v1, kind: Nope}\n---\n"})
  void nothingGoesBesideABrokenDocument(String broken) {
    Ran ran = prune(setting, broken + A, "--all", "--prune-allowlist=core/v1/ConfigMap");
    assertThat(ran.status()).as("%s", ran).isEqualTo(1);
    assertThat(deleted()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "---\n", "# nothing\n", "{apiVersion: v1, kind: List, items: []}\n"})
  void anEmptyInputPrunesNothing(String empty) {
    Ran ran = prune(setting, empty, "--all", "--prune-allowlist=core/v1/ConfigMap");
    assertRan(ran, 1, "", "error: no objects passed to apply\n");
    assertThat(cluster.requests).isEmpty();
  }

  @Test
  void theOthersGoAfterADeletionThatFailed() {
    cluster.fail("DELETE", 403, "Forbidden", "configmaps \"b\" is forbidden: no");
    Ran ran = pruneAll();
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.out()).isEqualTo("configmap/a unchanged\nconfigmap/c pruned\n");
    assertThat(ran.err())
        .startsWith(
            LISTED + "error: ConfigMap default/b: error pruning it: Error from server (Forbidden)");
  }

  @Test
  void whatIsGoneAlreadyIsPruned() {
    cluster.before("DELETE", () -> cluster.objects.remove("configmaps default/b"));
    assertRan(
        pruneAll(), 0, "configmap/a unchanged\nconfigmap/b pruned\nconfigmap/c pruned\n", LISTED);
  }

  @Test
  void anotherObjectOfThatNameStays() {
    cluster.fail("DELETE", 409, "Conflict", "Precondition failed: UID in precondition: uid-b, UID");
    assertRan(
        pruneAll(),
        0,
        "configmap/a unchanged\nconfigmap/c pruned\n",
        LISTED
            + "Warning: ConfigMap default/b: not pruned, because another object now has its name;"
            + " apply again to prune that one, too\n");
  }

  @Test
  void aDeletionWhoseAnswerIsLostIsSentAgain() {
    cluster.before(
        "DELETE",
        () -> {
          cluster.objects.remove("configmaps default/b");
          throw new ClusterException(ClusterException.Kind.BROKEN, "EOF", "", null);
        });
    assertThat(pruneAll().out()).endsWith("configmap/b pruned\nconfigmap/c pruned\n");
    assertThat(deleted())
        .containsExactly("DELETE default/b", "DELETE default/b", "DELETE default/c");
  }

  @Test
  void whatCannotBeListedIsAnErrorAndTheRestGoes() {
    cluster.fail("LIST", 403, "Forbidden", "secrets is forbidden: no");
    Ran ran =
        prune(
            setting,
            A,
            "--all",
            "--prune-allowlist=core/v1/Secret",
            "--prune-allowlist=core/v1/ConfigMap");
    assertRan(
        ran,
        1,
        "configmap/a unchanged\nconfigmap/b pruned\nconfigmap/c pruned\n",
        LISTED
            + "error: error pruning namespaced object /v1, Kind=Secret: Error from server"
            + " (Forbidden): secrets is forbidden: no\n");
  }

  /// An answer without a uid does not say which object was applied: kubectl prunes it then.
  @Test
  void whatCannotBeToldFromWhatWasAppliedStays() {
    MapValue b = cluster.object("configmaps default/b");
    cluster.put(b.with("metadata", b.map("metadata").without("uid")));
    assertRan(
        pruneAll(),
        1,
        "configmap/a unchanged\nconfigmap/c pruned\n",
        """
        1 object is no longer in the manifests, to be pruned:
          ConfigMap default/c
        error: ConfigMap default/b: not pruned: the server reports no uid for it, so it may have just \
        been applied; delete it by hand if it is no longer wanted
        """);
  }

  /// What is interrupted at the first request of that kind.
  private Ran prunedUpToFirst(String verb) {
    var stop = new CancellationSource();
    cluster.before(verb, stop::cancel);
    return prune(setting.stoppedBy(stop), A, "--all", "--prune-allowlist=core/v1/ConfigMap");
  }

  @Test
  void anInterruptSaysWhatWasNotPruned() {
    assertRan(
        prunedUpToFirst("DELETE"),
        130,
        "configmap/a unchanged\nconfigmap/b pruned\n",
        LISTED
            + "interrupted: 1 pruned, 0 failed, 1 not pruned (ConfigMap default/c); apply again to"
            + " continue\n");
  }

  @Test
  void anInterruptWhileItIsSoughtPrunesNothing() {
    assertRan(
        prunedUpToFirst("LIST"),
        130,
        "configmap/a unchanged\n",
        "interrupted: nothing was pruned; apply again to continue\n");
  }

  @Test
  void aSetWhoseMembersDoNotAllGoStaysASupersetOfItself() {
    String set = "--applyset=configmap/set";
    String b = A.replace("a}", "b}").replace("ConfigMap", "Secret");
    assertThat(prune(setting, A + "---\n" + b, set, "-n", "default").status()).isZero();
    cluster.fail("DELETE", 403, "Forbidden", "no");
    assertThat(prune(setting, A, set, "-n", "default").status()).isEqualTo(1);
    assertThat(kinds()).isEqualTo("ConfigMap,Secret");
    Ran ran = prune(setting, A, set, "-n", "default");
    assertThat(ran.out()).isEqualTo("configmap/a unchanged\nsecret/b pruned\n");
    assertThat(kinds()).isEqualTo("ConfigMap");
    cluster.requests.clear();
    prune(setting, A, set, "-n", "default");
    assertThat(cluster.requests)
        .containsExactly(
            "GET default/set",
            "LIST default/configmaps",
            "GET default/a",
            "LIST default/configmaps",
            "CLOSE");
  }

  @Test
  void whatIsKeptStaysAMemberOfItsSet() {
    String set = "--applyset=configmap/set";
    String b =
        A.replace("a}", "b, annotations: {helm.sh/resource-policy: keep}}")
            .replace("ConfigMap", "Secret");
    assertThat(prune(setting, A + "---\n" + b, set, "-n", "default").status()).isZero();
    for (int i = 0; i < 2; i++) {
      assertRan(
          prune(setting, A, set, "-n", "default"),
          0,
          "configmap/a unchanged\n",
          """
          1 object is no longer in the manifests, but kept by an annotation:
            Secret default/b (helm.sh/resource-policy: keep)
          """);
      assertThat(kinds()).isEqualTo("ConfigMap,Secret");
    }
    Ran.Setting kubectl = setting.with(Map.of("KUBECTL_APPLYSET", "true"));
    assertThat(prune(kubectl, A, set, "-n", "default", "--compat=kubectl").out())
        .isEqualTo("configmap/a unchanged\nsecret/b pruned\n");
    assertThat(kinds()).isEqualTo("ConfigMap");
  }

  private String kinds() {
    return cluster
        .object("configmaps default/set")
        .map("metadata")
        .map("annotations")
        .text("applyset.kubernetes.io/contains-group-kinds");
  }

  @Test
  void aClientsDryRunDoesNotWriteTheParentOfASet() {
    Ran ran = prune(setting, A, "--applyset=configmap/set", "-n", "default", "--dry-run=client");
    assertThat(ran.status()).as("%s", ran).isZero();
    assertThat(cluster.requests)
        .containsExactly("GET default/set", "LIST default/configmaps", "GET default/a", "CLOSE");
  }

  @Test
  void whatIsMarkedAsAMemberOfASetAlreadyIsRefused() {
    String marked =
        A.replace("name: a", "name: a, labels: {applyset.kubernetes.io/part-of: another}");
    Ran ran = prune(setting, marked, "--applyset=configmap/set", "-n", "default");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err())
        .contains(
            "ConfigMap a: ApplySet label \"applyset.kubernetes.io/part-of\" already set in input"
                + " data; remove it");
    assertThat(cluster.requests).noneMatch(request -> request.startsWith("P"));
  }

  @Test
  void theParentOfASetIsWrittenAgainWhenTheAnswerIsLost() {
    cluster.fail("PATCH", 503, "ServiceUnavailable", "down");
    Ran ran = prune(setting, A, "--applyset=configmap/set", "-n", "default");
    assertThat(ran.status()).as("%s", ran).isZero();
    assertThat(kinds()).isEqualTo("ConfigMap");
  }

  @Test
  void aSetIsTakenOverFromOtherManagersWithAWarning() {
    cluster.fail("PATCH", 409, "Conflict", "Apply failed with 1 conflict: conflict with \"x\"");
    Ran ran = prune(setting, A, "--applyset=configmap/set", "-n", "default");
    assertThat(ran.status()).as("%s", ran).isZero();
    assertThat(ran.err()).startsWith("Warning: failed to update ApplySet: Error from server");
    assertThat(cluster.requests).filteredOn(sent -> sent.startsWith("PATCH")).hasSizeGreaterThan(1);
  }
}
