package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.Sampled;
import dev.japply.object.LastApplied;
import dev.japply.object.ManagedFields;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Objects that rules name are recreated on a real API server, where it refuses to change them.
@UsesTestCluster
@Order(1)
class RecreateOnServerTest {
  private static final String IMMUTABLE =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: a, annotations: {japply.dev/recreate: on-immutable-change}}
      immutable: true
      data: {k: v%s}
      """;

  private static final String JOB =
      """
      apiVersion: batch/v1
      kind: Job
      metadata: {name: a, annotations: {%s}}
      spec:
        suspend: true
        template:
          spec: {restartPolicy: Never, containers: [{name: c, image: "x:%s"}]}
      """;

  private static final String SERVICE =
      """
      apiVersion: v1
      kind: Service
      metadata: {name: a, annotations: {%s}}
      spec:
        type: LoadBalancer
        loadBalancerClass: example.com/%s
        selector: {app: a}
        ports: [{port: 80}]
      """;

  private static final String SET =
      """
      apiVersion: apps/v1
      kind: StatefulSet
      metadata: {name: a, annotations: {%s}}
      spec:
        replicas: 1
        serviceName: s%s
        selector: {matchLabels: {app: a}}
        persistentVolumeClaimRetentionPolicy: {whenDeleted: KEEP, whenScaled: Retain}
        template:
          metadata: {labels: {app: a}}
          spec: {containers: [{name: c, image: "x:1"}]}
      """;

  private static final String CLAIM =
      """
      apiVersion: v1
      kind: PersistentVolumeClaim
      metadata: {name: a, annotations: {%s}}
      spec:
        accessModes: [ReadWriteOnce]
        storageClassName: none-%s
        resources: {requests: {storage: 1Gi}}
      """;

  private final TestCluster server;
  private final String namespace;
  @TempDir private Path home;

  RecreateOnServerTest(TestCluster server) {
    this.server = server;
    this.namespace = server.newNamespace();
  }

  private Program.Said japply(String manifest, String line) {
    return server.japply(home, namespace, manifest, line.strip().split(" +"));
  }

  private String manifest(String kind, String note, String value) {
    String text =
        switch (kind) {
          case "job.batch" -> JOB;
          case "service" -> SERVICE;
          case "persistentvolumeclaim" -> CLAIM;
          default -> SET;
        };
    return text.formatted(note, value).replace("KEEP", kind.endsWith("!") ? "Delete" : "Retain");
  }

  private MapValue live(String kind) {
    return server.read(namespace, kind.replace("!", "") + "/a").orElseThrow();
  }

  private String uid(String kind) {
    return live(kind).map("metadata").text("uid");
  }

  /// Each rule for each type, and what its warning states.
  @Retention(RetentionPolicy.RUNTIME)
  @Sampled
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "job.batch | \"japply.dev/recreate\": on-immutable-change | its Pods are deleted, too",
        "job.batch | \"argocd.argoproj.io/sync-options\": \"Force=true,Replace=true\" | argocd",
        "job.batch | \"kapp.k14s.io/update-strategy\": fallback-on-replace | kapp",
        "service | \"japply.dev/recreate\": on-immutable-change | load balancer can change",
        "service | \"argocd.argoproj.io/sync-options\": \"Prune=false, Force=true,Replace=true\""
            + " | argocd",
        "service | \"kapp.k14s.io/update-strategy\": always-replace | kapp",
        "statefulset.apps | \"japply.dev/recreate\": on-immutable-change | its claims stay",
        "statefulset.apps | \"argocd.argoproj.io/sync-options\": \"Force=true,Replace=true\" |"
            + " argocd",
        "statefulset.apps | \"kapp.k14s.io/update-strategy\": fallback-on-replace | kapp",
        "statefulset.apps | \"japply.dev/recreate\": \"on-immutable-change,orphan\" |"
            + " its Pods stay",
        "statefulset.apps! | \"japply.dev/recreate\": on-immutable-change |"
            + " its claims with their data",
        "persistentvolumeclaim | \"japply.dev/recreate\": on-immutable-change | recreated by its",
      })
  @interface EachRule {}

  @EachRule
  void anAnnotationAllowsIt(String kind, String note, String along) {
    recreate(kind, note, along, "");
    Program.Said again = japply(manifest(kind, note, "2"), "apply -f -");
    assertThat(again.out()).contains("/a unchanged");
  }

  /// The undo brings the former object back, with its managers.
  @EachRule
  void anAnnotationAllowsItWithServerSideApply(String kind, String note, String along) {
    Path undo = home.resolve("undo");
    MapValue before = recreate(kind, note, along, " --server-side", " --undo-file " + undo);
    String changed = manifest(kind, note, "2");
    Program.Said again = japply(changed, "apply -f - --server-side --exit-code");
    assertThat(again.status()).as("nothing to write, and no manager of what was kept").isZero();
    assertThat(japply(changed, "plan -f - --server-side").out()).contains("nothing changes");

    Program.Said undone = japply("", "undo --yes " + undo);
    assertThat(undone.status()).as(undone.err()).isZero();
    assertThat(undone.out()).contains("/a recreated");
    assertThat(written(live(kind))).isEqualTo(written(before));
    assertThat(japply("", "undo --yes " + undo).err()).contains("nothing to take back");
    Program.Said applied = japply(changed, "apply -f - --server-side");
    assertThat(applied.status()).as(applied.err()).isZero();
    assertThat(applied.out()).contains("/a recreated");
  }

  /// Returns the object without values that the server makes up, such as the uid in labels of a
  /// Job.
  private static String written(MapValue object) {
    String uid = object.map("metadata").text("uid");
    return GoJson.write(LiveObjects.written(object)).replace(uid, "UID");
  }

  /// Returns both outputs. A plan has the rule in the block of the object, in several lines.
  private static String onOneLine(Program.Said said) {
    return (said.out() + said.err()).replaceAll("\\s+", " ");
  }

  /// Returns the object before it is recreated.
  private MapValue recreate(
      String kind, String note, String along, String method, String... flags) {
    assertThat(japply(manifest(kind, note, "1"), "apply -f -" + method).status()).isZero();
    MapValue before = live(kind);
    String changed = manifest(kind, note, "2");
    for (String looking :
        List.of("diff -f -", "plan -f -", "why -f -", "apply -f - --dry-run=server")) {
      Program.Said said = japply(changed, looking + method);
      assertThat(onOneLine(said))
          .as(looking)
          .contains("to be deleted and recreated by its annotation", along);
      assertThat(uid(kind)).isEqualTo(before.map("metadata").text("uid"));
    }
    Program.Said applied = japply(changed, "apply -f -" + method + String.join("", flags));
    assertThat(applied.status()).as(applied.err()).isZero();
    assertThat(applied.out()).contains("/a recreated");
    assertThat(uid(kind)).isNotEqualTo(before.map("metadata").text("uid"));
    if (kind.equals("service")) {
      assertThat(live(kind).map("spec").get("clusterIP"))
          .isEqualTo(before.map("spec").get("clusterIP"));
      assertThat(live(kind).map("spec").get("ports")).isEqualTo(before.map("spec").get("ports"));
    }
    return before;
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " --server-side"})
  void thePlanIsCarriedOut(String method) {
    String note = "\"japply.dev/recreate\": on-immutable-change";
    assertThat(japply(manifest("job.batch", note, "1"), "apply -f -" + method).status()).isZero();
    String before = uid("job.batch");
    String changed = manifest("job.batch", note, "2");
    Path plan = home.resolve("plan.json");
    Program.Said planned = japply(changed, "plan -f - --out " + plan + method);
    assertThat(planned.out()).contains("to be deleted and recreated");
    Program.Said applied = japply(changed, "apply -f - --plan " + plan);
    assertThat(applied.status()).as(applied.err()).isZero();
    assertThat(uid("job.batch")).isNotEqualTo(before);
  }

  private Program.Said project(String rule, String manifest) throws IOException {
    return project(rule, manifest, "apply -f -");
  }

  private Program.Said project(String rule, String manifest, String line) throws IOException {
    Path file = home.resolve("japply.yaml");
    Files.writeString(file, "apiVersion: japply.dev/v1\nkind: Project\nrecreate: [" + rule + "]\n");
    return japply(manifest, line + " --project " + file);
  }

  /// The plan has the reason and what goes along, and is carried out by the same rule.
  @ParameterizedTest
  @CsvSource({
    "job.batch, Job, '; its Pods are deleted, too', Background",
    "job.batch, Job/a:orphan, '; its Pods stay', Orphan",
    "service, Service, '; the address of a load balancer can change', Background",
    "statefulset.apps, StatefulSet/a:orphan, '; its Pods stay', Orphan",
    "statefulset.apps!, StatefulSet/a, 'and its claims with their data', Background",
    "persistentvolumeclaim, PersistentVolumeClaim/a, '', Background",
  })
  void aPlanByTheProjectFileIsCarriedOut(String kind, String rule, String along, String propagation)
      throws IOException {
    carryOutPlan(kind, rule, along, propagation, "");
  }

  @ParameterizedTest
  @CsvSource({
    "job.batch, Job/a:orphan, '; its Pods stay', Orphan",
    "service, Service, '; the address of a load balancer can change', Background",
    "statefulset.apps!, StatefulSet/a, 'and its claims with their data', Background",
    "persistentvolumeclaim, PersistentVolumeClaim/a, '', Background",
  })
  void aPlanOfServerSideApplyIsCarriedOut(
      String kind, String rule, String along, String propagation) throws IOException {
    carryOutPlan(kind, rule, along, propagation, " --server-side");
  }

  private void carryOutPlan(
      String kind, String rule, String along, String propagation, String method)
      throws IOException {
    assertThat(japply(manifest(kind, "", "1"), "apply -f -" + method).status()).isZero();
    MapValue before = live(kind);
    String changed = manifest(kind, "", "2");
    Path plan = home.resolve("plan.json");
    String quoted = "\"" + rule + "\"";
    Program.Said planned = project(quoted, changed, "plan -f - --out " + plan + method);
    String why = "to be deleted and recreated by recreate: " + rule + " of the project file, since";
    assertThat(planned.err()).doesNotContain("to be deleted and recreated");
    assertThat(onOneLine(planned))
        .contains(why, along)
        .containsOnlyOnce("to be deleted and recreated");
    assertThat(onOneLine(japply("", "show " + plan))).contains(why, along);
    assertThat(uid(kind)).isEqualTo(before.map("metadata").text("uid"));
    Program.Said applied = project(quoted, changed, "apply -f - -v=8 --plan " + plan);
    assertThat(applied.status()).as(applied.err()).isZero();
    assertThat(applied.out()).contains("/a recreated");
    assertThat(applied.err()).contains("\"propagationPolicy\":\"" + propagation + "\"");
    assertThat(uid(kind)).isNotEqualTo(before.map("metadata").text("uid"));
    if (kind.equals("service")) {
      assertThat(live(kind).map("spec").get("clusterIP"))
          .isEqualTo(before.map("spec").get("clusterIP"));
      assertThat(live(kind).map("spec").get("ports")).isEqualTo(before.map("spec").get("ports"));
    }
  }

  /// Without the rule by which data may be deleted the plan is refused.
  @ParameterizedTest
  @ValueSource(strings = {"", " --server-side"})
  void aPlanOfAnotherProjectFileDeletesNoData(String method) throws IOException {
    assertThat(japply(manifest("persistentvolumeclaim", "", "1"), "apply -f -" + method).status())
        .isZero();
    String before = uid("persistentvolumeclaim");
    String changed = manifest("persistentvolumeclaim", "", "2");
    Path plan = home.resolve("plan.json");
    String rule = "PersistentVolumeClaim/a";
    assertThat(project(rule, changed, "plan -f - --out " + plan + method).status()).isZero();
    for (String other : List.of("PersistentVolumeClaim", "PersistentVolumeClaim/b")) {
      Program.Said refused = project(other, changed, "apply -f - --plan " + plan);
      assertThat(refused.status()).isEqualTo(1);
      assertThat(refused.err()).contains("its data");
      assertThat(uid("persistentvolumeclaim")).isEqualTo(before);
    }
  }

  @Test
  void theProjectFileAllowsIt() throws IOException {
    assertThat(japply(manifest("job.batch", "", "1"), "apply -f -").status()).isZero();
    Program.Said refused = japply(manifest("job.batch", "", "2"), "apply -f -");
    assertThat(refused.err()).contains("field is immutable");
    assertThat(project("Deployment, Job/b", manifest("job.batch", "", "2")).status()).isEqualTo(1);
    Program.Said applied = project("Job", manifest("job.batch", "", "2"));
    assertThat(applied.status()).as(applied.err()).isZero();
    assertThat(applied.err()).contains("recreated by recreate: Job of the project file");
    assertThat(project("\"Job/a:orphan\"", manifest("job.batch", "", "3")).out())
        .contains("recreated");
    assertThat(project("\"*\"", manifest("job.batch", "", "4")).err())
        .contains("japply.yaml:3", "names no objects to recreate");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "persistentvolumeclaim | PersistentVolumeClaim | its data",
        "statefulset.apps! | StatefulSet | also delete its claims",
      })
  void dataIsDeletedOnlyByName(String kind, String type, String data) throws IOException {
    assertThat(japply(manifest(kind, "", "1"), "apply -f -").status()).isZero();
    String before = uid(kind);
    Program.Said refused = project(type, manifest(kind, "", "2"));
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err()).contains(data, "name it in the project file, or annotate it");
    assertThat(uid(kind)).isEqualTo(before);
    Program.Said applied = project("\"" + type + "/a\"", manifest(kind, "", "2"));
    assertThat(applied.status()).as(applied.err()).isZero();
    assertThat(uid(kind)).isNotEqualTo(before);
  }

  private static final String VOLUME =
      """
      apiVersion: v1
      kind: PersistentVolume
      metadata: {name: NAME, annotations: {NOTE}}
      spec:
        capacity: {storage: 1Gi}
        accessModes: [ReadWriteOnce]
        storageClassName: none
        hostPath: {path: /dev/nullVALUE}
      """;

  private static final String TYPE =
      """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: {name: things.NAME, annotations: {NOTE}}
      spec:
        group: NAME
        scope: VALUE
        names: {kind: Thing, plural: things, singular: thing}
        versions:
        - name: v1
          served: true
          storage: true
          schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
      """;

  private static final List<String> OF_OTHERS =
      List.of(
          "\"argocd.argoproj.io/sync-options\": \"Force=true,Replace=true\"",
          "\"kapp.k14s.io/update-strategy\": fallback-on-replace");

  /// Neither a rule for the kind nor an annotation of another tool deletes what holds data.
  @ParameterizedTest
  @CsvSource({
    "persistentvolume, PersistentVolume, , 1",
    "customresourcedefinition.apiextensions.k8s.io, CustomResourceDefinition, Namespaced, Cluster",
    "persistentvolumeclaim, PersistentVolumeClaim, 1, 2",
    "statefulset.apps!, StatefulSet, 1, 2",
  })
  void whatHoldsDataIsNamedByItself(String kind, String rule, String old, String other)
      throws IOException {
    String name = "undo" + server.newNumber() + ".example.com";
    for (String note : List.of("", OF_OTHERS.get(0), OF_OTHERS.get(1))) {
      String manifest =
          switch (rule) {
            case "PersistentVolume" -> VOLUME;
            case "CustomResourceDefinition" -> TYPE;
            default -> manifest(kind, "NOTE", "VALUE");
          };
      String filled = manifest.replace("NAME", name).replace("NOTE", note);
      assertThat(japply(filled.replace("VALUE", old == null ? "" : old), "apply -f -").status())
          .isZero();
      if (rule.equals("CustomResourceDefinition")) {
        server.awaitEstablished("things." + name);
      }
      String object =
          switch (rule) {
            case "PersistentVolume" -> kind + "/" + name;
            case "CustomResourceDefinition" -> kind + "/things." + name;
            default -> kind.replace("!", "") + "/a";
          };
      String before = server.read(namespace, object).orElseThrow().map("metadata").text("uid");
      String changed = filled.replace("VALUE", other);
      for (String line :
          List.of(
              "apply -f -",
              "plan -f -",
              "apply -f - --dry-run=server",
              "apply -f - --server-side --force-conflicts",
              "plan -f - --server-side --force-conflicts")) {
        Program.Said refused = project(note.isEmpty() ? rule : "Job", changed, line);
        assertThat(refused.status()).as(line + note + refused.out() + refused.err()).isEqualTo(1);
        assertThat(refused.err())
            .contains("the rule for recreation does not delete", "name it in the project file");
      }
      assertThat(server.read(namespace, object).orElseThrow().map("metadata").text("uid"))
          .isEqualTo(before);
    }
    if (!kind.startsWith("s") && !kind.endsWith("claim")) {
      server
          .kubectl(
              "delete",
              rule,
              rule.equals("PersistentVolume") ? name : "things." + name,
              "--wait=false")
          .orFail();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " --server-side"})
  void aMistakeIsNoReason(String method) {
    String note = "\"japply.dev/recreate\": on-immutable-change";
    assertThat(japply(manifest("job.batch", note, "1"), "apply -f -" + method).status()).isZero();
    String before = uid("job.batch");
    String wrong =
        manifest("job.batch", note, "2").replace("restartPolicy: Never", "restartPolicy: Always");
    Program.Said refused = japply(wrong, "apply -f -" + method);
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err()).contains("deleted nothing, because a new object would be refused");
    assertThat(uid("job.batch")).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " --server-side"})
  void podsAreNotOrphanedForAnotherSelector(String method) {
    String note = "\"japply.dev/recreate\": \"on-immutable-change,orphan\"";
    assertThat(japply(manifest("set", note, "1"), "apply -f -" + method).status()).isZero();
    String changed = manifest("set", note, "1").replace("app: a}", "app: b}");
    Program.Said refused = japply(changed, "apply -f -" + method);
    assertThat(refused.err()).contains("the new selector would not match them");
    assertThat(GoJson.write(live("statefulset.apps"))).contains("\"app\":\"a\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " --server-side"})
  void kubectlsModeHasNoRules(String method) {
    String note = "\"japply.dev/recreate\": on-immutable-change";
    assertThat(japply(manifest("job.batch", note, "1"), "apply -f -" + method).status()).isZero();
    Program.Said refused =
        japply(manifest("job.batch", note, "2"), "apply -f - --compat=kubectl" + method);
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err()).contains("field is immutable");
  }

  /// A conflict with another manager comes first, and is no reason to recreate the object.
  @Test
  void aConflictIsSettledBeforeAnObjectIsRecreated() {
    String note = "\"japply.dev/recreate\": on-immutable-change";
    String others = "apply -f - --server-side --field-manager=helm";
    assertThat(japply(manifest("service", note, "1"), others).status()).isZero();
    String before = uid("service");
    String changed = manifest("service", note, "2");
    Program.Said conflict = japply(changed, "apply -f - --server-side");
    assertThat(conflict.status()).isEqualTo(1);
    assertThat(conflict.err()).contains("Apply failed with 1 conflict", ".spec.loadBalancerClass");
    assertThat(uid("service")).isEqualTo(before);
    Program.Said applied =
        japply(changed, "apply -f - --server-side --take=spec.loadBalancerClass");
    assertThat(applied.status()).as(applied.err()).isZero();
    assertThat(applied.out()).contains("service/a recreated");
    List<MapValue> managers = ManagedFields.of(live("service")).entries();
    assertThat(managers).hasSize(1);
    assertThat(managers.getFirst().text("manager")).isEqualTo("kubectl");
    assertThat(GoJson.write(managers.getFirst())).doesNotContain("clusterIP", "nodePort");
  }

  /// The first server-side apply leaves fields that have left the manifest, and the migration from
  /// client-side apply cannot remove them.
  @Test
  void anObjectWhoseMigrationIsRefusedIsRecreated() {
    assertThat(japply(IMMUTABLE.formatted(", old: x"), "apply -f -").status()).isZero();
    String before = uid("configmap");
    String changed = IMMUTABLE.formatted("");
    Path plan = home.resolve("plan.json");
    Program.Said planned = japply(changed, "plan -f - --server-side --out " + plan);
    assertThat(onOneLine(planned))
        .contains("to be deleted and recreated by its annotation japply.dev/recreate", "data.old");
    assertThat(uid("configmap")).isEqualTo(before);
    Path undo = home.resolve("undo");
    Program.Said applied = japply(changed, "apply -f - --server-side --undo-file " + undo);
    assertThat(applied.status()).as(applied.err()).isZero();
    assertThat(applied.out()).contains("configmap/a recreated");
    assertThat(GoJson.write(live("configmap").map("data"))).isEqualTo("{\"k\":\"v\"}");
    assertThat(japply("", "undo --yes " + undo).status()).isZero();
    assertThat(GoJson.write(live("configmap").map("data")))
        .isEqualTo("{\"k\":\"v\",\"old\":\"x\"}");
  }

  @Test
  void aPlanForAnObjectWhoseMigrationIsRefusedIsCarriedOut() {
    assertThat(japply(IMMUTABLE.formatted(", old: x"), "apply -f -").status()).isZero();
    Path plan = home.resolve("plan.json");
    String changed = IMMUTABLE.formatted("");
    assertThat(japply(changed, "plan -f - --server-side --out " + plan).status()).isZero();
    Program.Said applied = japply(changed, "apply -f - --plan " + plan);
    assertThat(applied.status()).as(applied.err()).isZero();
    assertThat(applied.out()).contains("configmap/a recreated");
  }

  /// It is one of server-side apply afterwards.
  @Test
  void anObjectOfClientSideApplyIsRecreatedByTheServer() {
    String note = "\"japply.dev/recreate\": on-immutable-change";
    assertThat(japply(manifest("job.batch", note, "1"), "apply -f -").status()).isZero();
    Program.Said applied =
        japply(manifest("job.batch", note, "2"), "apply -f - --server-side --force-conflicts");
    assertThat(applied.status()).as(applied.err()).isZero();
    assertThat(applied.out()).contains("job.batch/a recreated");
    assertThat(LastApplied.text(live("job.batch"))).isEmpty();
  }

  /// A plan is refused after any change of an object that is to be deleted.
  @Test
  void aPlanOfServerSideApplyIsRefusedAfterAChange() {
    String note = "\"japply.dev/recreate\": on-immutable-change";
    assertThat(japply(manifest("job.batch", note, "1"), "apply -f - --server-side").status())
        .isZero();
    String before = uid("job.batch");
    String changed = manifest("job.batch", note, "2");
    Path plan = home.resolve("plan.json");
    assertThat(japply(changed, "plan -f - --server-side --out " + plan).status()).isZero();
    server.kubectl("label", "job/a", "theirs=1", "-n", namespace).orFail();
    Program.Said refused = japply(changed, "apply -f - --plan " + plan);
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err()).contains("changed since it was planned: metadata.labels");
    assertThat(uid("job.batch")).isEqualTo(before);
    server.kubectl("label", "job/a", "theirs-", "-n", namespace).orFail();
    Program.Said applied = japply(changed, "apply -f - --plan " + plan);
    assertThat(applied.status()).as(applied.err()).isZero();
    assertThat(applied.out()).contains("job.batch/a recreated");
    Program.Said again = japply(changed, "apply -f - --plan " + plan);
    assertThat(again.status()).as(again.err()).isZero();
  }

  /// The part of a subresource is no reason to recreate the object.
  @Test
  void aSubresourceIsNotRecreated() {
    String note = "\"japply.dev/recreate\": on-immutable-change";
    assertThat(japply(manifest("job.batch", note, "1"), "apply -f - --server-side").status())
        .isZero();
    String before = uid("job.batch");
    String wrong = manifest("job.batch", note, "1") + "status: {active: -1}\n";
    Program.Said refused = japply(wrong, "apply -f - --server-side --subresource=status");
    assertThat(refused.status()).as(refused.out()).isEqualTo(1);
    assertThat(uid("job.batch")).isEqualTo(before);
  }
}
