package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `japply why`: reasons by the manifest, and who owns what of live objects.
class WhyTest {
  private static final String KEY = "deployments default/web";
  private static final String WEB =
      """
      {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"},"spec":{"replicas":3,
      "minReadySeconds":5,"selector":{"matchLabels":{"app":"web"}},"template":{"metadata":{
      "labels":{"app":"web"}},"spec":{"containers":[{"name":"web","image":"web:1"}]}}}}
      """;
  private static final String SECRET =
      """
      {"apiVersion":"v1","kind":"Secret","metadata":{"name":"s"},"data":{"p":"aHVudGVyMjI="}}
      """;
  private static final String MANAGERS =
      """
      [{"manager":"kubectl-client-side-apply","operation":"Update","time":"2026-11-01T00:00:00Z",
        "fieldsV1":{"f:spec":{"f:minReadySeconds":{},"f:paused":{},"f:template":{"f:spec":{
          "f:containers":{"k:{\\"name\\":\\"web\\"}":{".":{},"f:name":{},"f:image":{}}}}}}}},
       {"manager":"kube-controller-manager","operation":"Update","subresource":"scale",
        "time":"2026-11-03T00:00:00Z","fieldsV1":{"f:spec":{"f:progressDeadlineSeconds":{}}}},
       {"manager":"kubectl-edit","operation":"Update","time":"2026-11-02T00:00:00Z",
        "fieldsV1":{"f:spec":{"f:replicas":{},"f:revisionHistoryLimit":{}}}}]
      """;

  private final FakeCluster cluster = new FakeCluster();
  private final Ran.Setting setting = new Ran.Setting(cluster);

  private Ran why(String manifest, String... flags) {
    return setting
        .reading(manifest)
        .run(
            Stream.concat(Stream.of("why", "-f", "-", "--local"), Stream.of(flags))
                .toArray(String[]::new));
  }

  private void apply(String manifest) {
    assertThat(setting.reading(manifest).run("apply", "-f", "-").status()).isZero();
  }

  /// Applied, then scaled, and with fields of others.
  private void scaled() {
    apply(WEB);
    MapValue live = cluster.object(KEY);
    MapValue spec =
        live.map("spec")
            .with("replicas", Value.number(5))
            .with("paused", Value.bool(false))
            .with("progressDeadlineSeconds", Value.number(600))
            .with("revisionHistoryLimit", Value.number(10));
    MapValue metadata = live.map("metadata").with("managedFields", Json.parse(MANAGERS));
    cluster.objects.put(KEY, live.with("spec", spec).with("metadata", metadata));
    cluster.requests.clear();
  }

  @Test
  void tellsOfEachFieldWhatItWasAndBecomesAndWhoHasWrittenIt() {
    scaled();
    String changed = WEB.replace("web:1", "web:2").replace("\"minReadySeconds\":5,", "");
    Ran ran = why(changed);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out())
        .isEqualTo(
            """
            ~ Deployment default/web (STDIN:1): 3 fields change
              ~ spec.replicas  5 -> 3
                  drift: changed live, the manifest restores it; kubectl-edit, 2026-11-02
              ~ spec.template.spec.containers[name=web].image  "web:1" -> "web:2"
                  changed in the manifest; kubectl-client-side-apply, 2026-11-01
              - spec.minReadySeconds  5
                  left the manifest, so deleted; kubectl-client-side-apply, 2026-11-01
            """);
    assertThat(ran.status()).isZero();
    assertThat(cluster.requests).noneMatch(request -> request.startsWith("PATCH"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "patch | false | false",
        "ours  | true  | false",
        "all   | true  | true",
      })
  void showsAsManyFieldsAsAreAskedFor(String show, boolean ours, boolean all) {
    scaled();
    String out = why(WEB, "--show=" + show, "--wide").out();
    assertThat(out).contains("spec.replicas");
    assertThat(out.contains("as in the manifest")).isEqualTo(ours);
    assertThat(out.contains("spec.revisionHistoryLimit")).isEqualTo(all);
    assertThat(out).doesNotContain("last-applied-configuration").doesNotContain("managedFields");
  }

  @Test
  void saysWhyLiveFieldsStay() {
    scaled();
    assertThat(why(WEB, "--show=all", "--wide").out())
        .containsPattern(
            "= spec.paused  false\n +not in the manifest: a server default, or formerly")
        .containsPattern("revisionHistoryLimit  10\n +not in the manifest: another manager's")
        .containsPattern(
            "DeadlineSeconds .*\n.*: scaled; kube-controller-manager/scale, 2026-11-03")
        .containsPattern("metadata.uid .*\n +not in the manifest: the server's own\n");
  }

