package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.object.LastApplied;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs with more than manifests, which are taken back on a real API server: plans, ApplySets,
/// custom types with their objects, several undos.
@UsesTestCluster
@Order(1)
class UndoCombinationsOnServerTest {
  private static final String SET = "--prune --applyset=configmap/set";

  /// A custom type `Thing` of the group `GROUP`.
  private static final String TYPE =
      """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: {name: things.GROUP, labels: {set: "GROUP"}}
      spec:
        group: GROUP
        scope: Namespaced
        names: {kind: Thing, plural: things, singular: thing}
        versions:
        - name: v1
          served: true
          storage: true
          schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
      ---
      """;

  private final TestCluster server;
  private final String namespace;
  @TempDir private Path home;

  UndoCombinationsOnServerTest(TestCluster server) {
    this.server = server;
    this.namespace = server.newNamespace();
  }

  private Program.Said japply(String manifest, String line) {
    return server.japply(home, namespace, manifest, line.strip().split(" +"));
  }

  private Program.Said done(String manifest, String line) {
    Program.Said said = japply(manifest, line);
    assertThat(said.status()).as(line + "\n" + said.out() + said.err()).isZero();
    return said;
  }

  private Path file(String name) {
    return home.resolve(name);
  }

  private static String map(String name, String value) {
    return "---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: %s}, data: {k: \"%s\"}}\n"
        .formatted(name, value);
  }

  /// All ConfigMaps of the namespace, each with its annotation byte for byte.
  private Map<String, String> maps() {
    var found = new TreeMap<String, String>();
    for (String name : List.of("a", "b", "c", "set")) {
      server.read(namespace, "configmap/" + name).ifPresent(live -> found.put(name, written(live)));
    }
    return found;
  }

  @Test
  void anApplySetIsAsBefore() {
    String first = map("a", "1") + map("b", "1");
    done(first, "apply -f - " + SET + " --undo-file " + file("first"));
    Map<String, String> before = maps();
    assertThat(before).containsOnlyKeys("a", "b", "set");
    String second = map("b", "2") + map("c", "1") + "---\n" + secret();
    done(second, "apply -f - " + SET + " --undo-file " + file("second"));
    assertThat(maps()).containsOnlyKeys("b", "c", "set");
    assertThat(server.read(namespace, "secret/s")).isPresent();
    Program.Said undone = done("", "undo --yes " + file("second"));
    assertThat(undone.out())
        .contains("configmap/a created", "configmap/b configured", "configmap/c deleted");
    assertThat(maps()).isEqualTo(before);
    assertThat(server.read(namespace, "secret/s")).isEmpty();
    assertThat(done(first, "apply -f - " + SET).out())
        .contains("configmap/a unchanged", "configmap/b unchanged");
    Program.Said all = done("", "undo --yes " + file("first"));
    assertThat(all.err())
        .contains("Warning: ConfigMap " + namespace + "/a: stays, because it was deleted since");
    assertThat(maps()).containsOnlyKeys("a");
  }

  private static String secret() {
    return "{apiVersion: v1, kind: Secret, metadata: {name: s}, stringData: {p: hunter22new}}\n";
  }

  @Test
  void aPlanIsTakenBack() {
    done(map("a", "1") + map("b", "1"), "apply -f -");
    Map<String, String> before = maps();
    String next = map("a", "2") + map("c", "1");
    String prune = " --prune --all --prune-allowlist=core/v1/ConfigMap";
    done(next, "plan -f -" + prune + " --out " + file("plan"));
    Program.Said said =
        done(next, "apply -f - --plan " + file("plan") + " --undo-file " + file("undo"));
    assertThat(said.out()).contains("configmap/b pruned");
    assertThat(maps()).containsOnlyKeys("a", "c");
    done("", "undo --yes " + file("undo"));
    assertThat(maps()).isEqualTo(before);
  }

  /// The undo of an undo of an undo.
  @Test
  void undosAreTakenBackOneAfterTheOther() {
    done(map("a", "1") + map("b", "1"), "apply -f - --undo-file " + file("made"));
    Map<String, String> before = maps();
    done(
        map("a", "2") + map("c", "1"),
        "apply -f - --prune --all --prune-allowlist=core/v1/ConfigMap --undo-file " + file("0"));
    Map<String, String> after = maps();
    for (int i = 0; i < 4; i++) {
      done("", "undo --yes %s --undo-file %s".formatted(file("" + i), file("" + (i + 1))));
      assertThat(maps()).as("undo %d", i).isEqualTo(i % 2 == 0 ? before : after);
      assertThat(japply("", "undo --yes " + file("" + i)).err()).contains("nothing to take back");
    }
    done("", "undo --yes " + file("3"));
    assertThat(maps()).isEqualTo(after);
    Program.Said old = japply("", "undo --yes " + file("made"));
    assertThat(old.err())
        .contains(
            "ConfigMap "
                + namespace
                + "/a: data.k: changed since the run created the object: it is \"2\"");
  }

