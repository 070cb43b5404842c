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
  void aNamespaceWithoutSets() {
    Program.Said said = server.japply(home, server.newNamespace(), "", "sets");
    assertThat(said.out()).isEmpty();
    assertThat(said.err()).matches("No resources found in \\S+ namespace\\.\n");
    assertThat(said.status()).isZero();
  }
}
