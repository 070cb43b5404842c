package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The rules of a ClusterRole that aggregates others belong to a controller, also where the
/// manifest has some, as in the example of Kubernetes' documentation.
@UsesTestCluster
class AggregatedRolesOnServerTest extends WebOnServer {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final String role = namespace;
  private final String aggregated =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRole
      metadata: {name: %1$s}
      aggregationRule: {clusterRoleSelectors: [{matchLabels: {%1$s: "true"}}]}
      rules: []
      """
          .formatted(role);
  private final String part =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRole
      metadata: {name: %1$s-part, labels: {%1$s: "true"}}
      rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
      """
          .formatted(role);

  AggregatedRolesOnServerTest(TestCluster server) {
    super(server);
  }

  @AfterEach
  void delete() {
    kubectl("delete", "clusterrole", role, role + "-part", "--ignore-not-found");
  }

  private MapValue live() {
    return server.read("", "clusterrole.rbac.authorization.k8s.io/" + role).orElseThrow();
  }

  private List<String> rules() {
    return live().get("rules") instanceof Value.ListValue rules
        ? rules.items().stream().map(rule -> ((MapValue) rule).get("resources").toString()).toList()
        : List.of();
  }

  /// Waits until the controller has written the rules.
  private List<String> filled() {
    Instant end = Instant.now().plus(PATIENCE);
    while (rules().isEmpty()) {
      assertThat(Instant.now()).isBefore(end);
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    return rules();
  }

  private static String[] method(boolean serverSide) {
    return serverSide ? new String[] {"--server-side"} : new String[0];
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anApplyLeavesTheRules(boolean serverSide) {
    String[] flags = method(serverSide);
    assertThat(on("apply", part).status()).isZero();
    assertThat(on("apply", aggregated, flags).status()).isZero();
    assertThat(filled()).hasSize(1);
    MapValue before = live();
    Program.Said diff = on("diff", aggregated, flags);
    assertThat(diff.out()).isEmpty();
    assertThat(diff.status()).isZero();
    assertThat(on("why", aggregated, flags).out()).doesNotContain("field changes");
    Program.Said said = on("apply", aggregated, with("--exit-code", flags));
    assertThat(said.err()).isEmpty();
    assertThat(said.status()).isZero();
    assertThat(live()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void otherFieldsAreApplied(boolean serverSide) {
    String[] flags = method(serverSide);
    assertThat(on("apply", part).status()).isZero();
    assertThat(on("apply", aggregated, flags).status()).isZero();
    List<String> before = filled();
    String labelled = aggregated.replace("metadata: {", "metadata: {labels: {team: a}, ");
    assertThat(on("apply", labelled, flags).status()).isZero();
    assertThat(live().map("metadata").map("labels").text("team")).isEqualTo("a");
    assertThat(rules()).isEqualTo(before);
  }

  @Test
  void aMigrationLeavesTheRules() {
    assertThat(on("apply", part).status()).isZero();
    assertThat(on("apply", aggregated).status()).isZero();
    List<String> before = filled();
    assertThat(serverSide(aggregated).err()).isEmpty();
    assertThat(rules()).isEqualTo(before);
    assertThat(onServer("apply", aggregated, "--exit-code").status()).isZero();
    assertThat(on("apply", aggregated, "--exit-code").err()).doesNotContain("rules");
    assertThat(rules()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theManifestOwnsTheRulesAgainWithoutTheAggregation(boolean serverSide) {
    String[] flags = method(serverSide);
    assertThat(on("apply", part).status()).isZero();
    assertThat(on("apply", aggregated, flags).status()).isZero();
    filled();
    String own =
        part.replace("-part, labels: {" + role + ": \"true\"}", "").replace("pods", "nodes");
    String[] force = serverSide ? with("--force-conflicts", flags) : flags;
    assertThat(on("apply", own, force).status()).isZero();
    assertThat(rules()).singleElement().asString().contains("nodes");
    assertThat(live().has("aggregationRule")).isFalse();
    assertThat(on("apply", own, with("--exit-code", flags)).status()).isZero();
  }
}
