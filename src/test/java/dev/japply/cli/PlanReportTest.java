package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.golang.Sha256;
import dev.japply.report.ReportFormat;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `plan --report` and `show --report`: what is told of a plan when it is made, and later of its
/// file.
class PlanReportTest extends WithPlans {
  /// What the server would refuse to change.
  private static final String FIXED =
      """
      ---
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"fixed"},"immutable":true,
       "data":{"k":"%s"}}
      """;

  private static final String BEFORE = OLD + FIXED.formatted("a");
  private static final String AFTER = LESS + FIXED.formatted("b");

  private Ran planned(String... more) {
    japply(BEFORE, "apply", "-f", "-");
    Ran ran = plan(AFTER, pruning(more));
    assertThat(ran.status()).as(ran.toString()).isZero();
    return ran;
  }

  @ParameterizedTest
  @EnumSource
  void aFileTellsWhatThePlanHasTold(ReportFormat format) {
    String flag = "--report=" + format.name().toLowerCase(Locale.ROOT);
    Ran planned = planned(flag);
    String told = planned.out();
    assertThat(told)
        .contains("ConfigMap", "Secret", "fixed", "left")
        .doesNotContain("Plan of ")
        .doesNotContain("aHVudGVyMjJ");
    Ran shown = japply("", "show", file.toString(), flag);
    assertThat(shown.out()).isEqualTo(told);
    assertThat(shown.err()).startsWith("Warning: ").isEqualTo(planned.err());
    assertThat(shown.status()).isZero();
  }

  @Test
  void aDocumentHasAllOfIt() {
    MapValue report = WithReports.json(planned("--report=json").out());
    assertThat(JsonSchema.read(Path.of("docs/report.schema.json")).problems(report)).isEmpty();
    assertThat(report.text("command")).isEqualTo("plan");
    assertThat(report.text("server")).isEqualTo("https://fake:6443");
    assertThat(report.text("summary"))
        .isEqualTo(
            "5 objects: 1 to create, 3 to configure, 1 to prune (default on https://fake:6443)");
    List<MapValue> objects = WithReports.list(report, "objects");
    assertThat(objects)
        .extracting(object -> object.text("name") + " " + object.text("end"))
        .containsExactly(
            "c configured", "s configured", "t created", "fixed configured", "left pruned");
    assertThat(objects.getFirst().text("diff")).contains("-  k: old\n", "+  k: new\n");
    assertThat(objects.get(1).text("diff")).contains("*** (before)", "*** (after)");
    assertThat(WithReports.list(objects.getFirst(), "fields"))
        .extracting(field -> field.text("path") + " " + field.text("reason"))
        .containsExactly("data.k changed");
    assertThat(WithReports.list(report, "problems"))
        .singleElement()
        .satisfies(problem -> {
          assertThat(problem.text("what")).contains("the server does not change this field");
          assertThat(problem.text("hint")).contains("recreate the object");
          assertThat(problem.text("subject")).isEqualTo("ConfigMap default/fixed");
        });
  }

  @Test
  void filesAreWrittenBesideTheUsualOutput() throws IOException {
    String plain = planned().out();
    Path page = directory.resolve("page.html");
    assertThat(planned("--report=html=" + page).out()).isEqualTo(plain);
    assertThat(page).content().contains("<title>japply plan</title>");
    Files.delete(page);
    Ran shown = japply("", "show", file.toString(), "-o", "json", "--report=html=" + page);
    assertThat(shown.out()).isEqualTo(Files.readString(file));
    assertThat(page).content().contains("<title>japply plan</title>");
  }

  /// Then no plan is written, and the report says why.
  @Test
  void whatCannotBePlannedIsReported() {
    Ran ran =
        japply(
            NEW.replace("\"name\":\"t\"", "\"generateName\":\"t\""),
            "plan",
            "-f",
            "-",
            "--out=" + file,
            "--report=json");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(WithReports.list(WithReports.json(ran.out()), "problems"))
        .extracting(problem -> problem.text("what"))
        .anySatisfy(what -> assertThat(what).contains("cannot use generate name"))
        .anySatisfy(what -> assertThat(what).contains("no plan was written"));
    assertThat(file).doesNotExist();
  }

  @Test
  void anOldPlanSaysSo() {
    plan(NEW, "--expires=1ms");
    Ran shown = japply("", "show", file.toString(), "--report=json");
    assertThat(WithReports.list(WithReports.json(shown.out()), "problems"))
        .extracting(problem -> problem.text("what"))
        .singleElement()
        .asString()
        .startsWith("this plan expired at ");
    assertThat(shown.status()).isZero();
  }

  /// The differences are those of its patches.
  @Test
  void aPlanWithoutDifferencesIsShownToo() throws Exception {
    plan(NEW);
    MapValue tree = document().without("digest");
    var objects = (ListValue) tree.get("objects");
    var without =
        objects.items().stream().<Value>map(object -> ((MapValue) object).without("diff")).toList();
    tree = tree.with("objects", new ListValue(without));
    String digest = Sha256.hex(GoJson.write(tree));
    tree = tree.with("digest", Value.text("sha256:" + digest));
    Files.writeString(file, GoJson.write(tree));
    assertThat(japply("", "show", file.toString(), "--report=text").out())
        .startsWith("ConfigMap default/c (STDIN:1): to configure\n  data.k: ")
        .contains("  -  k: old\n  +  k: new\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"plan", "show"})
  void oneOutputAtATime(String command) {
    plan(NEW);
    Ran ran =
        command.equals("plan")
            ? japply(NEW, "plan", "-f", "-", "-o", "json", "--report=json")
            : japply("", "show", file.toString(), "-o", "json", "--report=json");
    assertThat(ran.err()).contains("--report cannot be printed along with -o");
    assertThat(ran.status()).isEqualTo(1);
  }
}
