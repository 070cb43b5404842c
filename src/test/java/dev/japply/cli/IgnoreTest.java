package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import dev.japply.merge.ServerNormalization;
import dev.japply.object.LastApplied;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `--ignore` and the annotation `japply.dev/ignore`: what is live stays.
class IgnoreTest {
  private static final String KEY = "deployments default/web";
  private static final String WEB =
      """
      {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"},"spec":{"replicas":3,
      "minReadySeconds":5,"selector":{"matchLabels":{"app":"web"}},"template":{"metadata":{
      "labels":{"app":"web"}},"spec":{"containers":[{"name":"web","image":"web:1"}]}}}}
      """;
  private static final String NEWER = WEB.replace("web:1", "web:2");
  private static final String ANNOTATED =
      WEB.replace(
          "\"name\":\"web\"},\"spec\"",
          "\"name\":\"web\",\"annotations\":{\"japply.dev/ignore\":\"spec.replicas\"}},\"spec\"");
  private static final String CONFIG =
      """
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"},"data":{"k":"v"}}
      """;
  private static final String RULE = "--ignore=Deployment/web:spec.replicas";
  private static final String MANAGERS =
      """
      [{"manager":"hpa","operation":"Update","subresource":"scale",
        "fieldsV1":{"f:spec":{"f:replicas":{}},"f:status":{"f:replicas":{}}}},
       {"manager":"ci","operation":"Update",
        "fieldsV1":{"f:spec":{"f:template":{"f:spec":{"f:containers":{
         "k:{\\"name\\":\\"web\\"}":{"f:image":{}}}}}}}}]
      """;

  private final FakeCluster cluster = new FakeCluster();
  private final Ran.Setting setting = new Ran.Setting(cluster);
  @TempDir private Path folder;

  private Ran japply(String manifest, String... args) {
    return setting.reading(manifest).run(args);
  }

  private Ran on(String command, String manifest, String... flags) {
    return japply(
        manifest,
        Stream.concat(Stream.of(command, "-f", "-"), Stream.of(flags)).toArray(String[]::new));
  }

  private Ran apply(String manifest, String... flags) {
    return on("apply", manifest, flags);
  }

  private void scale(int replicas) {
    MapValue live = cluster.object(KEY);
    MapValue spec = live.map("spec").with("replicas", Value.number(replicas));
    MapValue metadata = live.map("metadata").with("managedFields", Json.parse(MANAGERS));
    cluster.objects.put(KEY, live.with("spec", spec).with("metadata", metadata));
    cluster.requests.clear();
  }

  private int replicas() {
    return Integer.parseInt(GoJson.write((Value) cluster.object(KEY).map("spec").get("replicas")));
  }

  private String claimed() {
    return GoJson.write((Value) LastApplied.read(cluster.object(KEY)).config());
  }

  private List<String> writes() {
    return cluster.requests.stream().filter(r -> !r.matches("(?s)(GET|LIST|CLOSE).*")).toList();
  }

  @Test
  void leavesWhatSomebodyElseHasScaled() {
    apply(WEB, RULE);
    assertThat(replicas()).isEqualTo(3);
    assertThat(claimed()).doesNotContain("replicas");
    scale(7);
    Ran same = apply(WEB, RULE, "--summary");
    assertThat(same.out()).isEqualTo("deployment.apps/web unchanged\n");
    assertThat(same.err())
        .isEqualTo("1 object: 1 unchanged; 1 field ignored (default on https://fake:6443)\n");
    assertThat(writes()).isEmpty();
    assertThat(apply(NEWER, RULE).out()).isEqualTo("deployment.apps/web configured\n");
    assertThat(replicas()).isEqualTo(7);
    Ran diff = on("diff", NEWER, RULE, "--summary");
    assertThat(diff.out()).isEmpty();
    assertThat(diff.err())
        .isEqualTo("1 object: 1 unchanged; 1 field ignored (default on https://fake:6443)\n");
    assertThat(diff.status()).isZero();
    assertThat(on("diff", NEWER).out()).contains("-  replicas: 7", "+  replicas: 3");
  }

