package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Objects that rules name are recreated on a real API server, where it refuses to change them.
@UsesTestCluster
@Order(1)
class RecreateOnServerTest {
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "job.batch | \"japply.dev/recreate\": on-immutable-change | its Pods are deleted, too",
        "job.batch | \"argocd.argoproj.io/sync-options\": \"Force=true,Replace=true\" | argocd",
        "job.batch | \"kapp.k14s.io/update-strategy\": fallback-on-replace | kapp",
        "service | \"japply.dev/recreate\": on-immutable-change | load balancer can change",
        "statefulset.apps | \"japply.dev/recreate\": on-immutable-change | its claims stay",
        "statefulset.apps | \"japply.dev/recreate\": \"on-immutable-change,orphan\" |"
            + " its Pods stay",
        "statefulset.apps! | \"japply.dev/recreate\": on-immutable-change |"
            + " its claims with their data",
        "persistentvolumeclaim | \"japply.dev/recreate\": on-immutable-change | recreated by its",
      })
  void anAnnotationAllowsIt(String kind, String note, String along) {
    assertThat(japply(manifest(kind, note, "1"), "apply -f -").status()).isZero();
    MapValue before = live(kind);
    String changed = manifest(kind, note, "2");
    for (String looking : List.of("diff -f -", "plan -f -", "apply -f - --dry-run=server")) {
      Program.Said said = japply(changed, looking);
      assertThat(said.err())
          .as(looking)
          .contains("to be deleted and recreated by its annotation", along);
      assertThat(uid(kind)).isEqualTo(before.map("metadata").text("uid"));
    }
    Program.Said applied = japply(changed, "apply -f -");
    assertThat(applied.status()).as(applied.err()).isZero();
    assertThat(applied.out()).contains("/a recreated");
    assertThat(uid(kind)).isNotEqualTo(before.map("metadata").text("uid"));
    if (kind.equals("service")) {
      assertThat(live(kind).map("spec").get("clusterIP"))
          .isEqualTo(before.map("spec").get("clusterIP"));
      assertThat(live(kind).map("spec").get("ports")).isEqualTo(before.map("spec").get("ports"));
    }
    Program.Said again = japply(changed, "apply -f -");
    assertThat(again.out()).contains("/a unchanged");
  }

  @Test
  void thePlanIsCarriedOut() {
    String note = "\"japply.dev/recreate\": on-immutable-change";
    assertThat(japply(manifest("job.batch", note, "1"), "apply -f -").status()).isZero();
    String before = uid("job.batch");
    String changed = manifest("job.batch", note, "2");
    Path plan = home.resolve("plan.json");
    Program.Said planned = japply(changed, "plan -f - --out " + plan);
    assertThat(planned.out()).contains("to be deleted and recreated");
    Program.Said applied = japply(changed, "apply -f - --plan " + plan);
    assertThat(applied.status()).as(applied.err()).isZero();
    assertThat(uid("job.batch")).isNotEqualTo(before);
  }

  private Program.Said project(String rule, String manifest) throws IOException {
    Path file = home.resolve("japply.yaml");
    Files.writeString(file, "apiVersion: japply.dev/v1\nkind: Project\nrecreate: [" + rule + "]\n");
    return japply(manifest, "apply -f - --project " + file);
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
  @CsvSource({
    "persistentvolumeclaim, PersistentVolumeClaim, its data",
    "statefulset.apps!, StatefulSet, also delete its claims"
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

  @Test
  void aMistakeIsNoReason() {
    String note = "\"japply.dev/recreate\": on-immutable-change";
    assertThat(japply(manifest("job.batch", note, "1"), "apply -f -").status()).isZero();
    String before = uid("job.batch");
    String wrong =
        manifest("job.batch", note, "2").replace("restartPolicy: Never", "restartPolicy: Always");
    Program.Said refused = japply(wrong, "apply -f -");
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err()).contains("deleted nothing, because a new object would be refused");
    assertThat(uid("job.batch")).isEqualTo(before);
  }

  @Test
  void podsAreNotOrphanedForAnotherSelector() {
    String note = "\"japply.dev/recreate\": \"on-immutable-change,orphan\"";
    assertThat(japply(manifest("set", note, "1"), "apply -f -").status()).isZero();
    String changed = manifest("set", note, "1").replace("app: a}", "app: b}");
    Program.Said refused = japply(changed, "apply -f -");
    assertThat(refused.err()).contains("the new selector would not match them");
    assertThat(GoJson.write(live("statefulset.apps"))).contains("\"app\":\"a\"");
  }

  @Test
  void kubectlsModeHasNoRules() {
    String note = "\"japply.dev/recreate\": on-immutable-change";
    assertThat(japply(manifest("job.batch", note, "1"), "apply -f -").status()).isZero();
    Program.Said refused = japply(manifest("job.batch", note, "2"), "apply -f - --compat=kubectl");
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err()).contains("field is immutable");
  }
}
