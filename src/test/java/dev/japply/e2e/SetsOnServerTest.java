package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `japply sets` on a real API server: a set of kubectl's making, and one of japply's.
@UsesTestCluster
class SetsOnServerTest {
  private static final String MEMBERS =
      """
      {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {k: v}}
      ---
      {apiVersion: v1, kind: Secret, metadata: {name: b}, stringData: {p: hunter2}}
      """;

  private static final String WEB =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web}
      spec:
        replicas: 1
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec: {containers: [{name: c, image: x}]}
      """;

  private final TestCluster server;
  private final String namespace;
  @TempDir private Path home;

  SetsOnServerTest(TestCluster server) {
    this.server = server;
    this.namespace = server.newNamespace();
  }

  private Program.Said japply(String manifest, String line) {
    return server.japply(home, namespace, manifest, line.strip().split(" +"));
  }

  @BeforeEach
  void applied() {
    server
        .kubectl(
            Map.of("KUBECTL_APPLYSET", "true"),
            MEMBERS,
            List.of(
                ("apply -f - -n " + namespace + " --prune --applyset=configmaps/of-kubectl")
                    .split(" +")))
        .orFail();
    Program.Said said = japply(WEB, "apply -f - --prune --applyset=secret/of-japply");
    assertThat(said.status()).as(said.err()).isZero();
  }

  @Test
  void setsOfBothToolsAreListed() {
    Program.Said listed = japply("", "sets");
    assertThat(listed.err()).isEmpty();
    assertThat(listed.status()).isZero();
    List<String> lines = listed.out().lines().map(line -> line.replaceAll(" {2,}", "|")).toList();
    String time = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ";
    assertThat(lines.get(0)).isEqualTo("NAME|TOOLING|MEMBERS|LAST APPLIED|READY");
    assertThat(lines.get(1))
        .matches(
            "configmap/of-kubectl\\|kubectl/v1\\S*\\|1 ConfigMap, 1 Secret\\|%s\\|2/2"
                .formatted(time));
    assertThat(lines.get(2))
        .matches(
            "secret/of-japply\\|kubectl/v1\\S*\\+japply\\|1 Deployment\\|%s\\|0/1".formatted(time));
    assertThat(lines).hasSize(3);
    assertThat(japply("", "sets -o name").out())
        .isEqualTo("configmap/of-kubectl\nsecret/of-japply\n");
    assertThat(japply("", "sets -A").out())
        .containsPattern("(?m)^" + namespace + " +secret/of-japply ");
    Program.Said json = japply("", "sets -A -o json");
    assertThat(((MapValue) Json.parse(json.out())).maps("sets"))
        .anySatisfy(set -> {
          assertThat(set.text("namespace")).isEqualTo(namespace);
          assertThat(set.text("name")).isEqualTo("secret/of-japply");
          assertThat(set.map("members").has("Deployment.apps")).isTrue();
        });
    assertThat(json.out()).doesNotContain("hunter2");
    assertThat(japply("", "sets --v=9").err()).doesNotContain("hunter2", "aHVudGVyMg");
  }

  @Test
  void membersDriftAndOrphansOfOneSet() {
    String set = " --prune --applyset=secret/of-japply";
    kubectl("scale deployment web --replicas=3");
    kubectl("label configmap a applyset.kubernetes.io/part-of- ");
    String id = ((MapValue) Json.parse(japply("", "sets of-japply -o json").out())).text("id");
    kubectl("label configmap a applyset.kubernetes.io/part-of=" + id);
    Program.Said shown = japply("", "sets of-japply");
    assertThat(shown.status()).as(shown.err()).isZero();
    assertThat(shown.out())
        .startsWith("secret/of-japply in namespace " + namespace + "\n")
        .contains("Deployment " + namespace + "/web: not ready, InProgress: ")
        .contains(
            "; drift in 1 field\n  ~ spec.replicas  3 -> 1\n      drift: changed live; kubectl")
        .contains("  ConfigMap " + namespace + "/a: the parent does not record its type\n");
    assertThat(shown.err()).isEmpty();
    assertThat(japply(WEB, "apply -f -" + set).status()).isZero();
    Program.Said kubectls = japply("", "sets configmaps/of-kubectl");
    assertThat(kubectls.out())
        .contains("Secret " + namespace + "/b: ready\n")
        .doesNotContain("hunter2", "drift");
  }

  private void kubectl(String line) {
    server.kubectl((line.strip() + " -n " + namespace).split(" +")).orFail();
  }

  /// The parent is deleted by accident: its members are found, adopted and deleted.
  @Test
  void aSetThatLostItsParent() {
    String id =
        ((MapValue) Json.parse(japply("", "sets configmaps/of-kubectl -o json").out())).text("id");
    assertThat(japply("", "delete --applyset-id=" + id).err()).contains("has a parent");
    kubectl("delete configmap of-kubectl");
    Program.Said lost = japply("", "sets --lost");
    assertThat(lost.status()).as(lost.err()).isZero();
    assertThat(lost.out())
        .startsWith(id + ", whose parent is gone:\n")
        .contains("  ConfigMap " + namespace + "/a\n  Secret " + namespace + "/b\n");
    String map = MEMBERS.substring(0, MEMBERS.indexOf("---"));
    Program.Said adopted =
        japply(map, "apply -f - --prune --applyset=configmaps/heir --adopt-from=" + id);
    assertThat(adopted.status()).as(adopted.err()).isZero();
    assertThat(japply("", "sets configmaps/heir -o name").out()).isEqualTo("configmap/a\n");
    Program.Said deleted = japply("", "delete --applyset-id=" + id + " -n " + namespace);
    assertThat(deleted.out()).as(deleted.err()).isEqualTo("secret/b deleted\n");
    assertThat(japply("", "sets --lost").err()).startsWith("No resources found");
  }

  @Test
  void aNamespaceWithoutSets() {
    Program.Said said = server.japply(home, server.newNamespace(), "", "sets");
    assertThat(said.out()).isEmpty();
    assertThat(said.err()).matches("No resources found in \\S+ namespace\\.\n");
    assertThat(said.status()).isZero();
  }
}
