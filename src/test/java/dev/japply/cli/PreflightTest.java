package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import dev.japply.cluster.FakeRights;
import dev.japply.merge.Flow;
import dev.japply.plan.RecreateRules;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `japply apply --preflight`.
class PreflightTest {
  private static final String MANIFESTS =
      """
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"k":"new"}}
      ---
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"b"},"data":{"k":"new"}}
      ---
      {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"}}
      """;

  private final FakeCluster cluster = new FakeCluster();
  private final FakeRights rights = cluster.rights;
  @TempDir private Path directory;

  private Ran apply(String... flags) {
    return new Ran.Setting(cluster).reading(MANIFESTS).run(line(flags));
  }

  private static String[] line(String... flags) {
    var line = new ArrayList<>(List.of("apply", "-f", "-", "--preflight"));
    line.addAll(List.of(flags));
    return line.toArray(String[]::new);
  }

  private void put(String name, String value) {
    cluster.put(
        (MapValue)
            Flow.parse(
                ("{apiVersion: v1, kind: ConfigMap, metadata: {name: %s, namespace: default},"
                        + " data: {k: %s}}")
                    .formatted(name, value)));
  }

  private List<String> reviews() {
    return cluster.requests.stream().filter(request -> request.contains("\"spec\":{")).toList();
  }

  private void assertNothingWritten() {
    assertThat(cluster.requests)
        .noneMatch(request -> request.startsWith("PATCH") || request.startsWith("DELETE"))
        .filteredOn(request -> request.startsWith("POST"))
        .isEqualTo(reviews());
  }

  @Test
  void asksForAllAtOnceWhereAllIsGranted() {
    Ran ran = apply();
    assertThat(ran.status()).isZero();
    assertThat(ran.out()).contains("configmap/a created", "deployment.apps/web created");
    assertThat(ran.err()).isEmpty();
    assertThat(reviews())
        .singleElement()
        .asString()
        .contains("SelfSubjectRulesReview", "\"namespace\":\"default\"");
    assertThat(cluster.requests.stream().filter(one -> one.startsWith("GET"))).hasSize(3);
  }