  @Test
  void saysOfObjectsWhatBecomesOfThem() {
    assertThat(why(WEB).out())
        .startsWith("+ Deployment default/web (STDIN:1): to be created\n    apiVersion: apps/v1\n");
    apply(WEB);
    assertThat(why(WEB).out()).isEqualTo("nothing changes: 1 object stays as it is\n");
  }

  /// Below one heading; the others are counted.
  @Test
  void showsTheObjectsThatChange() {
    String maps =
        """
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"k":"%1$s"}}
        ---
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"b"},"data":{"k":"same"}}
        ---
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"},"data":{"key":"%1$s"}}
        """;
    apply(maps.formatted("old"));
    String text =
        """
        ~ ConfigMap default/a (STDIN:1): 1 field changes
          ~ data.k  "old" -> "new"
              changed in the manifest
        ~ ConfigMap default/c (STDIN:5): 1 field changes
          ~ data.key  "old" -> "new"
              changed in the manifest
        1 object stays as it is
        """;
    assertThat(why(maps.formatted("new")).out()).isEqualTo(text);
    assertThat(why(maps.formatted("old")).out())
        .isEqualTo("nothing changes: 3 objects stay as they are\n");
    assertThat(why(maps.formatted("new"), "--show=ours").out())
        .contains("= ConfigMap default/b (STDIN:3): nothing changes\n", "\n  = data.k  \"same\"\n");
  }

  @ParameterizedTest
  @CsvSource({"80", "119", "120", "250"})
  void showsWholeValuesInEveryTerminal(String columns) {
    scaled();
    Ran.Setting terminal = setting.with(Map.of("COLUMNS", columns));
    String image = "registry.example.com/a/path/to/an/image/of/length/with/tag:";
    apply(WEB.replace("web:1", image + 1));
    Ran ran = terminal.reading(WEB.replace("web:1", image + 2)).run("why", "-f", "-", "--local");
    assertThat(ran.out()).contains('"' + image + "1\"", '"' + image + "2\"");
    assertThat(ran.out().lines()).allMatch(line -> line.length() <= Integer.parseInt(columns));
  }

  @Test
  void showsTheSpecFirstAndOtherPartsOnRequest() {
    scaled();
    String managers =
        """
        [{"manager":"kubectl-client-side-apply","operation":"Update",
          "fieldsV1":{"f:metadata":{"f:labels":{"f:app":{}}},
            "f:spec":{"f:replicas":{},"f:paused":{}}}},
         {"manager":"kube-controller-manager","operation":"Update","subresource":"status",
          "fieldsV1":{"f:metadata":{"f:annotations":{"f:revision":{}}},
            "f:status":{"f:readyReplicas":{}}}}]
        """;
    MapValue live = cluster.object(KEY);
    Value texts = Json.parse("{\"app\":\"web\",\"revision\":\"1\"}");
    MapValue metadata =
        live.map("metadata")
            .with("managedFields", Json.parse(managers))
            .with("labels", texts)
            .with("annotations", live.map("metadata").map("annotations").with("revision", texts));
    cluster.objects.put(
        KEY,
        live.with("metadata", metadata)
            .with("status", MapValue.of("readyReplicas", Value.number(1))));
    assertThat(paths("why", "deployment", "web"))
        .containsExactly("spec.replicas", "other fields: --show=defaults (2), --show=status (2)");
    assertThat(paths("why", "deployment", "web", "--show=status"))
        .containsExactly(
            "status.readyReplicas",
            "metadata.annotations.revision",
            "other fields: --show=spec (1), --show=defaults (2)");
    assertThat(paths("why", "deployment", "web", "--show=defaults"))
        .startsWith("spec.paused", "metadata.labels.app");
    assertThat(paths("why", "deployment", "web", "--show=all")).hasSize(5);
    assertThat(paths("why", "deployment", "web", "status")).containsExactly("status.readyReplicas");
  }

  /// The fields of a table, and the line below it.
  private List<String> paths(String... args) {
    return setting
        .with(Map.of("COLUMNS", "250"))
        .run(args)
        .out()
        .lines()
        .skip(2)
        .map(line -> line.startsWith(" ") ? line.strip().split(" ", 2)[0] : line)
        .toList();
  }

