package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.FakeCluster;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `japply migrate` of many objects at once, and of fields that rules ignore.
class MigrateManyTest {
  private static final String KEY = "deployments default/web";
  private static final String WEB =
      """
      {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"},"spec":{"replicas":3,
      "selector":{"matchLabels":{"app":"web"}},"template":{"metadata":{"labels":{"app":"web"}},
      "spec":{"containers":[{"name":"web","image":"web:1"}],
      "volumes":[{"name":"v","emptyDir":{}}]}}}}
      """;
  private static final String MANAGERS =
      """
      [{"manager":"kubectl-client-side-apply","operation":"Update","apiVersion":"apps/v1",
        "fieldsV1":{"f:metadata":{"f:annotations":{
         "f:kubectl.kubernetes.io/last-applied-configuration":{}}},
         "f:spec":{"f:template":{"f:spec":{"f:volumes":{
          "k:{\\"name\\":\\"v\\"}":{".":{},"f:name":{},"f:emptyDir":{}}}}}}}},
       {"manager":"hpa","operation":"Update","apiVersion":"apps/v1","subresource":"scale",
        "fieldsV1":{"f:spec":{"f:replicas":{}}}}]
      """;

  private final FakeCluster cluster = new FakeCluster();

  private Ran on(String command, String manifest, String... flags) {
    return new Ran.Setting(cluster)
        .reading(manifest)
        .run(WithSnapshots.with(flags, command, "-f", "-"));
  }

  private Ran migrate(String manifest, String... flags) {
    return on("migrate", manifest, WithSnapshots.with(flags, "--to=server-side"));
  }

  private void scaled() {
    assertThat(on("apply", WEB).status()).isZero();
    MapValue live = cluster.object(KEY);
    cluster.put(
        live.with("spec", live.map("spec").with("replicas", Value.number(7)))
            .with("metadata", live.map("metadata").with("managedFields", Json.parse(MANAGERS))));
    cluster.requests.clear();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8})
  void readsManyAtOnceAndTellsInOrder(int concurrency) {
    String maps =
        IntStream.range(0, 200)
            .mapToObj(
                "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c%03d\"}}"
                    ::formatted)
            .collect(Collectors.joining("\n---\n"));
    assertThat(on("apply", maps).status()).isZero();
    cluster.requests.clear();
    Ran ran = migrate(maps, "--local", "--concurrency=" + concurrency);
    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(ran.out().lines().filter(line -> line.startsWith("ConfigMap")))
        .hasSize(200)
        .isSorted();
    assertThat(cluster.requests).noneMatch(request -> request.startsWith("GET default/c"));
    assertThat(cluster.requests).filteredOn(one -> one.startsWith("LIST")).isNotEmpty();
  }

  /// An object that may not be tried does not end the run, and an unreachable server does.
  @ParameterizedTest
  @CsvSource({
    "RESPONDED, PATCH default/a",
    "REFUSED, PATCH default/a",
    "RESPONDED, GET default/a",
    "REFUSED, GET default/a",
    "RESPONDED, SCHEMA v1",
    "REFUSED, SCHEMA v1"
  })
  void aFailureIsOfOneLiveObjectOrOfAll(ClusterException.Kind kind, String request) {
    String map = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"%s\"}}";
    assertThat(on("apply", map.formatted("a") + "\n---\n" + map.formatted("b")).status()).isZero();
    cluster.before(
        request,
        () -> {
          throw kind == ClusterException.Kind.RESPONDED
              ? new ClusterException(403, "Forbidden", "not you", MapValue.EMPTY)
              : new ClusterException(kind, "gone", "", null);
        });
    cluster.requests.clear();
    Ran ran =
        new Ran.Setting(cluster)
            .run("migrate", "configmap/a", "configmap/b", "--to=server-side", "--show=all");
    assertThat(ran.status()).as("%s", ran).isEqualTo(1);
    boolean one = kind == ClusterException.Kind.RESPONDED;
    assertThat(ran.err().contains("not you")).as("%s", ran).isEqualTo(one);
    assertThat(ran.out().contains("ConfigMap default/b")).as("%s", ran).isEqualTo(one);
    assertThat(cluster.requests.stream().anyMatch(sent -> sent.startsWith("PATCH default/b")))
        .isEqualTo(one);
  }

  @Test
  void whatRulesIgnoreStays() {
    scaled();
    assertThat(migrate(WEB, "--local").out()).contains("1 conflict");
    Ran ran = migrate(WEB, "--local", "--ignore=Deployment:spec.replicas");
    assertThat(ran.out())
        .startsWith("Deployment default/web (STDIN:1): 1 field is ignored\n")
        .containsPattern(
            "spec.replicas +ignored +- +keeps its live value by the rule Deployment:spec.replicas")
        .contains("apply --server-side hands")
        .doesNotContain("conflict");
    assertThat(ran.err()).isEmpty();
    cluster.before("PATCH", () -> cluster.answer(MapValue.EMPTY));
    migrate(WEB, "--ignore=Deployment:spec.replicas");
    assertThat(cluster.requests)
        .filteredOn(request -> request.startsWith("PATCH"))
        .singleElement()
        .asString()
        .doesNotContain("replicas");
  }

  @Test
  void annotationsNameFieldsToo() {
    scaled();
    String named = "\"name\":\"web\",\"annotations\":{\"japply.dev/ignore\":\"%s\"}},\"spec\"";
    String manifest = WEB.replace("\"name\":\"web\"},\"spec\"", named);
    assertThat(migrate(manifest.formatted("spec.replicas"), "--local").out())
        .contains("1 field is ignored", "keeps its live value by the rule spec.replicas");
    String other = "---\n" + WEB.replace("\"web\"", "\"other\"");
    Ran wrong = migrate(manifest.formatted("spec..replicas") + other, "--local");
    assertThat(wrong.err()).startsWith("error: STDIN:1: Deployment default/web: ");
    assertThat(wrong.out()).startsWith("Deployment default/other ");
    assertThat(wrong.status()).isEqualTo(1);
  }

  @Test
  void warnsOfRulesThatAreAboutNothing() {
    scaled();
    assertThat(migrate(WEB, "--local", "--ignore=spec.replicass", "--ignore=spec.replicas").err())
        .contains("Warning: STDIN:1: Deployment web: --ignore=spec.replicass matches no field;")
        .doesNotContain("spec.replicas matches");
    String other = WEB.replace("\"web\"", "\"other\"");
    assertThat(migrate(WEB + "---\n" + other, "--local", "--ignore=spec.replicass").err())
        .as("what it may be about is not there yet")
        .isEmpty();
  }

  /// Who owns an empty map does not own what comes into it.
  @Test
  void whatIsNewIsNoConflict() {
    scaled();
    String manifest =
        WEB.replace("\"emptyDir\":{}", "\"emptyDir\":{\"medium\":\"Memory\"}")
            .replace("\"replicas\":3", "\"replicas\":7");
    Ran ran = migrate(manifest, "--local");
    assertThat(ran.out()).doesNotContain("conflict");
    assertThat(GoJson.write(cluster.object(KEY))).doesNotContain("Memory");
  }
}