  @Test
  void namesAllThatIsMissing() {
    rights.grant("default", "get,patch", "configmaps").grant("", "get", "deployments.apps");
    put("a", "old");
    Ran ran = apply();
    assertThat(ran.err())
        .isEqualTo(
            """
            error: no permission to create configmaps in namespace default, \
            needed for ConfigMap default/b (STDIN:3)
            error: no permission to create deployments.apps in namespace default, \
            needed for Deployment default/web (STDIN:5)
            error: 2 permissions are missing: nothing was changed
            """);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.status()).isEqualTo(1);
    assertNothingWritten();
  }

  @Test
  void wantsNothingThatIsNotNeeded() {
    rights.grant("default", "get,patch", "configmaps").grant("", "get,create", "deployments.apps");
    put("a", "old");
    put("b", "old");
    Ran ran = apply();
    assertThat(ran.out())
        .isEqualTo("configmap/a configured\nconfigmap/b configured\ndeployment.apps/web created\n");
    assertThat(ran.status()).isZero();
  }

  /// The server may refuse to change what a rule lets japply recreate.
  @ParameterizedTest
  @ValueSource(strings = {"", "--server-side"})
  void namesTheDeletionThatARuleTakes(String method) {
    rights.grant("default", "get,patch", "configmaps");
    put("a", "old");
    put("b", "old");
    String ruled =
        """
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"k":"new"}}
        ---
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"b","annotations":\
        {"%s":"on-immutable-change"}},"data":{"k":"new"}}
        """
            .formatted(RecreateRules.ANNOTATION);
    Ran ran = new Ran.Setting(cluster).reading(ruled).run(method.isEmpty() ? line() : line(method));
    assertThat(ran.err())
        .isEqualTo(
            """
            error: no permission to delete configmaps in namespace default, \
            needed for ConfigMap default/b (STDIN:3)
            error: no permission to create configmaps in namespace default, \
            needed for ConfigMap default/b (STDIN:3)
            error: 2 permissions are missing: nothing was changed
            """);
    assertNothingWritten();
  }

  @Test
  void asksForSingleObjectsWhereRightsAreForNames() {
    rights
        .grant("default", "get", "configmaps")
        .grant("default", "patch", "configmaps", "a")
        .grant("default", "*", "deployments.apps");
    put("a", "old");
    put("b", "old");
    Ran ran = apply();
    assertThat(ran.err())
        .isEqualTo(
            """
            error: no permission to patch configmaps in namespace default, \
            needed for ConfigMap default/b (STDIN:3)
            error: 1 permission is missing: nothing was changed
            """);
    assertNothingWritten();
    rights.grant("default", "patch", "configmaps", "b");
    assertThat(apply().status()).isZero();
  }

  @Test
  void takesBothWaysForNeededWhereItMayNotRead() {
    rights.grant("default", "*", "deployments.apps");
    cluster
        .fail("GET default/a", 403, "Forbidden", "no")
        .fail("GET default/b", 403, "Forbidden", "no");
    Ran ran = apply();
    assertThat(ran.err().lines().map(line -> line.replaceAll(" configmaps.*", "")))
        .containsExactly(
            "error: no permission to get",
            "error: no permission to create",
            "error: no permission to patch",
            "error: 3 permissions are missing: nothing was changed");
    assertThat(ran.err()).contains("ConfigMap default/a (STDIN:1), ConfigMap default/b (STDIN:3)");
    assertNothingWritten();
  }

  @Test
  void asksOneByOneWhereTheServerTellsNoRules() {
    rights
        .grant("default", "get,create", "configmaps")
        .grant("default", "get,create", "deployments.apps");
    rights.hideRules();
    Ran ran = apply("--concurrency=2");
    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(reviews()).hasSize(7).filteredOn(one -> one.contains("AccessReview")).hasSize(6);
  }

  @Test
  void saysWhenTheServerDoesNotSayWhatIsGranted() {
    rights.hideRules();
    cluster.fail("POST /", 403, "Forbidden", "no rules").fail("POST /", 403, "Forbidden", "no");
    Ran ran = apply("--concurrency=1");
    assertThat(ran.err())
        .isEqualTo(
            "error: --preflight: the server does not report your permissions: Error from server"
                + " (Forbidden): no; nothing was changed; apply without --preflight\n");
    assertThat(ran.status()).isEqualTo(1);
    assertNothingWritten();
  }

  @Test
  void asksForWhatForceTakes() {
    rights.grant("default", "get,patch", "configmaps").grant("default", "*", "deployments.apps");
    put("a", "old");
    put("b", "old");
    assertThat(apply().status()).isZero();
    put("a", "old");
    Ran ran = apply("--force");
    assertThat(ran.err())
        .contains(
            "no permission to delete configmaps",
            "no permission to create configmaps",
            "ConfigMap default/a")
        .doesNotContain("ConfigMap b");
    assertThat(ran.status()).isEqualTo(1);
  }

  @Test
  void asksForWhatPruningTakes() {
    rights
        .grant("default", "get,patch,create,list", "configmaps")
        .grant("default", "*", "deployments.apps");
    assertThat(apply().status()).isZero();
    String[] prune = {"--prune", "--all", "--prune-allowlist=core/v1/ConfigMap"};
    assertThat(apply(prune).status()).isZero();
    String less = MANIFESTS.substring(MANIFESTS.indexOf("---") + 4);
    var setting = new Ran.Setting(cluster).reading(less);
    Ran ran = setting.run(line(prune));
    assertThat(ran.err())
        .isEqualTo(
            """
            error: no permission to delete configmaps in namespace default, needed for ConfigMap default/a
            error: 1 permission is missing: nothing was changed
            """);
    assertThat(cluster.objects).containsKey("configmaps default/a");
    Ran other = setting.run(line("--prune", "--all", "--prune-allowlist=core/v1/Secret"));
    assertThat(other.err())
        .contains("error: no permission to list secrets in namespace default, needed to prune\n");
  }

  @Test
  void serverSideApplyCreatesByTwoRights() {
    rights.grant("default", "patch,get", "configmaps").grant("default", "*", "deployments.apps");
    put("a", "old");
    Ran ran = apply("--server-side");
    assertThat(ran.err())
        .isEqualTo(
            """
            error: no permission to create configmaps in namespace default, \
            needed for ConfigMap default/b (STDIN:3)
            error: 1 permission is missing: nothing was changed
            """);
    put("b", "old");
    assertThat(apply("--server-side").status()).isZero();
    Ran part = apply("--server-side", "--subresource=status");
    assertThat(part.err())
        .contains("no permission to patch configmaps/status in namespace default");
  }

  @Test
  void tellsOfADryRun() {
    rights.grant("default", "get", "configmaps").grant("default", "get", "deployments.apps");
    Ran ran = apply("--dry-run=client");
    assertThat(ran.err())
        .contains(
            "no permission to create configmaps in namespace default, needed for"
                + " ConfigMap default/a (STDIN:1), ConfigMap default/b (STDIN:3)\n");
    assertThat(ran.status()).isEqualTo(1);
  }

  @Test
  void whatCountsInANamespaceCountsNothingForTheWholeCluster() {
    String type = "customresourcedefinitions.apiextensions.k8s.io";
    rights.grant("default", "*", type);
    String crd =
        "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name:"
            + " a}}";
    var setting = new Ran.Setting(cluster).reading(crd);
    assertThat(setting.run(line()).err())
        .contains("error: no permission to create " + type + ", needed for");
    rights.grant("", "get,create", type);
    assertThat(setting.run(line()).status()).isZero();
  }

  @Test
  void knowsWhatAPlanTakes() throws IOException {
    put("a", "old");
    Path file = Files.writeString(directory.resolve("m.yaml"), MANIFESTS);
    Path plan = directory.resolve("plan.json");
    var setting = new Ran.Setting(cluster);
    setting.run("plan", "-f", file.toString(), "--out", plan.toString());
    rights.grant("default", "get,patch", "configmaps").grant("default", "*", "deployments.apps");
    String[] apply = {"apply", "-f", file.toString(), "--plan", plan.toString(), "--preflight"};
    Ran ran = setting.run(apply);
    assertThat(ran.err().replace(directory.toString(), ""))
        .isEqualTo(
            """
            error: no permission to create configmaps in namespace default, \
            needed for ConfigMap default/b (/m.yaml:3)
            error: 1 permission is missing: nothing was changed
            """);
    assertThat(cluster.objects).doesNotContainKey("configmaps default/b");
    rights.grant("default", "create", "configmaps");
    assertThat(setting.run(apply).status()).isZero();
  }

  @Test
  void knowsWhatTheParentOfASetTakes() {
    rights
        .grant("default", "*", "configmaps")
        .grant("default", "*", "deployments.apps")
        .grant("default", "get,patch", "secrets");
    String[] set = {"--prune", "--applyset=shop", "-n", "default"};
    assertThat(apply(set).err())
        .contains(
            "error: no permission to create secrets in namespace default, needed for Secret"
                + " default/shop\n")
        .contains("1 permission is missing");
    rights.grant("default", "create", "secrets");
    Ran ran = apply(set);
    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(cluster.objects).containsKey("secrets default/shop");
  }
}
