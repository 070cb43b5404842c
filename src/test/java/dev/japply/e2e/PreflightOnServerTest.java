package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a real server with RBAC says of somebody's rights is what it then lets them do.
@UsesTestCluster
class PreflightOnServerTest {
  private static final String MANIFESTS =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: old}
      data: {k: v}
      ---
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: new}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRole
      metadata: {name: japply-preflight-NAMESPACE}
      """;

  private final TestCluster server;
  private final String namespace;
  private final String manifests;
  @TempDir private Path home;

  PreflightOnServerTest(TestCluster server) {
    this.server = server;
    this.namespace = server.newNamespace();
    this.manifests = MANIFESTS.replace("NAMESPACE", namespace);
  }

  private Program.Said apply(String input, String... flags) {
    return server.apply(home, namespace, input, flags);
  }

  private String account() {
    return "system:serviceaccount:%s:ci".formatted(namespace);
  }

  private Program.Said preflight(String input, String... flags) {
    var all = new ArrayList<>(List.of("--preflight", "--as=" + account()));
    all.addAll(List.of(flags));
    return apply(input, all.toArray(String[]::new));
  }

  private void grant(String role, String verbs, String type, String... names) {
    var create =
        new ArrayList<>(
            List.of(
                "create", "role", role, "--verb=" + verbs, "--resource=" + type, "-n", namespace));
    List.of(names).forEach(name -> create.add("--resource-name=" + name));
    server.kubectl(create.toArray(String[]::new)).orFail();
    server
        .kubectl(
            "create",
            "rolebinding",
            role,
            "--role=" + role,
            "-n",
            namespace,
            "--serviceaccount=" + namespace + ":ci")
        .orFail();
    String verb = verbs.split(",", 2)[0];
    String name = names.length == 0 ? "" : names[0];
    server.awaitPermission(account(), namespace, verb, "", type, name);
  }

  @Test
  void listsAllThatIsMissingAndWritesNothing() {
    assertThat(apply(manifests.substring(0, manifests.indexOf("---"))).status()).isZero();
    grant("read", "get", "configmaps");
    Program.Said said = preflight(manifests.replace("k: v", "k: w"));
    String role = "ClusterRole japply-preflight-" + namespace + " (STDIN:10)";
    assertThat(said.err())
        .isEqualTo(
            """
            error: no permission to patch configmaps in namespace %1$s, needed for ConfigMap \
            %1$s/old (STDIN:1)
            error: no permission to create configmaps in namespace %1$s, needed for ConfigMap \
            %1$s/new (STDIN:6)
            error: no permission to get clusterroles.rbac.authorization.k8s.io, needed for %2$s
            error: no permission to create clusterroles.rbac.authorization.k8s.io, needed for %2$s
            error: no permission to patch clusterroles.rbac.authorization.k8s.io, needed for %2$s
            error: 5 permissions are missing: nothing was changed
            """
                .formatted(namespace, role));
    assertThat(said.status()).isEqualTo(1);
    assertThat(server.read(namespace, "configmap/new")).isEmpty();
  }

  @Test
  void goesOnWhereNothingIsMissing() {
    String maps = manifests.substring(0, manifests.lastIndexOf("---"));
    assertThat(apply(manifests.substring(0, manifests.indexOf("---"))).status()).isZero();
    grant("read", "get,create", "configmaps");
    grant("write", "patch", "configmaps", "old");
    assertThat(preflight(maps).out()).isEqualTo("configmap/old unchanged\nconfigmap/new created\n");
    Program.Said more = preflight(maps.replace("k: v", "k: w"));
    assertThat(more.out())
        .as(more.err())
        .isEqualTo("configmap/old configured\nconfigmap/new unchanged\n");
    Program.Said other = preflight(maps + "data: {k: w}\n");
    assertThat(other.err())
        .contains("no permission to patch configmaps")
        .contains("ConfigMap " + namespace + "/new")
        .doesNotContain("ConfigMap " + namespace + "/old");
    assertThat(other.status()).isEqualTo(1);
  }

  /// One question about all rights in the namespace, beside a read of each object.
  @Test
  void asksFewQuestions() {
    String maps = manifests.substring(0, manifests.lastIndexOf("---"));
    assertThat(apply(maps).status()).isZero();
    grant("all", "get,create,patch", "configmaps");
    Requests requests = Requests.by(server, account());
    assertThat(preflight(maps).status()).isZero();
    assertThat(requests.sinceThen()).containsExactlyInAnyOrder("create ", "get old", "get new");
  }

  @Test
  void knowsWhatPruningTakes() {
    String label = "metadata: {labels: {app: " + namespace + "}, name: ";
    String maps =
        manifests.substring(0, manifests.lastIndexOf("---")).replace("metadata: {name: ", label);
    assertThat(apply(maps).status()).isZero();
    grant("read", "get,list", "configmaps");
    String less = maps.substring(0, maps.indexOf("---"));
    Program.Said said =
        preflight(less, "--prune", "-l", "app=" + namespace, "--prune-allowlist=core/v1/ConfigMap");
    assertThat(said.err())
        .contains(
            "error: no permission to delete configmaps in namespace %s, needed for ConfigMap %s/new\n"
                .formatted(namespace, namespace))
        .contains("1 permission is missing");
    assertThat(server.read(namespace, "configmap/new")).isPresent();
  }
}
