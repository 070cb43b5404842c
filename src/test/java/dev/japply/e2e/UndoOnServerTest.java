package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.object.LastApplied;
import dev.japply.object.ManagedFields;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs that are taken back on a real API server.
@UsesTestCluster
@Order(1)
class UndoOnServerTest {
  private static final String OLD =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web, labels: {set: s}}
      spec:
        replicas: 0
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            containers:
            - {name: web, image: "web:1", args: [a, b], env: [{name: A, value: "1"}]}
            volumes: [{name: v, emptyDir: {}}]
      ---
      apiVersion: v1
      kind: Service
      metadata: {name: dns, labels: {set: s}}
      spec:
        selector: {app: web}
        ports: [{name: u, port: 53, protocol: UDP}, {name: t, port: 53, protocol: TCP}]
      ---
      {apiVersion: v1, kind: Secret, metadata: {name: s, labels: {set: s}}, stringData: {p: hunter22old}}
      ---
      {apiVersion: v1, kind: ConfigMap, metadata: {name: same, labels: {set: s}}, data: {k: v}}
      ---
      {apiVersion: v1, kind: ConfigMap, metadata: {name: gone, labels: {set: s}}, data: {k: v}}
      ---
      {apiVersion: v1, kind: Secret, metadata: {name: g, labels: {set: s}}, stringData: {p: k3ptsecret}}
      """;

  private static final String NEW =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web, labels: {set: s}, annotations: {new: "1"}}
      spec:
        replicas: 0
        minReadySeconds: 5
        strategy: {type: Recreate}
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            containers:
            - {name: side, image: "side:1"}
            - {name: web, image: "web:2", args: [b], env: [{name: B, value: "2"}]}
            volumes: [{name: v, configMap: {name: same}}]
      ---
      apiVersion: v1
      kind: Service
      metadata: {name: dns, labels: {set: s}}
      spec:
        selector: {app: web}
        ports: [{name: t, port: 53, protocol: TCP}, {name: h, port: 80}]
      ---
      {apiVersion: v1, kind: Secret, metadata: {name: s, labels: {set: s}}, stringData: {q: hunter22new}}
      ---
      {apiVersion: v1, kind: ConfigMap, metadata: {name: same, labels: {set: s}}, data: {k: v}}
      ---
      {apiVersion: v1, kind: ConfigMap, metadata: {name: added, labels: {set: s}}, data: {k: v}}
      """;

  private static final List<String> OBJECTS =
      List.of(
          "deployment.apps/web",
          "service/dns",
          "secret/s",
          "configmap/same",
          "configmap/gone",
          "secret/g",
          "configmap/added");

  private static final String PRUNE =
      "--prune -l set=s --prune-allowlist=core/v1/ConfigMap --prune-allowlist=core/v1/Secret";

  private final TestCluster server;
  private final String namespace;
  @TempDir private Path home;

  UndoOnServerTest(TestCluster server) {
    this.server = server;
    this.namespace = server.newNamespace();
  }

  private Program.Said japply(String manifest, String line) {
    return server.japply(home, namespace, manifest, line.strip().split(" +"));
  }

  private Program.Said apply(String manifest, String flags) {
    Program.Said said = japply(manifest, "apply -f - " + flags);
    assertThat(said.status()).as(said.err()).isZero();
    return said;
  }

  private Path file() {
    return home.resolve("undo.jsonl");
  }

  private Program.Said undo(String flags) {
    return japply("", "undo " + file() + " --yes " + flags);
  }

  private void kubectl(String line) {
    var words = new ArrayList<>(List.of(line.split(" +")));
    words.addAll(List.of("-n", namespace));
    server.kubectl("", words).orFail();
  }

  /// The objects without what a server maintains, each with its annotation byte for byte.
  private List<String> state() {
    return OBJECTS.stream().map(this::state).toList();
  }

  private String state(String name) {
    MapValue live = server.read(namespace, name).orElse(MapValue.EMPTY);
    return name + ": " + GoJson.write(LiveObjects.written(live)) + LastApplied.text(live);
  }

  @ParameterizedTest
  @ValueSource(strings = {PRUNE, "--server-side --force-conflicts"})
  void everythingIsAsBefore(String flags) {
    apply(OLD, "");
    kubectl("label deployment/web theirs=1");
    List<String> before = state();
    // The server merges no strategies and sources of volumes.
    String changed =
        flags.contains("--server-side")
            ? NEW.replace("  strategy: {type: Recreate}\n", "")
                .replace("configMap: {name: same}", "emptyDir: {medium: Memory}")
            : NEW;
    apply(changed, flags + " --undo-file " + file());
    List<String> after = state();
    assertThat(after).isNotEqualTo(before);
    Program.Said undone = undo("");
    assertThat(undone.status()).as(undone.err()).isZero();
    assertThat(undone.out()).contains("deployment.apps/web configured", "configmap/added deleted");
    assertThat(state()).isEqualTo(before);
    Program.Said again = undo("");
    assertThat(again.status()).as(again.err()).isZero();
    assertThat(again.err()).contains("nothing to take back");
    assertThat(again.out()).contains("web unchanged", "configmap/added does not exist");
    assertThat(state()).isEqualTo(before);
    assertThat(apply(OLD, "").out()).contains("configmap/same unchanged", "web unchanged");
  }

  @Test
  void anUndoCanBeTakenBack() {
    apply(OLD, "");
    apply(NEW, PRUNE + " --undo-file " + file());
    List<String> after = state();
    Path second = home.resolve("second");
    assertThat(undo("--undo-file " + second).status()).isZero();
    assertThat(state()).isNotEqualTo(after);
    Program.Said redone = japply("", "undo " + second + " --yes");
    assertThat(redone.status()).as(redone.err()).isZero();
    assertThat(state()).isEqualTo(after);
  }

  @Test
  void theFormerOwnersHaveNoConflictAfterwards() {
    String manifest =
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: same}, data: {k: %s, %s: x}}";
    apply(manifest.formatted("v1", "a"), "--server-side");
    apply(manifest.formatted("v2", "b"), "--server-side --undo-file " + file());
    assertThat(undo("").status()).isZero();
    assertThat(state("configmap/same")).contains("\"k\":\"v1\"", "\"a\":\"x\"");
    apply(manifest.formatted("v3", "c"), "--server-side");
    assertThat(state("configmap/same")).contains("\"k\":\"v3\"").doesNotContain("\"a\":");
  }

  /// Its owner may be another object by now, so that it would be deleted as one of its dependents.
  @Test
  void aRestoredObjectHasNoOwner() {
    apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: same}}", "");
    String uid = server.read(namespace, "configmap/same").orElseThrow().map("metadata").text("uid");
    String owned =
        """
        {apiVersion: v1, kind: ConfigMap, metadata: {name: gone, labels: {set: s},
        ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: same, uid: %s}]}, data: {k: v}}
        """
            .formatted(uid);
    apply(owned, "");
    apply(
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: added, labels: {set: s}}}",
        PRUNE + " --undo-file " + file());
    Program.Said undone = undo("");
    assertThat(undone.status()).as(undone.err()).isZero();
    assertThat(undone.err())
        .contains(
            "Warning: ConfigMap "
                + namespace
                + "/gone: comes back without its owner, which may be another object"
                + " by now");
    assertThat(state("configmap/gone")).contains("\"k\":\"v\"");
    MapValue live = server.read(namespace, "configmap/gone").orElseThrow();
    assertThat(live.map("metadata").entries()).doesNotContainKey("ownerReferences");
  }

  @Test
  void aStatusStays() {
    apply(OLD, "");
    apply(
        "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, status: {replicas: 7}}",
        "--server-side --subresource=status --undo-file " + file());
    Program.Said undone = undo("");
    assertThat(undone.status()).as(undone.err()).isZero();
    assertThat(undone.err())
        .contains(
            "Warning: Deployment " + namespace + "/web: its status cannot be taken back",
            "nothing to take back");
  }

  /// Where another client has written, too, a restored field belongs to the manager of the undo.
  @Test
  void theFormerOwnersStayOutIfOthersHaveWritten() {
    String manifest = "{apiVersion: v1, kind: ConfigMap, metadata: {name: same}, data: {k: %s}}";
    apply(manifest.formatted("v1"), "--server-side");
    apply(manifest.formatted("v2"), "--server-side --undo-file " + file());
    kubectl("label configmap/same theirs=1");
    assertThat(undo("--field-manager=undoing").status()).isZero();
    Program.Said conflict = japply(manifest.formatted("v3"), "apply -f - --server-side");
    assertThat(conflict.status()).isEqualTo(1);
    assertThat(conflict.err()).contains("undoing");
    assertThat(state("configmap/same")).contains("\"k\":\"v1\"", "theirs");
  }

  @Test
  void whatOthersWroteStays() {
    apply(OLD, "");
    List<String> before = state();
    apply(NEW, PRUNE + " --undo-file " + file());
    kubectl("label deployment/web theirs=1");
    kubectl("set env deployment/web THEIRS=3 -c web");
    kubectl("patch configmap same -p {\"data\":{\"other\":\"x\"}}");
    Program.Said undone = undo("");
    assertThat(undone.status()).as(undone.err()).isZero();
    MapValue web = server.read(namespace, "deployment.apps/web").orElseThrow();
    assertThat(GoJson.write(web)).contains("\"theirs\":\"1\"", "THEIRS", "web:1", "\"name\":\"A\"");
    assertThat(GoJson.write(web.map("spec"))).doesNotContain("side:1", "\"name\":\"B\"");
    assertThat(state("service/dns")).isEqualTo(before.get(1));
    assertThat(state("configmap/same")).contains("other");
  }

  @Test
  void aFieldThatWasChangedSinceIsAConflictBeforeTheFirstWrite() {
    apply(OLD, "");
    List<String> before = state();
    apply(NEW, PRUNE + " --undo-file " + file());
    kubectl("set image deployment/web web=web:3");
    kubectl("patch secret s -p {\"stringData\":{\"q\":\"hunter22them\"}}");
    List<String> now = state();
    Program.Said refused = undo("");
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err())
        .contains(
            "error: Deployment "
                + namespace
                + "/web: spec.template.spec.containers[name=web].image: changed since"
                + " the run: it is \"web:3\", written by kubectl-set",
            "the run wrote \"web:2\", and before it was \"web:1\"",
            "--skip-changed",
            "Secret " + namespace + "/s: data.q: changed since the run: it is ***");
    assertThat(refused.out() + refused.err()).doesNotContain("hunter22", "aHVudGVy");
    assertThat(state()).isEqualTo(now);

    Program.Said skipped = undo("--skip-changed");
    assertThat(skipped.status()).as(skipped.err()).isZero();
    assertThat(skipped.err())
        .contains("Warning: Deployment " + namespace + "/web: spec.template.spec.containers");
    MapValue web = server.read(namespace, "deployment.apps/web").orElseThrow();
    assertThat(state("deployment.apps/web").replace("\"image\":\"web:3\"", "\"image\":\"web:1\""))
        .isEqualTo(before.get(0));
    assertThat(GoJson.write(web.map("spec"))).contains("web:3");
    assertThat(state("configmap/gone")).isEqualTo(before.get(4));
    Program.Said taken = undo("--take");
    assertThat(taken.status()).as(taken.err()).isZero();
    assertThat(state()).isEqualTo(before);
  }

  @Test
  void aCreatedObjectWithPartsOfOthersStays() {
    String other = server.newNumber();
    String manifests =
        """
        {apiVersion: v1, kind: Namespace, metadata: {name: japply-undo-%s}}
        ---
        {apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: japply-undo-%s}}
        ---
        {apiVersion: v1, kind: ConfigMap, metadata: {name: b, namespace: japply-undo-%s}}
        """
            .replace("%s", other);
    String place = "japply-undo-" + other;
    assertThat(
            server
                .japply(home, "", manifests, "apply", "-f", "-", "--undo-file", file().toString())
                .status())
        .isZero();
    server.kubectl("create", "configmap", "theirs", "-n", place).orFail();
    server
        .kubectl("patch", "configmap", "b", "-n", place, "-p", "{\"data\":{\"x\":\"y\"}}")
        .orFail();
    Program.Said refused = undo("");
    assertThat(refused.err())
        .contains(
            "Namespace "
                + place
                + ": was created by the run, and its deletion would delete objects"
                + " of others, such as ConfigMap "
                + place
                + "/theirs",
            "ConfigMap "
                + place
                + "/b: data.x: changed since the run created the object: it is \"y\"",
            "and was nothing; --skip-changed keeps the object, and --take deletes it");
    assertThat(refused.status()).isEqualTo(1);
    assertThat(server.read(place, "configmap/a")).isPresent();
    Program.Said skipped = undo("--skip-changed");
    assertThat(skipped.status()).as(skipped.err()).isZero();
    assertThat(server.read(place, "configmap/a")).isEmpty();
    assertThat(server.read(place, "configmap/b")).isPresent();
    assertThat(undo("--take").status()).isZero();
    assertThat(undo("").err()).contains("nothing to take back");
  }

  /// Only an object whose owners all go with the undo goes with them.
  @Test
  void ownedObjectsOfOthersStay() {
    String place = "japply-undo-" + server.newNumber();
    String manifests =
        """
        {apiVersion: v1, kind: Namespace, metadata: {name: %s}}
        ---
        {apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: %s}}
        """
            .formatted(place, place);
    Program.Said applied =
        server.japply(home, "", manifests, "apply", "-f", "-", "--undo-file", file().toString());
    assertThat(applied.status()).as(applied.err()).isZero();
    own(place, "going", "a");
    own(place, "further", "going");
    server.kubectl("create", "configmap", "owner", "-n", place).orFail();
    own(place, "kept", "owner");
    Program.Said refused = undo("");
    assertThat(refused.err())
        .contains(
            "would delete objects of others, such as ConfigMap %1$s/kept, ConfigMap %1$s/owner;"
                .formatted(place));
    assertThat(refused.status()).isEqualTo(1);
    server.kubectl("delete", "configmap", "kept", "owner", "-n", place).orFail();
    Program.Said undone = undo("");
    assertThat(undone.status()).as(undone.err()).isZero();
  }

  private void own(String place, String name, String owner) {
    String uid = server.read(place, "configmap/" + owner).orElseThrow().map("metadata").text("uid");
    String manifest =
        """
        {apiVersion: v1, kind: ConfigMap, metadata: {name: %s, namespace: %s,
        ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: %s, uid: %s}]}}
        """
            .formatted(name, place, owner, uid);
    server.kubectl(manifest, List.of("create", "-f", "-")).orFail();
  }

  /// The run was killed between the PATCH and its outcome.
  @Test
  void theManagersComeBackAfterAWriteWithoutAnOutcome() throws IOException {
    String manifest = "{apiVersion: v1, kind: ConfigMap, metadata: {name: same}, data: {%s}}";
    String update = manifest.formatted("k: new, m: v");
    apply(manifest.formatted("k: old, l: v"), "--server-side");
    apply(update, "--server-side --undo-file " + file());
    List<String> lines = Files.readAllLines(file());
    Files.writeString(file(), lines.get(0) + "\n" + lines.get(1) + "\n");
    Program.Said undone = undo("");
    assertThat(undone.status()).as(undone.err()).isZero();
    MapValue live = server.read(namespace, "configmap/same").orElseThrow();
    assertThat(live.map("data")).isEqualTo(Json.parse("{\"k\":\"old\",\"l\":\"v\"}"));
    assertThat(ManagedFields.of(live).entries())
        .extracting(entry -> entry.text("manager") + " " + entry.text("operation"))
        .containsExactly("kubectl Apply");
    apply(update, "--server-side");
  }

  @Test
  void aCreatedObjectWithoutAFieldOfTheRunStays() {
    String manifest =
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: added}, data: {k: v, l: w}}";
    apply(manifest, "--undo-file " + file());
    kubectl("patch configmap added --type=merge -p {\"data\":{\"k\":null}}");
    Program.Said refused = undo("");
    assertThat(refused.err())
        .contains(
            "ConfigMap "
                + namespace
                + "/added: data.k: changed since the run created the object: it is nothing, and"
                + " was \"v\"; --skip-changed keeps the object, and --take deletes it");
    assertThat(refused.status()).isEqualTo(1);
    assertThat(undo("--take").out()).contains("configmap/added deleted");
  }

  @Test
  void aCreatedObjectThatOthersApplyTooStays() {
    String manifest = "{apiVersion: v1, kind: ConfigMap, metadata: {name: added}, data: {k: v}}";
    apply(manifest, "--undo-file " + file());
    apply(manifest, "--server-side --force-conflicts --field-manager=gitops");
    Program.Said refused = undo("");
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err())
        .contains(
            "error: ConfigMap "
                + namespace
                + "/added: was created by the run, and fields of it belong to gitops"
                + " now");
    assertThat(undo("--skip-changed").err()).contains("nothing to take back");
    assertThat(server.read(namespace, "configmap/added")).isPresent();
    assertThat(undo("--take").out()).contains("configmap/added deleted");
  }

  @Test
  void aRecreatedObjectIsRecreated() {
    String config =
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: same}, immutable: true, data: {k: %s}}";
    apply(config.formatted("old"), "");
    String before = state("configmap/same");
    apply(config.formatted("new"), "--force --undo-file " + file());
    assertThat(state("configmap/same")).contains("new");
    Program.Said undone = undo("");
    assertThat(undone.status()).as(undone.err()).isZero();
    assertThat(undone.out()).contains("configmap/same recreated");
    assertThat(state("configmap/same")).isEqualTo(before);
    assertThat(undo("").err()).contains("nothing to take back");
  }

  @Test
  void aRunThatFailsIsTakenBack() {
    apply(OLD, "");
    List<String> before = state();
    String bad = "\n---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: UPPER}}\n";
    Program.Said failed = japply(NEW + bad, "apply -f - --undo-on-failure --undo-file " + file());
    assertThat(failed.status()).isEqualTo(1);
    assertThat(failed.err())
        .contains(
            "error: ",
            "UPPER",
            "taken back: Deployment " + namespace + "/web configured",
            "the run was taken back");
    assertThat(state()).isEqualTo(before);
  }

  @Test
  void aRunThatWasTakenBackLeavesNoFileInTheStateDirectory() throws IOException {
    String bad = "{apiVersion: v1, kind: ConfigMap, metadata: {name: UPPER}}\n---\n";
    Program.Said failed = japply(bad + NEW, "apply -f - --undo-on-failure");
    Path directory = home.resolve(".local/state/japply/undo");
    assertThat(failed.err()).contains("the run was taken back\n").doesNotContain("undo file");
    assertThat(directory).as("its file is of no more use").isEmptyDirectory();
    assertThat(server.read(namespace, "deployment.apps/web")).isEmpty();
  }

  @Test
  void secretsAreMaskedAndCanBeLeftOut() throws IOException {
    apply(OLD, "");
    apply(NEW, PRUNE + " --undo-secrets=false --undo-file " + file());
    assertThat(Files.readString(file()))
        .doesNotContain("hunter22", "aHVudGVy", "k3ptsecret", "azNwdHNl");
    Program.Said undone = undo("");
    assertThat(undone.status()).as(undone.err()).isZero();
    assertThat(undone.err())
        .contains(
            "Warning: Secret "
                + namespace
                + "/s: cannot be taken back, because its values were left out",
            "Warning: Secret " + namespace + "/g: cannot be taken back");
    assertThat(state("secret/g")).isEqualTo("secret/g: {\"metadata\":{}}");
    assertThat(state("deployment.apps/web")).contains("web:1");
  }

  @Test
  void isShownWithoutACluster() throws IOException {
    apply(OLD, "");
    apply(NEW, PRUNE + " --undo-file " + file());
    assertThat(Files.readString(file())).contains("aHVudGVyMjJvbGQ=");
    for (String format : List.of("", " -o json")) {
      Program.Said shown =
          Program.run(Map.of(), "", List.of(("show " + file() + format).split(" ")));
      assertThat(shown.status()).as(shown.err()).isZero();
      assertThat(shown.out())
          .contains("web", "taken", "***")
          .doesNotContain("hunter22", "aHVudGVy", "k3ptsecret", "azNwdHNl");
    }
    Program.Said dry = undo("--dry-run=server");
    assertThat(dry.status()).as(dry.err()).isZero();
    assertThat(dry.err()).contains("taken back", "to be deleted, since the run created it");
    assertThat(dry.out()).contains("deployment.apps/web configured (server dry run)");
    assertThat(state("configmap/added")).contains("added");
  }

  @Test
  void anEditedFileAndAFileOfAnotherClusterAreRefused() throws IOException {
    apply(NEW, "--undo-file " + file());
    String text = Files.readString(file());
    assertThat(japply(NEW, "apply -f - --undo-file " + file()).err()).contains("exists already");
    Files.writeString(file(), text.replace("web:2", "web:9"));
    assertThat(undo("").err()).contains("was changed after it was made");
    Files.writeString(file(), text);
    assertThat(japply("", "undo " + file()).err()).contains("add --yes");
    assertThat(Json.parse(text.lines().findFirst().orElseThrow())).isInstanceOf(MapValue.class);
  }
}
