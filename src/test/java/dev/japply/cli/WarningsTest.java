package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import dev.japply.problem.WarningId;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Warnings by their ids: the flag and the project file that silence them, and the page about them.
class WarningsTest {
  private static final Path PAGE = Path.of("docs/warnings.md");
  private static final String BEGIN = "<!-- warnings -->\n";
  private static final String END = "<!-- end of warnings -->\n";

  /// A Deployment with replicas, and its autoscaler.
  static final String AUTOSCALED =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web}
      spec: {replicas: 3}
      ---
      apiVersion: autoscaling/v2
      kind: HorizontalPodAutoscaler
      metadata: {name: web}
      spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}
      """;

  private static final String DUPLICATE =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: c}
      data: {a: x, a: y}
      """;

  private static final String PROJECT = "apiVersion: japply.dev/v1\nkind: Project\n";

  private final FakeCluster cluster = new FakeCluster();
  @TempDir private Path directory;

  @BeforeEach
  void serve() {
    cluster.serve("autoscaling/v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers", true);
  }

  private Ran ran(String manifest, String... words) {
    return new Ran.Setting(cluster).reading(manifest).run(words);
  }

  private String project(String text) throws IOException {
    Path file = directory.resolve("japply.yaml");
    Files.writeString(file, PROJECT + text);
    return "--project=" + file;
  }

  @Test
  void thePageListsThem() throws IOException {
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END);
    String table =
        Stream.of(WarningId.values())
            .map(each ->
                "| `%s` | %s | %s |\n"
                    .formatted(each.id(), each.explanation(), each.isProtected() ? "yes" : ""))
            .collect(Collectors.joining("", "| id | meaning | protected |\n|---|---|:-:|\n", ""));
    if (Boolean.getBoolean("japply.write")) {
      Files.writeString(PAGE, page.substring(0, begin) + table + page.substring(end));
      page = Files.readString(PAGE);
      end = page.indexOf(END);
    }
    assertThat(page.substring(begin, end))
        .withFailMessage("the table in %s must be\n\n%s", PAGE, table)
        .isEqualTo(table);
  }

  /// Editors complete the ids of the project file by the schema.
  @Test
  void theSchemaOfTheProjectFileHasThoseThatItMaySilence() throws IOException {
    var schema = (MapValue) Json.parse(Files.readString(Path.of("docs/project.schema.json")));
    var allowed = (ListValue) schema.map("properties").map("noWarn").map("items").get("enum");
    assertThat(allowed.items())
        .isEqualTo(
            Stream.of(WarningId.values())
                .filter(id -> !id.isProtected())
                .<Value>map(id -> Value.text(id.id()))
                .toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"apply", "apply --dry-run=client", "diff", "why", "plan", "diff --local"})
  void theFlagSilencesThem(String command) {
    String[] words = (command + " -f -").split(" ", -1);
    Ran said = ran(AUTOSCALED, words);
    Ran silent =
        ran(
            AUTOSCALED,
            Stream.concat(Stream.of(words), Stream.of("--no-warn=line-break,autoscaled-replicas"))
                .toArray(String[]::new));
    assertThat(said.err()).containsOnlyOnce("decided by HorizontalPodAutoscaler web");
    assertThat(silent.err()).doesNotContain("HorizontalPodAutoscaler", "Warning");
  }

  @Test
  void theFlagIsRepeatable() {
    String both = DUPLICATE + "---\n" + AUTOSCALED;
    Ran silent =
        ran(
            both,
            "apply",
            "-f",
            "-",
            "--no-warn=autoscaled-replicas",
            "--no-warn",
            "duplicate-key");
    assertThat(silent.err()).isEmpty();
    assertThat(silent.status()).isZero();
  }

  @Test
  void anUnknownIdIsAnErrorWithASuggestion() {
    Ran ran = ran(AUTOSCALED, "apply", "-f", "-", "--no-warn=autoscaled-replica");
    assertThat(ran.err())
        .isEqualTo(
            "error: invalid argument \"autoscaled-replica\" for \"--no-warn\" flag: there is no"
                + " such warning; did you mean autoscaled-replicas?\n");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(cluster.requests).isEmpty();
    assertThat(ran("", "diff", "-f", "-", "--no-warn=x").status()).isEqualTo(2);
  }

  @Test
  void theProjectFileSilencesThem() throws IOException {
    String project = project("noWarn: [autoscaled-replicas]\n");
    for (String command : List.of("apply", "diff", "why", "plan")) {
      assertThat(ran(AUTOSCALED, command, "-f", "-", project).err()).doesNotContain("Warning");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[duplicate-key] | a project file may not silence \"duplicate-key\", a warning about"
            + " security or lost data; remove it, or give --no-warn=duplicate-key on the command"
            + " line",
        "[octal-numbr] | there is no warning \"octal-numbr\"; write its id; did you mean"
            + " octal-number?",
        "octal-number | noWarn must be a list of warnings; begin each with -",
        "[{a: b}] | the id of a warning must be a string; put quotes around it",
      })
  void theProjectFileMayNotSilenceAll(String list, String problem) throws IOException {
    Ran ran = ran(DUPLICATE, "apply", "-f", "-", project("noWarn: " + list + "\n"));
    assertThat(ran.err()).isEqualTo("error: %s:3: %s\n".formatted(file(), problem));
    assertThat(ran.status()).isEqualTo(1);
    assertThat(cluster.requests).isEmpty();
  }

  private Path file() {
    return directory.resolve("japply.yaml");
  }

  @Test
  void theDefaultsOfTheProjectFilePointToTheList() throws IOException {
    String project = project("defaults: {apply: {no-warn: [duplicate-key]}}\n");
    assertThat(ran(DUPLICATE, "apply", "-f", "-", project).err())
        .endsWith(
            "a project file may not set --no-warn; list the warnings below noWarn: at the"
                + " top level\n");
  }

  @Test
  void areInReportsAndPlansByTheirIds() {
    String json = ran(AUTOSCALED, "apply", "-f", "-", "--report=json").out();
    assertThat(json).contains("\"id\": \"autoscaled-replicas\"");
    String silent =
        ran(AUTOSCALED, "diff", "-f", "-", "--report=json", "--no-warn=autoscaled-replicas").out();
    assertThat(Json.parse(silent).toString()).doesNotContain("HorizontalPodAutoscaler web");
  }

  @Test
  void theWarningsOfServersAreSilencedByTheFlagAlone() throws IOException {
    assertThat(WarningId.SERVER.isProtected()).isTrue();
    assertThat(ran("", "apply", "-f", "-", project("noWarn: [server]\n")).err())
        .contains("a project file may not silence \"server\"");
  }

  @Test
  void thoseAboutPreferencesAreSilencedByTheFlag() throws IOException {
    Path kuberc = Files.createDirectories(directory.resolve(".kube")).resolve("kuberc");
    Files.writeString(kuberc, "kind: [\n");
    var setting =
        new Ran.Setting(cluster)
            .with(Map.of("HOME", directory.toString()))
            .reading(DUPLICATE.replace("a: x, ", ""));
    assertThat(setting.run("apply", "-f", "-").err()).startsWith("Warning: ");
    assertThat(setting.run("apply", "-f", "-", "--no-warn=kuberc").err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "spec.replicas",
        "Deployment:spec.replicas",
        "Deployment/web:/spec/replicas",
        "Deployment:spec",
        "Deployment:spec[*]",
        "manager=hpa"
      })
  void thereIsNoneAboutIgnoredReplicas(String rule) throws IOException {
    for (String command : List.of("apply", "diff", "why", "plan")) {
      assertThat(ran(AUTOSCALED, command, "-f", "-", "--ignore=" + rule).err())
          .as(command)
          .doesNotContain("HorizontalPodAutoscaler");
    }
    String project = project("ignore: ['%s']\n".formatted(rule));
    assertThat(ran(AUTOSCALED, "diff", "-f", "-", project).err()).isEmpty();
  }

  @Test
  void thereIsOneWhereTheRuleIsAboutSomethingElse() {
    for (String rule :
        List.of("Deployment/other:spec.replicas", "spec.replicas.x", "spec.paused")) {
      assertThat(ran(AUTOSCALED, "diff", "-f", "-", "--ignore=" + rule).err())
          .contains("decided by HorizontalPodAutoscaler");
    }
  }

  @Test
  void thereIsNoneWhereTheAnnotationIgnoresReplicas() {
    String annotated =
        AUTOSCALED.replaceFirst(
            "name: web}", "name: web, annotations: {japply.dev/ignore: spec.replicas}}");
    assertThat(ran(annotated, "apply", "-f", "-").err()).doesNotContain("decided by");
    assertThat(ran(annotated, "apply", "-f", "-", "--compat=kubectl").err())
        .contains("decided by HorizontalPodAutoscaler");
  }

  /// Nothing that only reads advises to change the manifest.
  @Test
  void snapshotsHaveNone() {
    Path out = directory.resolve("snapshot.json");
    assertThat(ran(AUTOSCALED, "snapshot", "-f", "-", "--out", out.toString()).err())
        .doesNotContain("HorizontalPodAutoscaler");
  }

  @Test
  void theHintNamesTheCommandThatHelps() throws IOException {
    Path file = directory.resolve("web.yaml");
    Files.writeString(file, AUTOSCALED);
    assertThat(ran("", "apply", "-f", file.toString()).err())
        .isEqualTo(
            ("Warning: %s:4: Deployment web: spec.replicas: decided by HorizontalPodAutoscaler web;"
                    + " leave it to the autoscaler: japply release -f %s spec.replicas --write\n")
                .formatted(file, file));
    Ran released = ran("", "release", "-f", file.toString(), "spec.replicas", "--write");
    assertThat(released.status()).as(released.toString()).isZero();
    assertThat(ran("", "apply", "-f", file.toString()).err()).isEmpty();
    assertThat(ran(AUTOSCALED, "apply", "-f", "-").err())
        .endsWith(
            "leave it out of the manifest, after japply release deployment/web spec.replicas\n");
  }

  /// The autoscaler is both in the input and the last writer.
  @Test
  void replicasAreReportedOnce() {
    ran(AUTOSCALED, "apply", "-f", "-", "--no-warn=autoscaled-replicas");
    String managers =
        """
        [{"manager":"hpa","operation":"Update","subresource":"scale",
          "fieldsV1":{"f:spec":{"f:replicas":{}}}}]
        """;
    var live = cluster.object("deployments default/web");
    cluster.put(
        live.with("metadata", live.map("metadata").with("managedFields", Json.parse(managers)))
            .with("spec", live.map("spec").with("replicas", Json.parse("7"))));
    Ran ran = ran(AUTOSCALED, "apply", "-f", "-");
    assertThat(ran.err().lines()).hasSize(1);
    assertThat(ran.err()).contains("decided by HorizontalPodAutoscaler web");
  }
}
