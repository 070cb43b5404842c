package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.Sampled;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Patch;
import dev.japply.cluster.Resource;
import dev.japply.cluster.WriteOptions;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.rest.Loopback;
import dev.japply.object.Gvk;
import dev.japply.object.LastApplied;
import dev.japply.object.ManagedFields;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A server-side apply is planned, the cluster is changed, and the plan is applied, on a real API
/// server. `PlanOnServerTest` has the same table for client-side apply.
@UsesTestCluster
class ServerSidePlanOnServerTest extends WebOnServer {
  private static final String OLD =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web}
      spec:
        replicas: 0
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec: {containers: [{name: web, image: "web:1"}]}
      ---
      {apiVersion: v1, kind: Secret, metadata: {name: s}, data: {p: aHVudGVyMjJvbGQ=}}
      ---
      {apiVersion: v1, kind: ConfigMap, metadata: {name: same}, data: {k: v}}
      """;

  private static final String NEW =
      OLD.replace("web:1", "web:2").replace("aHVudGVyMjJvbGQ=", "aHVudGVyMjJuZXc=")
          + "---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: added}, data: {k: v}}\n";

  private static final String MAP =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: c}
      data: {%s}
      """;

  private static final String JSON =
      """
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"},"data":{%s}}
      """;

  private Path file;

  ServerSidePlanOnServerTest(TestCluster server) {
    super(server);
  }

  @BeforeEach
  void name() {
    file = home.resolve("plan.json");
  }

  private void apply(String manifest, String... flags) {
    Program.Said said = onServer("apply", manifest, flags);
    assertThat(said.status()).as(said.err()).isZero();
  }

  private Program.Said plan(String manifest, String... flags) {
    Program.Said said = onServer("plan", manifest, with("--out=" + file, flags));
    assertThat(said.status()).as(said.err()).isZero();
    Program.Said shown = japply("", "show", file.toString());
    assertThat(shown.out()).isEqualTo(said.out());
    return said;
  }

  private Program.Said applyPlan(String manifest, String... flags) {
    return on("apply", manifest, with("--plan=" + file, flags));
  }

  @Sampled
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nothing | ",
        "patch deployment web --subresource=status -p {\"status\":{\"observedGeneration\":99}} | ",
        "scale deployment web --replicas=1 | conflict with \"kubectl\" with subresource \"scale\""
            + " using apps/v1: .spec.replicas (live 1, manifest 0, owned since unknown); plan"
            + " again",
        "label deployment web a=b | ",
        "annotate configmap same a=b | ",
        "patch secret s -p {\"data\":{\"other\":\"eA==\"}} | ",
        "set image deployment web web=web:3 | Deployment NS/web: changed since it was planned:"
            + " spec.template.spec.containers[name=web].image;",
        "set env deployment web A=b | ",
        "patch deployment web -p {\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":"
            + "\"side\",\"image\":\"s:1\"}]}}}} | ",
        "patch secret s -p {\"stringData\":{\"p\":\"hunter22x\"}} | Secret NS/s: changed since it"
            + " was planned: data.p;",
        "patch configmap same -p {\"data\":{\"k\":\"w\"}} | ConfigMap NS/same: ",
        "delete deployment web | Deployment NS/web: deleted since it was planned;",
        "replace --force -f deployment | Deployment NS/web: deleted since it was planned, and"
            + " recreate",
        "create configmap added | ConfigMap NS/added: created by another client since it was"
            + " planned;",
        "annotate deployment web kubectl.kubernetes.io/last-applied-configuration={} --overwrite |"
            + " Deployment NS/web: changed since it was planned: metadata.annotations",
      })
  void doesWhatWasPlannedOrNothing(String command, String problem) throws IOException {
    apply(OLD);
    plan(NEW);
    assertThat(Files.readString(file)).doesNotContain("hunter22", "aHVudGVyMjJ");
    if (command.startsWith("replace")) {
      var words = List.of("replace", "--force", "-f", "-", "-n", namespace);
      server.kubectl(OLD.substring(0, OLD.indexOf("---")), words).orFail();
    } else if (!command.equals("nothing")) {
      kubectl(command.split(" "));
    }
    Program.Said said = applyPlan(NEW);
    if (problem == null) {
      assertThat(said.err()).doesNotContain("error");
      assertThat(said.out().lines()).hasSize(4).allMatch(line -> line.endsWith("side-applied"));
      assertThat(said.status()).isZero();
      assertThat(live(".spec.template.spec.containers[?(@.name==\"web\")].image"))
          .isEqualTo("web:2");
      Program.Said again = applyPlan(NEW, "--exit-code");
      assertThat(again.err()).doesNotContain("error");
      assertThat(again.status()).isZero();
    } else {
      assertThat(said.err())
          .contains(problem.replace("NS", namespace), "; plan again")
          .doesNotContain("hunter22");
      assertThat(said.out()).isEmpty();
      assertThat(said.status()).isEqualTo(1);
      assertThat(object("secret/s").toString()).doesNotContain("aHVudGVyMjJuZXc=");
    }
  }

  /// A scale of a field that no manager owns leaves no owner, so it is no conflict.
  @Test
  void bindsReplicasThatNoManagerOwns() {
    String web = OLD.substring(0, OLD.indexOf("---"));
    apply(web.replace("  replicas: 0\n", ""));
    scale(5);
    Program.Said plan = plan(web.replace("replicas: 0", "replicas: 2"));
    assertThat(plan.out())
        .containsPattern(
            "spec.replicas +5 -> 2\\s+set by the manifest; the live value has no owner");
    scale(7);
    Program.Said refused = applyPlan(web.replace("replicas: 0", "replicas: 2"));
    assertThat(refused.err())
        .contains(
            "Deployment "
                + namespace
                + "/web: changed since it was planned: spec.replicas; plan again");
    assertThat(live(".spec.replicas")).isEqualTo("7");
    scale(5);
    assertThat(applyPlan(web.replace("replicas: 0", "replicas: 2")).status()).isZero();
    assertThat(live(".spec.replicas")).isEqualTo("2");
  }

  /// Also an owner that changes no value.
  @Test
  void bindsTheOwnersOfChangedFields() {
    String wanted = MAP.formatted("x: '1', y: '1'");
    apply(MAP.formatted("x: h"), "--field-manager=helm");
    apply(MAP.formatted("y: '1'"), "--field-manager=me");
    Program.Said plan = plan(wanted, "--field-manager=me", "--take=manager=helm");
    assertThat(plan.out()).containsPattern("data.x +\"h\" -> \"1\"\\s+taken over from helm");
    apply(MAP.formatted("x: h"), "--field-manager=flux");
    Program.Said refused = applyPlan(wanted);
    assertThat(refused.err())
        .contains("ConfigMap " + namespace + "/c: ", "data.x", "plan again")
        .doesNotContain("--take");
    assertThat(object("configmap/c").map("data").text("x")).isEqualTo("h");
    plan(wanted, "--field-manager=me", "--force-conflicts");
    assertThat(applyPlan(wanted).out()).isEqualTo("configmap/c serverside-applied\n");
    assertThat(owners("configmap/c", data("x"))).containsExactly("me");
  }

  @Test
  void takesAndLeavesAsPlanned() {
    apply(MAP.formatted("x: h, w: h"), "--field-manager=helm");
    apply(MAP.formatted("b: '1'"), "--field-manager=me");
    kubectl("patch", "configmap/c", "-p", "{\"data\":{\"a\":\"e\"}}", "--field-manager=edit");
    String wanted = MAP.formatted("x: '1', a: '1', b: '2'");
    plan(wanted, "--field-manager=me", "--take=data.x", "--leave=manager=edit");
    kubectl("patch", "configmap/c", "-p", "{\"data\":{\"z\":\"e\"}}", "--field-manager=edit");
    Program.Said done = applyPlan(wanted);
    assertThat(done.out()).as(done.err()).isEqualTo("configmap/c serverside-applied\n");
    assertThat(object("configmap/c").map("data").toString())
        .contains("x=StringValue[value=1]", "a=StringValue[value=e]", "b=StringValue[value=2]");
    assertThat(owners("configmap/c", data("a"))).containsExactly("edit");
    Program.Said refused = onServer("plan", wanted.replace("'1'", "'3'"));
    assertThat(refused.err()).contains("Apply failed with ", "apply with --take=");
    assertThat(refused.status()).isEqualTo(1);
  }

  @Test
  void keepsIgnoredFieldsAsPlanned() {
    String web = OLD.substring(0, OLD.indexOf("---"));
    apply(web);
    scale(5);
    String next = web.replace("web:1", "web:2");
    Program.Said plan = plan(next, "--ignore=spec.replicas");
    assertThat(plan.out()).contains("1 field ignored");
    scale(6);
    assertThat(applyPlan(next).status()).isZero();
    assertThat(live(".spec.replicas")).isEqualTo("6");
    assertThat(live(".spec.template.spec.containers[0].image")).isEqualTo("web:2");
  }

  /// No conflict reports that an item goes with a field that another client wrote into it.
  @Test
  void showsAnItemThatTakesFieldsOfOthersAlong() {
    String web = OLD.substring(0, OLD.indexOf("---"));
    String both = web.replace("\"web:1\"}", "\"web:1\"}, {name: proxy, image: \"p:1\"}");
    apply(both);
    kubectl("set", "env", "deployment/web", "-c", "proxy", "X=1");
    Program.Said plan = plan(web);
    assertThat(plan.out())
        .containsPattern(
            "- .*containers\\[name=proxy]\n"
                + "( +- .*\n)+"
                + " +left the manifest, so deleted, along with fields of kubectl-set in it");
    kubectl("set", "env", "deployment/web", "-c", "proxy", "X=2");
    assertThat(applyPlan(web).err())
        .contains("changed since it was planned: spec.template.spec.containers[name=proxy]");
    kubectl("set", "env", "deployment/web", "-c", "proxy", "X=1");
    assertThat(applyPlan(web).status()).isZero();
    assertThat(live(".spec.template.spec.containers[*].name")).isEqualTo("web");
  }

  /// Takes over the fields of client-side apply under another name.
  private static final String TAKEN = "--take=manager=kubectl-client-side-apply";

  /// The first server-side apply hands over the fields of client-side apply, and removes those that
  /// left the manifest.
  @ParameterizedTest
  @CsvSource({"kubectl", "me"})
  void showsTheMigrationFromClientSideApply(String manager) {
    String old = MAP.formatted("a: '1', b: '1'");
    assertThat(on("apply", old).status()).isZero();
    String next = MAP.formatted("a: '1', c: '1'");
    Program.Said plan = plan(next, "--field-manager=" + manager, TAKEN);
    assertThat(plan.out())
        .containsPattern("\\+ data.c +\"1\"\\s+added by the manifest")
        .containsPattern("data.b +\"1\"\n +left the manifest, so deleted by the migration");
    kubectl("patch", "configmap/c", "-p", "{\"data\":{\"b\":\"2\"}}");
    assertThat(applyPlan(next).err()).contains("changed since it was planned: data.b; plan again");
    kubectl("delete", "configmap/c");
    assertThat(on("apply", old).status()).isZero();
    plan(next, "--field-manager=" + manager, TAKEN);
    Program.Said done = applyPlan(next);
    assertThat(done.status()).as(done.err()).isZero();
    assertThat(object("configmap/c").map("data").entries().keySet()).containsExactly("a", "c");
    assertThat(onServer("why", next, "--field-manager=" + manager).out()).doesNotContain("data.");
    assertThat(LastApplied.text(object("configmap/c"))).doesNotContain("resourceVersion", "uid");
  }

  /// The steps of the migration that an apply has done before it was interrupted.
  enum Step {
    /// The first PATCH with the manifest.
    APPLIED,
    /// The annotation has a manager of its own.
    ANNOTATED,
    /// The fields of client-side apply are this manager's.
    MOVED
  }

  private void interrupt(MapValue manifest, String manager, Step last) {
    try (var cluster = Loopback.connect(ConnectionOptions.of(server.kubeconfig().toString()))) {
      Resource type = cluster.resource(Gvk.of(manifest)).orElseThrow();
      String name = manifest.map("metadata").text("name");
      var own = new WriteOptions(manager, "", false);
      MapValue placed =
          manifest.with(
              "metadata", manifest.map("metadata").with("namespace", Value.text(namespace)));
      var patch = new Patch(Patch.Type.APPLY, placed).forcing(true);
      MapValue live = cluster.patch(type, namespace, name, patch, own);
      if (last != Step.APPLIED && manager.equals(ManagedFields.SERVER_SIDE)) {
        MapValue annotations = MapValue.of(LastApplied.KEY, Value.text(LastApplied.text(live)));
        MapValue metadata = MapValue.of("name", Value.text(name)).with("annotations", annotations);
        var kept = new Patch(Patch.Type.APPLY, type.gvk().tree().with("metadata", metadata));
        var annotator = new WriteOptions("kubectl-last-applied", "", false);
        live = cluster.patch(type, namespace, name, kept, annotator);
      }
      if (last == Step.MOVED) {
        move(cluster, type, live, own);
      }
    }
  }

  /// Tries again if a controller writes in between.
  private void move(Cluster cluster, Resource type, MapValue live, WriteOptions own) {
    String name = live.map("metadata").text("name");
    ManagedFields moved =
        ManagedFields.of(live)
            .upgraded(Set.of(ManagedFields.CLIENT_SIDE), own.fieldManager())
            .orElseThrow();
    try {
      cluster.patch(type, namespace, name, Patch.managers(moved.tree(), live), own);
    } catch (ClusterException e) {
      assertThat(e.isConflict()).as("%s", e).isTrue();
      move(cluster, type, cluster.get(type, namespace, name).orElseThrow(), own);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "kubectl, APPLIED",
    "kubectl, ANNOTATED",
    "kubectl, MOVED",
    "me, APPLIED",
    "me, MOVED"
  })
  void continuesAnInterruptedMigration(String manager, Step last) {
    String old = JSON.formatted("\"a\":\"1\",\"b\":\"1\"");
    String next = JSON.formatted("\"a\":\"1\",\"c\":\"1\"");
    String flag = "--field-manager=" + manager;
    assertThat(on("apply", old).status()).isZero();
    interrupt((MapValue) Json.parse(next), manager, last);
    Program.Said plan = plan(next, flag, TAKEN);
    assertThat(plan.out()).containsPattern("data.b +\"1\"\n +left the manifest, so deleted");
    Program.Said done = applyPlan(next);
    assertThat(done.status()).as(done.err()).isZero();
    checkMigrated(next, flag);
    kubectl("delete", "configmap/c");
    assertThat(on("apply", old).status()).isZero();
    interrupt((MapValue) Json.parse(next), manager, last);
    apply(next, flag, TAKEN);
    checkMigrated(next, flag);
  }

  private void checkMigrated(String manifest, String flag) {
    assertThat(object("configmap/c").map("data").entries().keySet()).containsExactly("a", "c");
    assertThat(onServer("why", manifest, flag).out()).doesNotContain("data.");
    assertThat(serverSide(manifest, flag, "--exit-code").status()).isZero();
  }

  /// Client-side apply owns the defaults of an object that it has created. They leave its fields
  /// and return.
  @ParameterizedTest
  @CsvSource({"kubectl, ", "kubectl, APPLIED", "kubectl, ANNOTATED", "kubectl, MOVED", "me, "})
  void showsDefaultsThatReturnAfterAMigration(String manager, @Nullable Step last) {
    String old =
        """
        {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"},"spec":{%s
         "replicas":0,"selector":{"matchLabels":{"app":"web"}},"template":{
         "metadata":{"labels":{"app":"web"}},
         "spec":{"containers":[{"name":"web","image":"web:1"}]}}}}
        """;
    String next = old.formatted("");
    assertThat(
            on("apply", old.formatted("\"minReadySeconds\":5,\"revisionHistoryLimit\":3,"))
                .status())
        .isZero();
    if (last != null) {
      interrupt((MapValue) Json.parse(next), manager, last);
    }
    awaitController();
    Program.Said plan = plan(next, "--field-manager=" + manager, TAKEN);
    assertThat(plan.out())
        .contains("Deployment " + namespace + "/web (STDIN:1): 2 fields change\n")
        .containsPattern("spec.minReadySeconds +5\n +left the manifest, so deleted")
        .containsPattern("spec.revisionHistoryLimit +3 -> 10\n +left the manifest, so reset");
    Program.Said done = applyPlan(next);
    assertThat(done.status()).as(done.err()).isZero();
    assertThat(live(".spec.minReadySeconds")).isEmpty();
    assertThat(live(".spec.revisionHistoryLimit")).isEqualTo("10");
    assertThat(live(".spec.progressDeadlineSeconds")).isEqualTo("600");
    assertThat(serverSide(next, "--field-manager=" + manager, "--exit-code").status()).isZero();
  }

  /// The server chooses the port of the node anew in each dry run.
  @Test
  void acceptsValuesThatTheServerChooses() {
    String service =
        """
        apiVersion: v1
        kind: Service
        metadata: {name: svc}
        spec: {type: NodePort, selector: {a: b}, ports: [{name: a, port: 80}%s]}
        """;
    apply(service.formatted(""));
    String more = service.formatted(", {name: b, port: 81}");
    plan(more);
    Program.Said done = applyPlan(more);
    assertThat(done.status()).as(done.err()).isZero();
    assertThat(object("service/svc").map("spec").toString()).contains("=81");
  }

  @Test
  void createsATypeAndItsObjects() {
    String group = namespace + ".example.com";
    String both =
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: things.%1$s}
        spec:
          group: %1$s
          scope: Namespaced
          names: {plural: things, singular: thing, kind: Thing, listKind: ThingList}
          versions:
          - name: v1
            served: true
            storage: true
            schema:
              openAPIV3Schema:
                {type: object, properties: {spec: {type: object, properties: {k: {type: string}}}}}
        ---
        {apiVersion: %1$s/v1, kind: Thing, metadata: {name: t}, spec: {k: v}}
        """
            .formatted(group);
    Program.Said plan = plan(both);
    assertThat(plan.out())
        .contains(
            "CustomResourceDefinition things." + group,
            "Thing " + namespace + "/t",
            ": to be created\n");
    Program.Said done = applyPlan(both);
    assertThat(done.err()).doesNotContain("error");
    assertThat(done.out().lines()).hasSize(2);
    server.kubectl("delete", "crd", "things." + group, "--wait=false").orFail();
  }

  @Test
  void prunesTheMembersOfAnApplySetAsPlanned() {
    String[] set = {"--prune", "--applyset=configmap/set"};
    apply(OLD, set);
    String less = OLD.substring(0, OLD.lastIndexOf("---")).replace("web:1", "web:2");
    Program.Said plan = plan(less, set);
    assertThat(plan.out())
        .contains("ConfigMap " + namespace + "/same: to be deleted, since it is not in");
    Program.Said done = applyPlan(less);
    assertThat(done.status()).as(done.err()).isZero();
    assertThat(done.out()).contains("configmap/same pruned");
    assertThat(server.read(namespace, "configmap/same")).isEmpty();
    assertThat(live(".spec.template.spec.containers[0].image")).isEqualTo("web:2");
  }

  @Test
  void manyUnchangedObjectsNeedNoRequest() {
    var many = new ArrayList<String>();
    for (int i = 0; i < 30; i++) {
      many.add(MAP.formatted("a: '1'").replace("name: c", "name: c" + i));
    }
    String manifests = String.join("---\n", many);
    apply(manifests);
    String changed = manifests.replaceFirst("a: '1'", "a: '2'");
    plan(changed);
    Program.Said done = applyPlan(changed, "-v=6", "--hide-unchanged");
    assertThat(done.status()).as(done.err()).isZero();
    assertThat(done.err().lines().filter(line -> line.contains("PATCH"))).hasSize(3);
    assertThat(done.out()).isEqualTo("configmap/c0 serverside-applied\n");
  }

  private static String labeled(String name) {
    return "---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: %s, labels: {run: x}}, data: {}}\n"
        .formatted(name);
  }

  /// The field manager and the annotation show what was applied.
  @Test
  void prunesWhatTheManagerHasApplied() {
    String[] prune = {"--prune", "-l", "run=x", "--prune-allowlist=core/v1/ConfigMap"};
    apply(labeled("stays") + labeled("goes"));
    assertThat(on("apply", labeled("merged")).status()).isZero();
    apply(labeled("others"), "--field-manager=helm");
    kubectl("create", "configmap", "made");
    kubectl("label", "configmap", "made", "run=x");
    Program.Said plan = plan(labeled("stays"), prune);
    assertThat(plan.out())
        .contains(
            "ConfigMap " + namespace + "/goes: to be deleted",
            "ConfigMap " + namespace + "/merged: to be deleted")
        .doesNotContain("others", "made");
    Program.Said narrower = applyPlan(labeled("stays"), "--prune", "--all");
    assertThat(narrower.err()).contains("the plan was made with other flags about pruning");
    assertThat(applyPlan(labeled("stays"), prune).out())
        .isEqualTo(
            "configmap/stays serverside-applied\nconfigmap/goes pruned\nconfigmap/merged pruned\n");
    apply(labeled("stays") + labeled("goes"));
    assertThat(onServer("apply", labeled("stays"), prune).out())
        .isEqualTo("configmap/stays serverside-applied\nconfigmap/goes pruned\n");
    assertThat(server.read(namespace, "configmap/others")).isPresent();
    assertThat(server.read(namespace, "configmap/made")).isPresent();
  }
}