  @Test
  void tellsProgramsInADocument() {
    scaled();
    Ran ran = why(WEB, "-o", "json", "--show=all");
    var document = (MapValue) Json.parse(ran.out());
    assertThat(JsonSchema.read(Path.of("docs/why.schema.json")).problems(document)).isEmpty();
    MapValue object = first(document, "objects");
    assertThat(object.text("outcome")).isEqualTo("changed");
    assertThat(first(object, "fields"))
        .isEqualTo(
            Json.parse(
                """
                {"path":"spec.replicas","lastApplied":3,"manifest":3,"live":5,"becomes":3,
                "changes":true,"reason":"restored",
                "text":"drift: changed live, the manifest restores it","file":"STDIN","line":1,
                "managers":[{"name":"kubectl-edit","operation":"Update",
                "time":"2026-11-02T00:00:00Z"}]}
                """));
  }

  private static MapValue first(MapValue map, String list) {
    return map.get(list) instanceof ListValue(List<Value> items)
        ? (MapValue) items.getFirst()
        : MapValue.EMPTY;
  }

  @Test
  void hidesSecrets() {
    apply(SECRET);
    String changed = SECRET.replace("aHVudGVyMjI=", "aHVudGVyMzM=");
    for (String[] flags : List.of(new String[] {}, new String[] {"-o=json", "--show=all"})) {
      assertThat(why(changed, flags).out())
          .contains("data.p")
          .contains("*** (before)")
          .contains("*** (after)")
          .doesNotContain("aHVudGVy");
    }
    String key = "secrets default/s";
    Value managers =
        Json.parse(
            """
            [{"manager":"m","operation":"Update","time":"2026-11-01T00:00:00Z",
              "fieldsV1":{"f:data":{"f:p":{}}}}]
            """);
    MapValue metadata = cluster.object(key).map("metadata").with("managedFields", managers);
    cluster.objects.put(key, cluster.object(key).with("metadata", metadata));
    assertThat(setting.run("why", "secret/s").out()).contains("data.p").doesNotContain("aHVudGVy");
  }