  /// What was applied before there was a rule is given up, so that nothing is deleted when both the
  /// rule and the field go.
  @Test
  void givesUpWhatIsIgnored() {
    apply(WEB);
    scale(7);
    assertThat(claimed()).contains("\"replicas\":3");
    assertThat(apply(WEB, RULE).out()).isEqualTo("deployment.apps/web configured\n");
    assertThat(claimed()).doesNotContain("replicas");
    assertThat(replicas()).isEqualTo(7);
    assertThat(apply(WEB, RULE).out()).isEqualTo("deployment.apps/web unchanged\n");
    assertThat(apply(WEB.replace("\"replicas\":3,", "")).out())
        .isEqualTo("deployment.apps/web unchanged\n");
    assertThat(replicas()).isEqualTo(7);
    assertThat(apply(WEB).out()).isEqualTo("deployment.apps/web configured\n");
    assertThat(replicas()).isEqualTo(3);
    assertThat(claimed()).contains("\"replicas\":3");
  }

  @Test
  void doesNotDeleteWhatLeavesTheManifest() {
    apply(WEB);
    apply(WEB.replace("\"replicas\":3,", ""), RULE);
    assertThat(replicas()).isEqualTo(3);
    apply(WEB.replace("\"replicas\":3,", ""));
    assertThat(replicas()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "spec.replicas",
        "/spec/replicas",
        "deployment.apps:spec.replicas",
        "*/web:/spec/replicas",
        "manager=hpa",
        "Deployment/web:manager=hpa",
      })
  void takesRulesOfEveryForm(String rule) {
    apply(WEB);
    scale(7);
    assertThat(apply(NEWER, "--ignore", rule).err()).isEmpty();
    assertThat(replicas()).isEqualTo(7);
    assertThat(GoJson.write(cluster.object(KEY).map("spec").map("template"))).contains("web:2");
  }

  @Test
  void heedsTheAnnotation() {
    apply(ANNOTATED);
    scale(7);
    assertThat(apply(ANNOTATED).out()).isEqualTo("deployment.apps/web unchanged\n");
    assertThat(replicas()).isEqualTo(7);
    assertThat(apply(ANNOTATED, "--compat=kubectl").out())
        .isEqualTo("deployment.apps/web configured\n");
    assertThat(replicas()).isEqualTo(3);
  }

  @Test
  void refusesAnnotationsThatNameNoFields() {
    Ran ran = apply(ANNOTATED.replace("spec.replicas", "spec.replicas,metadata.name"));
    assertThat(ran.err())
        .isEqualTo(
            "error: STDIN:1: Deployment default/web: japply.dev/ignore: field \"metadata.name\": it"
                + " identifies the object or its version; name another field\n");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(writes()).isEmpty();
    Ran onServer =
        apply(ANNOTATED.replace("spec.replicas", "spec.replicas,metadata.name"), "--server-side");
    assertThat(onServer.err()).isEqualTo(ran.err());
    assertThat(onServer.status()).isEqualTo(1);
    assertThat(writes()).isEmpty();
  }

  @Test
  void warnsOfRulesThatAreAboutNothing() {
    apply(WEB + CONFIG);
    String warning =
        "Warning: STDIN:1: Deployment default/web: --ignore=Deployment:spec.replica matches no"
            + " field; correct it, or leave it out\n";
    String other =
        "Warning: --ignore=manager=hpaa names a manager that owns no field of these objects;"
            + " correct it, or leave it out\n";
    String[] flags = {"--ignore=Deployment:spec.replica", "--ignore=manager=hpaa", RULE};
    assertThat(apply(WEB + CONFIG, flags).err()).isEqualTo(warning + other);
    assertThat(on("diff", WEB + CONFIG, flags).err()).isEqualTo(warning + other);
    assertThat(on("why", WEB + CONFIG, flags).err()).isEqualTo(warning + other);
    assertThat(on("plan", WEB + CONFIG, flags).err()).isEqualTo(warning + other);
    Ran annotated = apply(ANNOTATED.replace("spec.replicas\"", "spec.replica\""));
    assertThat(annotated.err())
        .isEqualTo(
            "Warning: STDIN:1: Deployment default/web: japply.dev/ignore: there is no field"
                + " spec.replica; correct the annotation, or leave it out\n");
    assertThat(annotated.status()).isZero();
  }

