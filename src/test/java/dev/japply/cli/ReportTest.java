package dev.japply.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.rest.Version;
import dev.japply.io.CancellationSource;
import dev.japply.report.ReportFormat;
import dev.japply.report.Summary;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/// `--report`: what is written of a run for CI systems, pull requests and browsers.
class ReportTest extends WithReports {
  private static final List<String> FORMATS = ReportFormat.names();

  @Test
  void theConstantForHelpNamesAllFormats() {
    assertThat(ReportFormat.NAMES).isEqualTo(String.join(" ", ReportFormat.names()));
  }

  @Test
  void writesFilesBesideTheUsualOutput() throws IOException {
    Ran plain = diff();
    String[] flags =
        FORMATS.stream()
            .map(format -> "--report=" + format + "=" + directory.resolve("r." + format))
            .toArray(String[]::new);
    Ran ran = diff(flags);
    assertThat(ran.out()).isEqualTo(plain.out());
    assertThat(ran.status()).isEqualTo(plain.status()).isEqualTo(2);
    for (String format : FORMATS) {
      Path file = directory.resolve("r." + format);
      assertThat(file).as(format).isNotEmptyFile();
      String printed = diff("--report=" + format).out();
      assertThat(printed).as(format).isEqualTo(Files.readString(file));
      assertThat(printed).doesNotContain(SECRET_VALUE, NEW_VALUE);
      assertThat(printed)
          .as(format)
          .contains("ConfigMap")
          .contains("Object 'apiVersion' is missing");
    }
    try (var files = Files.list(directory)) {
      assertThat(files.toList()).hasSize(FORMATS.size() + 1);
    }
  }