  @Test
  void tellsWhoOwnsWhatOfALiveObject() {
    scaled();
    Ran ran = setting.run("why", "deployment", "web", "--wide");
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out())
        .startsWith("Deployment default/web\n  FIELD ")
        .containsPattern("spec.replicas +5 +yes +kubectl-edit +2026-11-02T00:00:00Z\n")
        .containsPattern("spec.revisionHistoryLimit +10 +- +kubectl-edit ")
        .containsPattern(
            "containers\\[name=web\\].image +\"web:1\" +yes +kubectl-client-side-apply ");
    assertThat(ran.status()).isZero();
  }

  @Test
  void tellsWhoOwnsOneField() {
    scaled();
    Ran ran = setting.run("why", "deployments/web", "spec.template", "-o", "json");
    var document = (MapValue) Json.parse(ran.out());
    assertThat(JsonSchema.read(Path.of("docs/why.schema.json")).problems(document)).isEmpty();
    assertThat(first(document, "objects").get("fields"))
        .isInstanceOfSatisfying(ListValue.class, fields -> assertThat(fields.size()).isEqualTo(2));
    assertThat(setting.run("why", "deployments/web", "spec.template.spec.hostname").out())
        .isEqualTo("Deployment default/web: no known manager owns spec.template.spec.hostname\n");
  }

  @ParameterizedTest
  @CsvSource({
    "spec.replica, did you mean spec.replicas?",
    "spec.replicas.x, `japply why` without a field shows all that have owners",
    "spec.template.spec.containers[name=web].imag,"
        + " did you mean spec.template.spec.containers[name=web].image?",
    "spec.template.spec.containers[name=none].imag,"
        + " did you mean spec.template.spec.containers[name=none].image?"
  })
  void reportsAFieldThatTheTypeDoesNotHave(String field, String hint) {
    scaled();
    Ran ran = setting.run("why", "deployments/web", field);
    assertThat(ran.err())
        .isEqualTo("error: Deployment default/web: unknown field \"%s\"; %s%n", field, hint);
    assertThat(ran.status()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "metadata.labels.x",
        "spec.template.spec.hostname",
        "spec.selector.matchLabels[a/b]"
      })
  void isNoErrorForAFieldThatIsNotSet(String field) {
    scaled();
    Ran ran = setting.run("why", "deployments/web", field);
    assertThat(ran.out()).contains("no known manager owns " + field);
    assertThat(ran.status()).isZero();
  }

  @Test
  void tellsOfReasonsBelowDifferences() {
    scaled();
    Setup same = flags -> setting.reading(WEB).run(flags);
    String plain = same.run("diff", "-f", "-", "--local").out();
    Ran ran = same.run("diff", "-f", "-", "--local", "--why");
    assertThat(ran.out())
        .isEqualTo(
            plain
                + "# ~ spec.replicas  5 -> 3\n"
                + "#     drift: changed live, the manifest restores it; kubectl-edit,"
                + " 2026-11-02T00:00:00Z\n");
    assertThat(ran.status()).isEqualTo(1);
    apply(SECRET);
    String changed = SECRET.replace("aHVudGVyMjI=", "aHVudGVyMzM=");
    assertThat(setting.reading(changed).run("diff", "-f", "-", "--why").out())
        .contains("# ~ data.p  \"*** (before)\" -> \"*** (after)\"\n#     changed in the manifest")
        .doesNotContain("aHVudGVy");
    Ran server = same.run("diff", "-f", "-", "--why", "--server-side", "--force-conflicts");
    assertThat(server.out())
        .contains(
            "# ~ spec.replicas  5 -> 3\n#     taken over from kubectl-edit; kubectl-edit,"
                + " 2026-11-02T00:00:00Z\n");
    assertThat(same.run("diff", "-f", "-", "--local", "--server-side").err())
        .isEqualTo("error: --local cannot be used with --server-side, where the server merges\n");
    assertThat(
            setting
                .with(Map.of("KUBECTL_EXTERNAL_DIFF", "diff"))
                .reading(WEB)
                .run("diff", "-f", "-", "--why")
                .err())
        .contains("--why cannot be used with KUBECTL_EXTERNAL_DIFF");
  }

  /// Runs japply.
  private interface Setup {
    Ran run(String... args);
  }

  @Test
  void warnsWithFileAndLineBeforeAnythingIsSent() {
    scaled();
    String changed = WEB.replace("{\"app\":\"web\"}", "{\"app\":\"shop\"}");
    String warning =
        "Warning: STDIN:2: Deployment default/web: spec.selector.matchLabels.app: the server does"
            + " not change this field of an existing object; undo the change, or recreate the"
            + " object: apply with --force\n";
    assertThat(why(changed).err()).isEqualTo(warning);
    assertThat(setting.reading(changed).run("diff", "-f", "-", "--local", "--why").err())
        .isEqualTo(warning);
    var document = (MapValue) Json.parse(why(changed, "-o", "json").out());
    assertThat(JsonSchema.read(Path.of("docs/why.schema.json")).problems(document)).isEmpty();
    assertThat(first(first(document, "objects"), "warnings").text("text"))
        .startsWith("spec.selector.matchLabels.app: the server does not");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "why | must specify -f, TYPE NAME or TYPE/NAME",
        "why deployment | resource(s) were provided, but no name was specified",
        "why deployment web a b | Unexpected args: [b]",
        "why -f - web | Unexpected args: [web]",
        "why -f - --show=some | invalid --show value \"some\"; must be patch, ours or all with -f",
        "why deployment/web --show=ours | invalid --show value \"ours\"; must be spec, defaults,"
            + " status or all with TYPE NAME",
        "why -f - -o yaml | unknown output format \"yaml\", allowed formats are: text,json",
        "why deployment/web --local | --selector, --local, --live, --ignore and --report only work"
            + " with -f",
        "why deployment/gone | deployments.apps \"gone\" not found",
        "why -f gone.yaml | \"gone.yaml\" does not exist",
      })
  void endsWithOneAfterAnError(String line, String error) {
    Ran ran = setting.reading(WEB).run(line.split(" ", -1));
    assertThat(ran.err()).contains(error);
    assertThat(ran.status()).isEqualTo(1);
  }

  /// Its documents are versioned: who changes them sees it here.
  @Test
  void theSchemaIsOfTheVersion() throws IOException {
    var schema = (MapValue) Json.parse(Files.readString(Path.of("docs/why.schema.json")));
    assertThat(schema.map("properties").map("apiVersion").text("const")).isEqualTo("japply.dev/v1");
    MapValue document = MapValue.of("apiVersion", Value.text("japply.dev/v2"));
    assertThat(JsonSchema.read(Path.of("docs/why.schema.json")).problems(document)).isNotEmpty();
  }
}
