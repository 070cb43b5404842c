package dev.japply.kpt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.Program.Said;
import dev.japply.cli.JsonSchema;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What `pkg update` and `pkg diff` report, and with which status they end.
@Tag("process")
class PackageReportTest {
  private static final String APP =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: app
      data:
        v: "1"
      """;

  private static final GitFixture UPSTREAM =
      new GitFixture(folder -> {
        String secret = APP.replace("ConfigMap", "Secret").replace("app", "s");
        folder.commit(Map.of("web/app.yaml", APP, "web/s.yaml", secret));
        folder.git("tag", "v1");
        folder.write("web/s.yaml", secret.replace("\"1\"", "aHVzaA=="));
        folder.write("web/empty", "");
        folder.commit(Map.of("web/app.yaml", APP.replace("1\"", "2\"")));
        folder.git("tag", "v2");
      });

  @TempDir private Path directory;
  private GitFolder upstream;
  private String first = "";
  private String second = "";

  @BeforeEach
  void makeConflict() throws Exception {
    upstream = UPSTREAM.in(directory.resolve("up"));
    first = UPSTREAM.commit(0);
    second = UPSTREAM.commit(1);
    String reference = "file://" + upstream.path() + "/.git/web@v1";
    assertThat(run("pkg", "get", reference, mine().toString()).status()).isZero();
    Files.writeString(mine().resolve("app.yaml"), APP.replace("\"1\"", "mine"));
  }

  private Path mine() {
    return directory.resolve("mine");
  }

  private Said run(String... arguments) {
    return Program.run(Map.of("HOME", directory.toString()), "", List.of(arguments));
  }

  private static MapValue json(String text) {
    return (MapValue) Json.parse(text);
  }

  private static String text(Node node) {
    return GoJson.write((Value) node);
  }

  private static MapValue valid(String text) {
    MapValue report = json(text);
    assertThat(JsonSchema.read(Path.of("docs/report.schema.json")).problems(report)).isEmpty();
    return report;
  }

  @Test
  void jsonHasFilesAndConflictsWithTheThreeValues() {
    Said said = run("pkg", "update", mine() + "@v2", "--report=json", "--on-conflict=upstream");
    assertThat(said.status()).isEqualTo(3);
    MapValue report = valid(said.out());
    assertThat(report.text("command")).isEqualTo("pkg update");
    assertThat(report.text("summary"))
        .isEqualTo(
            "%s: updated v1 (%.12s) -> v2 (%.12s), 3 files changed"
                .formatted(mine(), first, second));
    MapValue told = report.map("package");
    assertThat(told.map("from").text("commit")).isEqualTo(first);
    assertThat(told.map("to").text("commit")).isEqualTo(second);
    assertThat(text(told.get("files")))
        .contains("app.yaml", "changed", "empty", "added", "it is new", "*** (after)")
        .doesNotContain("aHVzaA");
    assertThat(told.get("conflicts"))
        .isEqualTo(
            json("""
            {"c": [{"file": "FILE", "line": 6, "subject": "ConfigMap app",
              "field": "data.v", "was": "\\"1\\"", "upstream": "\\"2\\"",
              "here": "\\"mine\\"", "result": "upstream"}]}
            """
                    .replace("FILE", mine() + "/app.yaml"))
                .get("c"));
    // A report in place of the output leaves what is wrong on standard error.
    assertThat(said.err()).contains("data.v: was \"1\"").hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"upstream", "local", "mark", "fail"})
  void whatBecameOfConflictsIsReportedAndTheStatusIsThree(String choice) throws Exception {
    Path file = directory.resolve("report.json");
    String kptfile = Files.readString(mine().resolve("Kptfile"));
    String[] command = {
      "pkg", "update", mine() + "@v2", "--on-conflict=" + choice, "--report=json=" + file
    };
    assertThat(run(command).status()).isEqualTo(3);
    String result = Map.of("mark", "marked", "fail", "refused").getOrDefault(choice, choice);
    MapValue report = valid(Files.readString(file));
    assertThat(text(report.map("package").get("conflicts")))
        .contains("\"result\":\"" + result + "\"");
    boolean written = !choice.equals("fail");
    assertThat(report.text("summary"))
        .contains(written ? ": updated v1" : ": would update v1")
        .endsWith(written ? " files changed" : " files would change");
    assertThat(Files.readString(mine().resolve("Kptfile")).equals(kptfile)).isEqualTo(!written);
  }

  @Test
  void markdownIsAComment() {
    Said said =
        run(
            "pkg",
            "update",
            mine() + "@v2",
            "--dry-run",
            "--on-conflict=upstream",
            "--report=markdown");
    assertThat(said.status()).isEqualTo(3);
    assertThat(said.out())
        .startsWith("<!-- japply:pkg update -->\n### japply pkg update\n\n")
        .contains("would update v1", "\n- ⚠️ ", "data.v: was \"1\", upstream \"2\", here \"mine\"")
        .contains("\n| File | Change |\n|---|---|\n", "\n| app.yaml | changed |\n")
        .contains("\n| empty | added |\n", "<summary>app.yaml</summary>", "\n+  v: \"2\"\n")
        .doesNotContain("aHVzaA");
  }

  @Test
  void otherFormsAreOfConflictsAndFiles() {
    String[] command = {"pkg", "update", mine() + "@v2", "--dry-run", "", "--on-conflict=upstream"};
    command[4] = "--report=github";
    assertThat(run(command).out())
        .contains("::notice file=" + mine() + "/empty,line=1,title=japply::empty: added\n")
        .contains("::warning file=" + mine() + "/app.yaml,line=6,title=ConfigMap app::");
    command[4] = "--report=text";
    assertThat(run(command).out())
        .contains("app.yaml: changed\n", "  +  v: \"2\"\n", "Warning: " + mine() + "/app.yaml:6: ");
    command[4] = "--report=jsonl";
    assertThat(run(command).out().lines().map(line -> json(line).text("event")))
        .containsExactly("problem", "package", "end");
    command[4] = "--report=sarif";
    assertThat(run(command).out()).contains("data.v: was");
    command[4] = "--report=html";
    assertThat(run(command))
        .satisfies(said -> assertThat(said.status()).isEqualTo(1))
        .satisfies(said -> assertThat(said.err()).contains("--report=html is a page of objects"));
  }

  @Test
  void comparisonsAreReportedToo() {
    for (String type : List.of("local", "remote", "combined", "3way")) {
      Said said = run("pkg", "diff", mine() + "@v2", "--type=" + type, "--report=json");
      assertThat(said).as(type).extracting(Said::status, Said::err).containsExactly(0, "");
      MapValue report = valid(said.out());
      assertThat(report.text("command")).isEqualTo("pkg diff");
      assertThat(text(report.map("package").get("files")))
          .contains("\"side\":\"" + (type.equals("3way") ? "local" : type) + "\"");
    }
    assertThat(run("pkg", "diff", mine() + "@v2", "--type=3way", "--report=markdown").out())
        .contains("| app.yaml (local) | changed |", "| app.yaml (remote) | changed |");
  }

  @Test
  void errorsComeBeforeConflictsAndAreReported() throws Exception {
    upstream.commit(Map.of("web/link/x", "x"));
    Files.createSymbolicLink(mine().resolve("link"), directory);
    String kptfile = Files.readString(mine().resolve("Kptfile"));
    Said said = run("pkg", "update", mine() + "@main", "--report=json");
    assertThat(said.status()).isEqualTo(1);
    assertThat(text(valid(said.out()).get("problems"))).contains("is a symbolic link");
    assertThat(Files.readString(mine().resolve("Kptfile"))).isEqualTo(kptfile);
    Said nothing = run("pkg", "update", directory + "/none", "--report=json");
    assertThat(nothing.status()).isEqualTo(1);
    assertThat(valid(nothing.out()).text("summary")).isEqualTo("failed");
  }
}