  @Test
  void aDirectoryIsADefaultOfThePreferences() throws IOException {
    Path directory = Files.createDirectories(file("undos"));
    Files.writeString(
        Files.createDirectories(file(".kube")).resolve("kuberc"),
        """
        apiVersion: kubectl.config.k8s.io/v1beta1
        kind: Preference
        defaults:
        - command: apply
          options:
          - {name: undo-file, default: %s}
          - {name: undo-secrets, default: 'false'}
        """
            .formatted(directory));
    Program.Said first = done(map("a", "1"), "apply -f -");
    Path undo = only(directory);
    assertThat(first.err()).contains("to take this run back: japply undo " + undo);
    assertThat(done(map("a", "1"), "apply -f -").err()).doesNotContain("take this run back");
    done(map("a", "2"), "apply -f - --dry-run=server");
    assertThat(only(directory)).isEqualTo(undo);
    done("", "undo --yes " + undo);
    assertThat(maps()).isEmpty();
  }

  private static Path only(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      List<Path> all = files.toList();
      assertThat(all).hasSize(1);
      return all.getFirst();
    }
  }

  /// A custom type and its object, which are created, pruned and recreated together.
  @Test
  void customTypesComeAndGoWithTheirObjects() {
    String group = "undo" + server.newNumber() + ".example.com";
    String both =
        (TYPE
                + """
                {apiVersion: GROUP/v1, kind: Thing, metadata: {name: t, labels: {set: "GROUP"}}, spec: {k: VALUE}}
                """)
            .replace("GROUP", group);
    String kept =
        "---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: a, labels: {set: \"%s\"}}}\n"
            .formatted(group);
    String type = "thing." + group;
    done(both.replace("VALUE", "1") + kept, "apply -f - --undo-file " + file("made"));
    String made = written(type + "/t");
    done(both.replace("VALUE", "2") + kept, "apply -f - --undo-file " + file("changed"));
    assertThat(written(type + "/t")).isNotEqualTo(made);
    done("", "undo --yes " + file("changed"));
    assertThat(written(type + "/t")).isEqualTo(made);
    done(
        kept,
        ("apply -f - --prune -l set=%s --prune-allowlist=%s/v1/Thing"
                + " --prune-allowlist=apiextensions.k8s.io/v1/CustomResourceDefinition"
                + " --undo-file %s")
            .formatted(group, group, file("pruned")));
    awaitGone(group);
    Program.Said back = done("", "undo --yes " + file("pruned"));
    assertThat(back.out()).contains("things." + group + " created", "/t created");
    assertThat(written(type + "/t")).isEqualTo(made);
    Program.Said gone = japply("", "undo --yes --take " + file("made"));
    assertThat(gone.status()).as(gone.err()).isZero();
    // Both were deleted and recreated since, so they are no longer the run's.
    assertThat(server.read("", "customresourcedefinition.apiextensions.k8s.io/things." + group))
        .isPresent();
    server.kubectl("delete", "crd", "things." + group).orFail();
  }

  /// Nothing of others is deleted with a custom type.
  @Test
  void aCustomTypeWithObjectsOfOthersStays() {
    String group = "undo" + server.newNumber() + ".example.com";
    String both =
        (TYPE + "{apiVersion: GROUP/v1, kind: Thing, metadata: {name: t}}").replace("GROUP", group);
    done(both, "apply -f - --undo-file " + file("undo"));
    done(
        "{apiVersion: %s/v1, kind: Thing, metadata: {name: theirs}}".formatted(group),
        "apply -f -");
    Program.Said refused = japply("", "undo --yes " + file("undo"));
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err())
        .contains(
            "its deletion would delete objects of others, such as Thing " + namespace + "/theirs");
    assertThat(server.read(namespace, "thing." + group + "/t")).isPresent();
    server.kubectl("delete", "things." + group, "theirs", "-n", namespace).orFail();
    done("", "undo --yes " + file("undo"));
    awaitGone(group);
    assertThat(japply("", "undo --yes " + file("undo")).err()).contains("nothing to take back");
  }

  /// The server removes the objects of a custom type first.
  private void awaitGone(String group) {
    String type = "crd/things." + group;
    server.kubectl("wait", "--for=delete", type, "--timeout=60s").orFail();
  }

  private String written(String name) {
    return written(server.read(namespace, name).orElse(MapValue.EMPTY));
  }

  private static String written(MapValue live) {
    return GoJson.write(LiveObjects.written(live)) + LastApplied.text(live);
  }
}
