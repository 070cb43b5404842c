package dev.japply.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.apply.Event;
import dev.japply.apply.Event.Outcome;
import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.report.ObjectReporter.Separators;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ReportersTest {
  private static final MapValue WEB =
      (MapValue)
          Json.parse(
              """
              {"apiVersion":"apps/v1","kind":"Deployment",
               "metadata":{"name":"web","managedFields":[{"manager":"m"}]}}
              """);
  private static final MapValue SECRET =
      (MapValue)
          Json.parse(
              """
              {"apiVersion":"v1","kind":"Secret","metadata":{"name":"s"},"data":{"p":"cGFzcw=="}}
              """);
  private static final Problem PROBLEM =
      Problem.error(new Origin("f.yaml", 7, 3), "Secret s", "it is wrong", "make it right");

  private static int wide() {
    return Integer.MAX_VALUE;
  }

  private static Event applied(MapValue object, Outcome outcome) {
    return new Event.Applied(desired(object), outcome, object);
  }

  private static KubeObject desired(MapValue object) {
    return KubeObject.of(object, Origin.NONE);
  }

  private static String print(Function<PrintWriter, Reporter> kind, Event... events) {
    var text = new StringWriter();
    Reporter reporter = kind.apply(new PrintWriter(text));
    List.of(events).forEach(reporter);
    reporter.accept(new Event.ApplyEnded());
    return text.toString();
  }

  private static Function<PrintWriter, Reporter> documents(OutputFormat notation) {
    return out -> new DocumentReporter(out, notation);
  }

  @Test
  void printsLines() {
    String lines =
        print(
            out -> new Reporter.Lines(new MessageWriter(out), " (dry run)"),
            applied(WEB, Outcome.CREATED),
            applied(SECRET, Outcome.UNCHANGED),
            new Event.Rejected(PROBLEM),
            applied(MapValue.of("kind", dev.japply.tree.Value.text("X")), Outcome.CONFIGURED));
    assertThat(lines)
        .isEqualTo(
            """
            deployment.apps/web created (dry run)
            secret/s unchanged (dry run)
            x/<unknown> configured (dry run)
            """);
  }

  @Test
  void printsNames() {
    assertThat(print(Reporter.Names::new, applied(WEB, Outcome.CREATED)))
        .isEqualTo("deployment.apps/web\n");
  }

  @Test
  void printsOneObjectWithoutManagedFields() {
    assertThat(print(documents(new OutputFormat.Yaml(false)), applied(WEB, Outcome.CREATED)))
        .isEqualTo("apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n");
    assertThat(print(documents(new OutputFormat.Json(false)), applied(WEB, Outcome.CREATED)))
        .isEqualTo(
            """
            {
                "apiVersion": "apps/v1",
                "kind": "Deployment",
                "metadata": {
                    "name": "web"
                }
            }
            """);
  }

  @Test
  void keepsManagedFieldsWhenTold() {
    OutputFormat full = new OutputFormat.Yaml(true);
    assertThat(print(documents(full), applied(WEB, Outcome.CREATED)))
        .contains("  managedFields:\n  - manager: m\n");
  }

  @Test
  void printsSeveralObjectsAsAList() {
    Event[] two = {applied(WEB, Outcome.CREATED), applied(SECRET, Outcome.CREATED)};
    assertThat(print(documents(new OutputFormat.Json(false)), two))
        .startsWith(
            """
            {
                "kind": "List",
                "apiVersion": "v1",
                "metadata": {},
                "items": [
                    {
                        "apiVersion": "apps/v1",
            """);
    assertThat(print(documents(new OutputFormat.Yaml(false)), two))
        .startsWith("apiVersion: v1\nitems:\n- apiVersion: apps/v1\n")
        .endsWith("kind: List\nmetadata: {}\n");
  }

  @Test
  void printsObjectsOneByOne() {
    Event[] two = {applied(SECRET, Outcome.CREATED), applied(SECRET, Outcome.CREATED)};
    String secret = "apiVersion: v1\ndata:\n  p: cGFzcw==\nkind: Secret\nmetadata:\n  name: s\n";
    assertThat(print(each(new OutputFormat.Yaml(false), Separators.BETWEEN), two))
        .isEqualTo(secret + "---\n" + secret);
    assertThat(print(each(new OutputFormat.Yaml(false), Separators.BEFORE_EACH), two))
        .isEqualTo("---\n" + secret + "---\n" + secret);
    assertThat(print(each(new OutputFormat.Yaml(false), Separators.NONE), two))
        .isEqualTo(secret + secret);
    assertThat(print(each(new OutputFormat.Json(false), Separators.BEFORE_EACH), two))
        .doesNotContain("---");
  }

  private static Function<PrintWriter, Reporter> each(
      OutputFormat notation, Separators separators) {
    return out -> new ObjectReporter(out, notation, separators);
  }

  @Test
  void printsWhatWasDoneAfterAFailureUnlessLikeKubectl() {
    List<Event> failures =
        List.of(
            new Event.Rejected(PROBLEM),
            new Event.Failed(desired(SECRET), List.of(PROBLEM)),
            new Event.Unknown(desired(SECRET), PROBLEM),
            new Event.Stopped(1, 0, 0, List.of()));
    for (Event failure : failures) {
      assertThat(
              print(
                  documents(new OutputFormat.Yaml(false)), applied(WEB, Outcome.CREATED), failure))
          .startsWith("apiVersion: apps/v1\n");
    }
    assertThat(print(documents(new OutputFormat.Yaml(false)))).isEmpty();
  }

  @Test
  void printsProblems() {
    Problem warning = Problem.warning(WarningId.SERVER, Origin.NONE, "", "take care", "");
    Event[] events = {
      new Event.Failed(desired(SECRET), List.of(PROBLEM)),
      new Event.Warned(warning),
      applied(WEB, Outcome.CREATED),
      new Event.Unknown(desired(SECRET), PROBLEM),
      new Event.Stopped(1, 2, 1, List.of(desired(SECRET).key()))
    };
    assertThat(
            print(
                out ->
                    new ProblemReporter(
                        new MessageWriter(out),
                        false,
                        ReportersTest::wide,
                        Requests.HIDDEN,
                        problem -> true),
                events))
        .isEqualTo(
            """
            error: f.yaml:7: Secret s: it is wrong; make it right
            Warning: take care
            error: f.yaml:7: Secret s: it is wrong; make it right
            interrupted: 1 applied, 2 failed, 1 unknown, 1 not tried (Secret s); apply again to \
            continue
            """);
    assertThat(
            print(
                out ->
                    new ProblemReporter(
                        new MessageWriter(out),
                        true,
                        ReportersTest::wide,
                        Requests.HIDDEN,
                        problem -> true),
                events))
        .startsWith("\u001b[31merror: \u001b[0mf.yaml:7: ")
        .contains("\u001b[33mWarning: \u001b[0mtake care");
  }

  @Test
  void wrapsProblemsAtWords() {
    assertThat(
            print(
                out ->
                    new ProblemReporter(
                        new MessageWriter(out), true, () -> 30, Requests.HIDDEN, problem -> true),
                new Event.Failed(desired(SECRET), List.of(PROBLEM))))
        .isEqualTo(
            """
            \u001b[31merror: \u001b[0mf.yaml:7: Secret s: it
              is wrong; make it right
            """);
  }

  @Test
  void showsRequestsOnlyWhenVerboseAndWithoutSecrets() {
    Event[] events = {
      new Event.Sending(desired(SECRET), "POST", SECRET),
      new Event.Retrying(desired(SECRET), "lost", 2)
    };
    assertThat(
            print(
                out ->
                    new ProblemReporter(
                        new MessageWriter(out),
                        false,
                        ReportersTest::wide,
                        Requests.HIDDEN,
                        problem -> true),
                events))
        .isEmpty();
    assertThat(
            print(
                out ->
                    new ProblemReporter(
                        new MessageWriter(out),
                        false,
                        ReportersTest::wide,
                        Requests.COMPACT,
                        problem -> true),
                events))
        .isEqualTo(
            """
            Secret s: POST \
            {"apiVersion":"v1","data":{"p":"***"},"kind":"Secret","metadata":{"name":"s"}}
            Secret s: lost, try again (2)
            """);
  }

  @Test
  void indentsBodiesWhenTold() {
    Event sending = new Event.Sending(desired(SECRET), "PATCH", SECRET);
    assertThat(
            print(
                out ->
                    new ProblemReporter(
                        new MessageWriter(out),
                        false,
                        ReportersTest::wide,
                        Requests.INDENTED,
                        problem -> true),
                sending))
        .startsWith("Secret s: PATCH {\n")
        .contains("\n    \"data\": {\n        \"p\": \"***\"\n    },\n")
        .doesNotContain("cGFzcw==");
  }
}