  @Test
  void warnsOfRulesThatAreAboutNothingIfTheServerRefuses() {
    apply(WEB);
    cluster.fail("PATCH default/web", 422, "Invalid", "no");
    Ran ran = apply(NEWER, "--ignore=manager=hpaa", RULE);
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err())
        .contains(
            "Warning: STDIN:1: Deployment default/web: --ignore=manager=hpaa names a manager that"
                + " owns no field;")
        .doesNotContain(RULE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"apply", "diff", "plan", "why"})
  void doesNotWarnOfRulesAboutObjectsThatCannotBeRead(String command) {
    apply(WEB + CONFIG);
    cluster.fail("GET default/web", 403, "Forbidden", "no");
    Ran ran = on(command, WEB + CONFIG, RULE, "--ignore=ConfigMap:data.l");
    assertThat(ran.status()).isNotZero();
    assertThat(ran.err().lines().filter(line -> line.startsWith("Warning: ")))
        .containsExactly(
            "Warning: STDIN:4: ConfigMap default/c: --ignore=ConfigMap:data.l matches no field;"
                + " correct it, or leave it out");
  }

  @Test
  void doesNotWarnOfRulesAboutNewObjects() {
    assertThat(apply(WEB, "--ignore=manager=hpa", "--ignore=Deployment:spec.paused").err())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "apply | --ignore=Deployment:         | this names no field",
        "diff  | --ignore=Deployment/:spec    | this selects no kind",
        "why   | --ignore=metadata.name       | it identifies the object or its version",
        "plan  | --ignore=/spec//replicas     | this is no JSON pointer",
      })
  void refusesWhatIsNoRuleBeforeAnythingIsDone(String command, String flag, String what) {
    Ran ran = on(command, WEB, flag);
    assertThat(ran.err()).startsWith("error: invalid --ignore value \"").contains(what);
    assertThat(ran.status()).isEqualTo(command.equals("diff") ? 2 : 1);
    assertThat(cluster.requests).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"apply,--compat=kubectl", "diff,--compat=kubectl"})
  void isForMergesByJapplyAlone(String command, String flag) {
    Ran ran = on(command, WEB, RULE, flag);
    assertThat(ran.err()).startsWith("error: --ignore cannot be used with " + flag);
    assertThat(ran.status()).isEqualTo(command.equals("diff") ? 2 : 1);
    assertThat(cluster.requests).isEmpty();
  }

  @Test
  void tellsWhyFieldsStay() throws IOException {
    apply(WEB);
    scale(7);
    Ran why = on("why", WEB, RULE);
    assertThat(why.out())
        .contains("spec.replicas", "ignored by the rule Deployment/web:spec.replicas", "hpa");
    Ran all = on("why", WEB, RULE, "--show=all");
    assertThat(all.out().lines().filter(line -> line.startsWith("  = spec.replicas "))).hasSize(1);
    Ran json = on("why", WEB, RULE, "-o", "json");
    assertThat(json.out()).contains("\"reason\": \"ignored\"", "\"changes\": false");
    assertThat(JsonSchema.read(Path.of("docs/why.schema.json")).problems(Json.parse(json.out())))
        .isEmpty();
  }

  @Test
  void saysBesideDifferencesWhatIsIgnored() {
    apply(WEB, RULE);
    scale(7);
    String reason = "#     ignored by the rule Deployment/web:spec.replicas; hpa/scale";
    Ran beside = on("diff", NEWER, RULE, "--why");
    assertThat(beside.out())
        .contains("+      - image: web:2", "changed in the manifest", reason + "\n");
    Ran alone = on("diff", WEB + CONFIG, RULE, "--why", "--local");
    assertThat(alone.out().lines())
        .contains("ConfigMap default/c (STDIN:4)")
        .containsSequence("# Deployment default/web (STDIN:1)", "# = spec.replicas  7", reason);
    Ran nothing = on("diff", WEB, RULE, "--why", "--local");
    assertThat(nothing.out()).hasLineCount(3);
    assertThat(nothing.status()).isZero();
    assertThat(on("diff", WEB, RULE).out()).isEmpty();
  }

  @Test
  void saysInReportsWhatIsIgnored() throws IOException {
    apply(WEB, RULE);
    scale(7);
    for (String command : List.of("apply", "diff", "why", "plan")) {
      Path file = folder.resolve(command + ".json");
      if (!command.equals("plan")) {
        on(command, WEB, RULE, "--report=json=" + file);
        assertThat(Files.readString(file)).as(command).contains("\"reason\": \"ignored\"");
        assertThat(
                JsonSchema.read(Path.of("docs/report.schema.json"))
                    .problems(Json.parse(Files.readString(file))))
            .isEmpty();
      }
    }
  }

  @Test
  void plansWithRulesWhichThePlanKeeps() throws IOException {
    apply(WEB, RULE);
    scale(7);
    Path file = folder.resolve("plan.json");
    Ran plan = on("plan", NEWER, RULE, "--out=" + file, "--summary");
    assertThat(plan.err()).contains("1 to configure; 1 field ignored");
    assertThat(plan.out())
        .contains("Deployment default/web (STDIN:1): 1 field changes\n")
        .containsPattern("spec.replicas +7\n +ignored by the rule")
        .endsWith("\n1 field ignored\n");
    MapValue document = (MapValue) Json.parse(Files.readString(file));
    assertThat(GoJson.write(document)).contains("\"ignore\":[\"Deployment/web:spec.replicas\"]");
    assertThat(JsonSchema.read(Path.of("docs/plan.schema.json")).problems(document)).isEmpty();
    scale(9);
    Ran other = apply(NEWER, "--plan=" + file, "--ignore=Deployment:spec.replicas");
    assertThat(other.err()).contains("the plan was made with other rules about fields: " + RULE);
    assertThat(other.status()).isEqualTo(1);
    Ran done = apply(NEWER, "--plan=" + file, RULE, "--summary");
    assertThat(done.out()).isEqualTo("deployment.apps/web configured\n");
    assertThat(done.err()).contains("1 configured; 1 field ignored");
    assertThat(replicas()).isEqualTo(9);
    assertThat(apply(NEWER, "--plan=" + file).status()).isZero();
  }

  @Test
  void asksWithRules() {
    apply(WEB, RULE);
    scale(7);
    Ran ran =
        new Ran.Setting(cluster)
            .on("in,err")
            .reading("y\n")
            .run("apply", "-f", manifest(), RULE, "--confirm");
    assertThat(ran.out()).isEqualTo("deployment.apps/web configured\n");
    assertThat(replicas()).isEqualTo(7);
  }

  private String manifest() {
    try {
      return Files.writeString(folder.resolve("web.json"), NEWER).toString();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void recreatesWithWhatIsLive() {
    apply(WEB);
    scale(7);
    cluster.fail("PATCH", 422, "Invalid", "field is immutable");
    assertThat(apply(NEWER, RULE, "--force").out()).isEqualTo("deployment.apps/web recreated\n");
    assertThat(replicas()).isEqualTo(7);
    assertThat(claimed()).doesNotContain("replicas").contains("web:2");
  }

  @Test
  void leavesTextsOfSecrets() {
    String secret =
        """
        {"apiVersion":"v1","kind":"Secret","metadata":{"name":"s"},"stringData":{"p":"%s","q":"%s"}}
        """;
    apply(secret.formatted("hunter1", "a"));
    cluster.objects.compute(
        "secrets default/s",
        (key, object) -> ServerNormalization.stored(Objects.requireNonNull(object)));
    Ran ran = apply(secret.formatted("hunter2", "b"), "--ignore=Secret:stringData.p");
    assertThat(ran.err()).isEmpty();
    MapValue live = cluster.object("secrets default/s");
    assertThat(live.map("data").text("p")).isEqualTo("aHVudGVyMQ==");
    assertThat(live.map("data").text("q")).isEqualTo("Yg==");
    assertThat(GoJson.write((Value) LastApplied.read(live).config()))
        .doesNotContain("hunter2")
        .contains("\"q\":\"b\"");
    assertThat(apply(secret.formatted("hunter3", "b"), "--ignore=Secret:data.p").out())
        .isEqualTo("secret/s unchanged\n");
  }
}