  @Test
  void theSchemaHasEveryOutcome() {
    MapValue object =
        JsonSchema.read(Path.of("docs/report.schema.json")).root().map("$defs").map("object");
    var ends = (ListValue) object.map("properties").map("end").get("enum");
    assertThat(ends.items())
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(Summary.End.values())
                .map(end -> Value.text(end.name().toLowerCase(Locale.ROOT).replace('_', '-')))
                .toList());
  }

  @Test
  void aDocumentHasAllOfIt() throws IOException {
    MapValue report = json(diff("--report=json").out());
    assertThat(JsonSchema.read(Path.of("docs/report.schema.json")).problems(report)).isEmpty();
    assertThat(list(report, "objects"))
        .extracting(object -> object.text("name") + " " + object.text("end"))
        .containsExactly("same unchanged", "c configured", "new created", "s configured");
    MapValue changed = list(report, "objects").get(1);
    assertThat(changed.text("diff")).startsWith("@@ ").contains("-  k: old\n");
    assertThat(changed.text("file")).isEqualTo(manifests.toString());
    assertThat(list(changed, "fields"))
        .extracting(field -> field.text("path") + " " + field.text("reason"))
        .contains("data.k changed");
    assertThat(list(report, "problems"))
        .singleElement()
        .extracting(p -> p.text("severity"))
        .isEqualTo("error");
    assertThat(report.text("summary")).startsWith("5 objects: 1 to create, 2 to configure, ");
    assertThat(report.text("server")).isEqualTo("https://fake:6443");
  }

  @Test
  void secretsAreToldApart() {
    assertThat(diff("--report=json").out()).contains("*** (before)").contains("*** (after)");
  }

  @Test
  void linesAreEventsThatEndWithTheSummary() {
    List<MapValue> events = diff("--report=jsonl").out().lines().map(WithReports::json).toList();
    assertThat(events)
        .extracting(event -> event.text("event"))
        .containsExactly("problem", "object", "object", "object", "object", "end");
    assertThat(events.getLast().text("summary")).startsWith("5 objects: ");
  }

  @Test
  void linesOfTwoReportsAreWrittenOnceEach() throws IOException {
    Path file = directory.resolve("r.jsonl");
    String printed = diff("--report=jsonl=" + file, "--report=jsonl").out();
    assertThat(printed).isEqualTo(Files.readString(file));
    assertThat(printed.lines().filter(line -> line.contains("\"event\":\"end\""))).hasSize(1);
  }

  /// A file that cannot be written is found before another one is emptied.
  @Test
  void nothingIsWrittenWhereOneReportCannotBe() throws IOException {
    Path file = Files.writeString(directory.resolve("r.jsonl"), "before");
    assertThat(diff("--report=jsonl=" + file, "--report=json=/no/such/file").status()).isEqualTo(2);
    assertThat(file).hasContent("before");
  }

  @Test
  void annotationsNameFilesAndLines() {
    String file = manifests.toString().replace("%", "%25").replace(":", "%3A");
    assertThat(diff("--report=github").out().lines())
        .hasSize(4)
        .contains(
            "::notice file="
                + file
                + ",line=2,title=ConfigMap default/c::ConfigMap default/c: to configure (1 field):"
                + " data.k \"old\" \u2192 \"<script>alert('|')</script> ```\"")
        .anySatisfy(line ->
            assertThat(line)
                .startsWith("::error file=" + file + ",line=5,title=")
                .contains("Object 'apiVersion' is missing"));
  }

  /// A pull request shows an annotation only near the changed line.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "github | line=7,title=ConfigMap default/c: | line=9,title=ConfigMap default/new:",
        "gitlab | \"begin\": 7 | \"begin\": 9",
        "sarif | \"startLine\": 7 | \"startLine\": 9"
      })
  void aMarkIsAtTheFirstChangedField(String format, String changed, String created)
      throws IOException {
    manifests = directory.resolve("m.yaml");
    Files.writeString(
        manifests,
        """
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: c
        data:
          # a comment
          k: new
        """
            + "---\n"
            + map("new", "v"));
    Path plan = directory.resolve("plan.json");
    assertThat(run("plan", "--out", plan.toString()).err()).doesNotContain("error");
    List<String> reports =
        List.of(
            diff("--report=" + format).out(),
            run("plan", "--report=" + format).out(),
            setting.run("show", plan.toString(), "--report=" + format).out());
    for (String report : reports) {
      assertThat(report).contains(changed, created);
    }
  }

  /// GitHub shows ten annotations of a step, in the order of the log.
  @Test
  void theWorstTenAnnotationsComeFirst() throws IOException {
    String wrong = "{\"kind\":\"X\"}\n".repeat(3);
    String changed =
        IntStream.range(0, 12).mapToObj(i -> map("n" + i, "v")).reduce("", String::concat);
    Files.writeString(manifests, changed + wrong);
    List<String> lines = diff("--report=github").out().lines().toList();
    assertThat(lines.subList(0, 3)).allMatch(line -> line.startsWith("::error "));
    assertThat(lines.subList(3, 10)).allMatch(line -> line.startsWith("::notice "));
    assertThat(lines.get(10)).isEqualTo("::group::japply: 5 more, also in the job summary");
    assertThat(lines.subList(11, 16))
        .allMatch(line -> line.startsWith("notice: " + manifests) && !line.contains("::"));
    assertThat(lines.subList(16, lines.size())).containsExactly("::endgroup::");
  }

  @Test
  void theStepOfAJobGetsASummary() throws IOException {
    Path summary = Files.writeString(directory.resolve("summary.md"), "before\n");
    setting
        .with(Map.of("GITHUB_STEP_SUMMARY", summary.toString()))
        .run("diff", "-f", manifests.toString(), "--report=github");
    assertThat(summary).content().startsWith("before\n<!-- japply:diff -->\n### japply diff\n");
  }

  /// GitHub shows annotations as lines of the log.
  @Test
  void theLogOfAJobHasEachProblemOnce() {
    String[] args = {"diff", "-f", manifests.toString(), "--report=github"};
    Ran outside = setting.run(args);
    Ran job = setting.with(Map.of("GITHUB_ACTIONS", "true")).run(args);
    assertThat(outside.err()).contains("error: ");
    assertThat(job.err()).isEmpty();
    assertThat(job.status()).isEqualTo(outside.status());
    assertThat(job.out()).isEqualTo(outside.out());
    assertThat(job.out().lines().findFirst().orElseThrow()).endsWith(":5)");
    String[] file = {"diff", "-f", manifests.toString(), "--report=github=" + directory + "/a"};
    assertThat(setting.with(Map.of("GITHUB_ACTIONS", "true")).run(file).err())
        .isEqualTo(outside.err());
  }

  @Test
  void aCommentHasCountsReasonsAndFoldedDifferences() {
    String comment = diff("--report=markdown").out();
    assertThat(comment)
        .startsWith("<!-- japply:diff -->\n### japply diff\n\n5 objects: ")
        .contains("- ❌ ")
        .contains("| ConfigMap default/c<br><sub>")
        .contains("| to configure | data.k \"old\" → ", ", changed in the manifest |")
        .contains("| to configure | data.p \\*\\*\\* (before) → \\*\\*\\* (after), ")
        .contains("<details><summary>ConfigMap default/c</summary>\n\n````diff\n@@ ")
        .doesNotContain("ConfigMap default/same");
  }

  @Test
  void aCommentHasDeletionsFirstAndNewObjectsAsYaml() throws IOException {
    Files.writeString(manifests, map("new", "v"));
    String comment =
        diff("--local", "--report=markdown", "--prune", "--prune-allowlist=core/v1/ConfigMap")
            .out();
    assertThat(comment)
        .containsSubsequence("| to prune |", "| to create |", "<summary>ConfigMap default/c<")
        .containsSubsequence(
            "<summary>ConfigMap default/new</summary>\n\n```yaml\napiVersion: v1\ndata:\n  k: v\n",
            "```\n");
  }

  /// What a name could do to a comment: begin a tag, call somebody, end a cell.
  @Test
  void namesMeanNothingInAComment() throws IOException {
    Files.writeString(manifests, map("<b>|`@all`", "v"));
    String comment = diff("--local", "--report=markdown").out();
    assertThat(comment)
        .contains("ConfigMap default/&lt;b&gt;\\|\\`&#64;all\\`")
        .contains("<summary>ConfigMap default/&lt;b&gt;|`&#64;all`</summary>");
    assertThat(comment.substring(0, comment.indexOf("```yaml"))).doesNotContain("<b>", "@all");
  }

  /// What GitHub takes at most, with counts, problems and how much is left out.
  @Test
  void aCommentIsNeverTooLong() throws IOException {
    String all =
        IntStream.range(0, 2_000)
            .mapToObj(i -> map("n" + i, "x".repeat(i % 50 == 0 ? 5_000 : 20)))
            .reduce("", String::concat);
    Files.writeString(manifests, all + "{\"kind\":\"X\"}\n");
    String comment = diff("--report=markdown").out();
    assertThat(comment.length()).isBetween(40_000, 60_200);
    assertThat(comment)
        .contains("2001 objects: 2000 to create, 1 failed")
        .contains("- ❌ ")
        .containsPattern("\nand \\d+ more objects that change\n")
        .containsPattern("\n2000 differences are left out");
  }

  @Test
  void gitLabKnowsFindingsAgain() throws IOException {
    var before = (ListValue) Json.parse(diff("--report=gitlab").out());
    Files.writeString(manifests, "\n\n" + Files.readString(manifests));
    var after = (ListValue) Json.parse(diff("--report=gitlab").out());
    assertThat(before.items()).hasSize(4);
    for (int i = 0; i < before.size(); i++) {
      var old = (MapValue) before.items().get(i);
      var now = (MapValue) after.items().get(i);
      assertThat(now.text("fingerprint")).isEqualTo(old.text("fingerprint")).hasSize(64);
      assertThat(now.map("location")).isNotEqualTo(old.map("location"));
      assertThat(old.map("location").text("path")).isEqualTo(manifests.toString());
      assertThat(old.text("severity")).isEqualTo(i < 3 ? "info" : "major");
    }
  }

  @Test
  void aTestReportHasACaseForEachChange() throws Exception {
    Document document = junit(diff("--report=junit", "--exit-code=false").out());
    Element suite = (Element) document.getElementsByTagName("testsuite").item(0);
    assertThat(suite.getAttribute("tests")).isEqualTo("4");
    assertThat(suite.getAttribute("failures")).isEqualTo("1");
    assertThat(document.getElementsByTagName("testcase").getLength()).isEqualTo(4);
    assertThat(document.getElementsByTagName("failure").getLength()).isEqualTo(1);
    assertThat(document.getElementsByTagName("system-out").item(0).getTextContent())
        .contains("+  k: <script>alert('|')</script> ```\n");
  }

  /// A CI system that shows no failure beside a status of 1 hides why the job failed.
  @Test
  void aDifferenceFailsWhereItMakesTheStatus() throws Exception {
    Files.writeString(manifests, map("same", "v") + map("c", "new"));
    Ran ran = diff("--report=junit");
    assertThat(ran.status()).isEqualTo(1);
    Element failure = (Element) junit(ran.out()).getElementsByTagName("failure").item(0);
    assertThat(failure.getAttribute("message"))
        .startsWith("ConfigMap default/c: to configure (1 field): data.k ");
    assertThat(failure.getTextContent()).contains("+  k: new\n");
    Ran reported = diff("--report=junit", "--exit-code=false");
    assertThat(reported.status()).isZero();
    assertThat(reported.out()).contains("failures=\"0\"").doesNotContain("<failure");
    for (String command : List.of("plan", "why", "apply")) {
      Ran other = run(command, "--report=junit");
      assertThat(other.out()).as(command).contains("failures=\"0\"").doesNotContain("<failure");
    }
  }

  private static Document junit(String xml) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(xml.getBytes(UTF_8)));
  }

  @Test
  void changesNameFieldsAndValues() {
    String change = "to configure (1 field): data.k \"old\" \u2192 ";
    for (String format : List.of("gitlab", "github", "sarif", "junit")) {
      assertThat(diff("--report=" + format).out().replace("\\\"", "\""))
          .as(format)
          .contains(change)
          .contains("data.p *** (before) \u2192 *** (after)");
    }
  }

  @Test
  void manyFieldsAreCounted() throws IOException {
    String entries =
        IntStream.range(0, 8).mapToObj(i -> ",\"n" + i + "\":\"v\"").reduce("", String::concat);
    Files.writeString(manifests, map("c", "old").replace("\"}}", "\"" + entries + "}}"));
    assertThat(diff("--report=github").out())
        .contains("to configure (8 fields): data.n0 none \u2192 \"v\"; ")
        .contains("; and 3 more\n");
  }

  @Test
  void sarifNamesRulesAndPlaces() {
    MapValue document = json(diff("--report=sarif").out());
    assertThat(document.text("version")).isEqualTo("2.1.0");
    MapValue run = list(document, "runs").getFirst();
    List<String> rules =
        list(run.map("tool").map("driver"), "rules").stream().map(rule -> rule.text("id")).toList();
    assertThat(list(run, "results"))
        .hasSize(4)
        .allSatisfy(result -> {
          assertThat(rules).contains(result.text("ruleId"));
          MapValue place = list(result, "locations").getFirst().map("physicalLocation");
          assertThat(place.map("artifactLocation").text("uri")).endsWith("m%20a:b%25.json");
          assertThat(place.map("region").has("startLine")).isTrue();
        });
    assertThat(list(run, "results"))
        .extracting(result -> result.text("level"))
        .containsExactly("note", "note", "note", "error");
  }

  @Test
  void aPageNeedsNothingElse() {
    String page = diff("--report=html").out();
    assertThat(page)
        .startsWith("<!DOCTYPE html>")
        .contains("&lt;script&gt;alert('|')&lt;/script&gt;")
        .doesNotContain("<script>alert")
        .contains("data-end=\"CONFIGURED\"")
        .doesNotContainPattern("@[A-Z]+@")
        .doesNotContainPattern("(?:src|href)=\"(?!data:)");
  }

  @Test
  void sarifHasTheVersionAndHelp() {
    MapValue driver =
        list(json(diff("--report=sarif").out()), "runs").getFirst().map("tool").map("driver");
    assertThat(driver.text("version")).isEqualTo(Version.TEXT);
    assertThat(list(driver, "rules"))
        .allSatisfy(rule -> assertThat(rule.map("help").text("text")).contains("See docs/"));
  }

  /// The answer and the status are as without.
  @Test
  void reasonsAreReportedToo() throws IOException {
    Path file = directory.resolve("why.json");
    Ran ran = run("why", "--report=json=" + file);
    assertThat(ran.out()).isEqualTo(run("why").out());
    assertThat(ran.status()).isEqualTo(1);
    MapValue report = json(Files.readString(file));
    assertThat(report.text("command")).isEqualTo("why");
    assertThat(list(report, "objects"))
        .extracting(object -> object.text("end"))
        .containsExactly("unchanged", "configured", "created", "configured");
    assertThat(run("why", "--report=text").out())
        .contains("ConfigMap default/c (" + manifests + ":2): to configure\n  data.k: ");
  }

  @Test
  void anInterruptedRunSaysSo() throws IOException {
    var stop = new CancellationSource();
    cluster.before("GET", stop::cancel);
    cluster.before("LIST", stop::cancel);
    Path file = directory.resolve("r.json");
    Ran ran =
        setting.stoppedBy(stop).run("diff", "-f", manifests.toString(), "--report=json=" + file);
    assertThat(ran.status()).isEqualTo(130);
    assertThat(json(Files.readString(file)).text("summary")).isEqualTo("interrupted");
  }

  /// What was there before stays until the new one is written, as a file of that mode.
  @Test
  void aFileIsReplaced() throws IOException {
    Path file = Files.writeString(directory.resolve("r.json"), "before");
    Path link = Files.createSymbolicLink(directory.resolve("link"), file);
    diff("--report=json=" + link);
    assertThat(link).isSymbolicLink();
    assertThat(json(Files.readString(file)).text("kind")).isEqualTo("Report");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--report=xml | invalid --report value \"xml\"; must be one of text, json, jsonl, markdown",
        "--report=json= | invalid --report value \"json=\"; a file must follow =",
        "--report=json --report=text | only one --report can be printed",
        "--report=json=/no/such/directory/r.json | the report cannot be written: no such file or"
            + " directory; name another file",
        "--report=json=/ | the report cannot be written: is no file; name another file with"
            + " --report"
      })
  void refusesBeforeAnythingIsRead(String flags, String error) {
    Ran ran = diff(flags.split(" "));
    assertThat(ran.err()).startsWith("error: ").contains(error).hasLineCount(1);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.status()).isEqualTo(2);
  }

  @Test
  void oneOutputAtATime() {
    assertThat(run("why", "--report=json", "-o", "json").err())
        .contains("--report cannot be printed along with -o");
    Ran ran =
        setting
            .with(Map.of("KUBECTL_EXTERNAL_DIFF", "diff"))
            .run("diff", "-f", manifests.toString(), "--report=json");
    assertThat(ran.err()).contains("cannot be printed along with KUBECTL_EXTERNAL_DIFF");
  }

  @Test
  void aValueIsNeverTakenForAPlaceholder() throws IOException {
    Files.writeString(manifests, map("c", "@OBJECTS@ $1 \\\\1"));
    assertThat(diff("--report=html").out()).contains("@OBJECTS@ $1 ");
  }
}
