package dev.japply.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.japply.input.Project.CommandDefaults;
import dev.japply.input.Project.Contexts;
import dev.japply.input.Project.FlagDefault;
import dev.japply.input.Project.Ignored;
import dev.japply.input.Project.Moved;
import dev.japply.input.Project.MovedObject;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProjectReaderTest {
  private static final String HEAD = "apiVersion: japply.dev/v1\nkind: Project\n";

  private static Project read(String text) {
    return ProjectReader.read("p.yaml", text);
  }

  private static List<String> problems(String text) {
    var failure = catchThrowableOfType(JapplyException.class, () -> read(text));
    return failure.problems().stream().map(Object::toString).toList();
  }

  @Test
  void entriesKeepTheirPlaces() {
    Project project =
        read(
            HEAD
                + """
                metadata: {name: shop, labels: {a: b}, annotations: {c: d}}
                contexts:
                - prod
                - staging-*
                defaults:
                  apply:
                    order: input
                    concurrency: 2
                  pkg update:
                    require-clean: true
                ignore:
                - Deployment:spec.replicas
                - manager=hpa
                """);
    assertThat(project.file()).isEqualTo("p.yaml");
    assertThat(project.contexts())
        .isEqualTo(new Contexts(List.of("prod", "staging-*"), new Origin("p.yaml", 4, 1)));
    assertThat(project.defaults())
        .containsExactly(
            new CommandDefaults(
                "apply",
                new Origin("p.yaml", 8, 3),
                List.of(
                    new FlagDefault("order", Value.text("input"), new Origin("p.yaml", 9, 5)),
                    new FlagDefault("concurrency", Value.number(2), new Origin("p.yaml", 10, 5)))),
            new CommandDefaults(
                "pkg update",
                new Origin("p.yaml", 11, 3),
                List.of(
                    new FlagDefault("require-clean", Value.TRUE, new Origin("p.yaml", 12, 5)))));
    assertThat(project.ignored())
        .containsExactly(
            new Ignored("Deployment:spec.replicas", new Origin("p.yaml", 14, 3)),
            new Ignored("manager=hpa", new Origin("p.yaml", 15, 3)));
  }

  @Test
  void rulesMayComeInParts() {
    Project project =
        read(
            HEAD
                + """
                ignore:
                - kind: Deployment
                  group: apps
                  name: web
                  fields: [spec.replicas, /spec/paused]
                  managers: [hpa]
                - {name: "system:web", fields: ["data[a:b]"]}
                - {kind: Deployment, managers: [hpa]}
                - fields:
                  - spec.replicas
                """);
    assertThat(project.ignored())
        .extracting(ignored -> ignored.place() + " " + ignored.rule())
        .containsExactly(
            "p.yaml:7 Deployment.apps/web:spec.replicas",
            "p.yaml:7 Deployment.apps/web:/spec/paused",
            "p.yaml:8 Deployment.apps/web:manager=hpa",
            "p.yaml:9 */system:web:data[a:b]",
            "p.yaml:10 Deployment:manager=hpa",
            "p.yaml:12 spec.replicas");
  }

  @Test
  void movesNameTwoObjects() {
    Project project =
        read(
            HEAD
                + """
                moved:
                - from: {kind: ConfigMap, namespace: a, name: b, applyset: configmaps/s}
                  to:
                    kind: Widget
                    group: example.com
                    version: v1
                    name: c
                    applyset: t
                """);
    assertThat(project.moved())
        .containsExactly(
            new Moved(
                new MovedObject(
                    "ConfigMap", "", "", "a", "b", "configmaps/s", new Origin("p.yaml", 4, 3)),
                new MovedObject(
                    "Widget", "example.com", "v1", "", "c", "t", new Origin("p.yaml", 5, 3))));
  }

  @Test
  void aProjectNeedsToSayNothing() {
    assertThat(read(HEAD))
        .isEqualTo(
            new Project(
                "p.yaml", null, List.of(), List.of(), List.of(), List.of(), List.of(), List.of(),
                List.of(), List.of()));
    assertThat(read("{\"kind\":\"Project\",\"apiVersion\":\"japply.dev/v1\"}").contexts()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | p.yaml:1: the file is empty; begin with apiVersion: japply.dev/v1 and kind: Project",
        "'- a' | p.yaml:1: a project file must be a map; begin with apiVersion",
        "'kind: Project' | p.yaml:1: apiVersion is missing; add apiVersion: japply.dev/v1",
        "'apiVersion: japply.dev/v1' | p.yaml:1: kind is missing; add kind: Project",
        "'kind: Plan' | p.yaml:1: kind is \"Plan\", not Project; write kind: Project",
        "'kind: [x]' | p.yaml:1: kind must be a string; write kind: Project",
        "'kind: Project\napiVersion: japply.dev/v2' | p.yaml:2: apiVersion is \"japply.dev/v2\","
            + " not japply.dev/v1; write apiVersion: japply.dev/v1, or use a japply that supports",
        "'kind: Project\napiVersion: v1' | p.yaml:2: apiVersion is \"v1\", not japply.dev/v1;",
        "'a: [' | p.yaml:"
      })
  void whatIsNoProjectIsRefused(String text, String message) {
    assertThat(problems(text)).singleElement().asString().startsWith(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'context: [a]' | unknown field \"context\"; remove it, or write one of apiVersion,"
            + " contexts, defaults, ",
        "'contexts: a' | contexts must be a list of names; list the names",
        "'contexts: []' | contexts must be a list of names; list the names",
        "'contexts:' | contexts must be a list of names; list the names",
        "'contexts: [1]' | the name of a context must be a string; put quotes around it",
        "'contexts: [\"\"]' | the name of a context must be a string; put quotes around it",
        "'contexts: [[a]]' | the name of a context must be a string; put quotes around it",
        "'defaults: [a]' | defaults must be a map; name commands, and below each its flags",
        "'defaults:' | defaults must be a map; name commands, and below each its flags",
        "'defaults: {apply: [a]}' | defaults of apply must be a map; write each flag as name:"
            + " value",
        "'defaults: {apply: }' | defaults of apply must be a map; write each flag as name: value",
        "'ignore: a' | ignore must be a list of rules; begin each rule with -",
        "'ignore: [1]' | a rule must be a string; put quotes around it",
        "'ignore: [{kind: a}]' | a rule must name the ignored fields; list them below fields: or"
            + " managers:",
        "'ignore: [{kind: a, field: b, fields: [c]}]' | unknown field \"field\" in a rule; remove"
            + " it, or write one of fields, group, kind, managers, name",
        "'ignore: [{fields: a}]' | fields in a rule must be a list; begin each with -",
        "'ignore: [{managers: []}]' | managers in a rule must be a list; begin each with -",
        "'ignore: [{managers: [1]}]' | a manager must be a string; put quotes around it",
        "'ignore: [{kind: 1, fields: [a]}]' | the kind in a rule must be a string; put quotes",
        "'ignore: [{group: a, fields: [a]}]' | a rule with a group must have a kind; add kind:",
        "'ignore: [{kind: a/b, fields: [a]}]' | no object has that kind; write it as a manifest",
        "'ignore: [{kind: a:b, fields: [a]}]' | no object has that kind; write it as a manifest",
        "'ignore: [{name: a/b, fields: [a]}]' | no object has that name; write it as a manifest",
        "'moved: a' | moved must be a list of moves; begin each with - from:",
        "'moved: [a]' | a move must be a map; write from: and to: with an object each",
        "'moved: [{from: {kind: A, name: b}}]' | to of a move must be an object; write its kind",
        "'moved: [{from: a, to: {kind: A, name: b}}]' | from of a move must be an object; write"
            + " its",
        "'moved: [{from: {kind: A, name: b}, to: {kind: A}}]' | to of a move has no name; add"
            + " name:",
        "'moved: [{from: {name: b}, to: {kind: A, name: b}}]' | from of a move has no kind; add"
            + " kind",
        "'moved: [{from: {kind: A, name: \"b*\"}, to: {kind: A, name: b}}]' | no object has that"
            + " name; a move names one object, without patterns",
        "'moved: [{from: {kind: a/b, name: b}, to: {kind: A, name: b}}]' | no object has that"
            + " kind;",
        "'moved: [{from: {kind: A, name: 1}, to: {kind: A, name: b}}]' | the name in a move must"
            + " be",
        "'moved: [{from: {kind: A, name: b, applyset: c}, to: {kind: A, name: b}}]' | a move must"
            + " name the ApplySet of both objects, or of none; add applyset:",
        "'moved: [{from: {kind: A, name: b, uid: c}, to: {kind: A, name: b}}]' | unknown field"
            + " \"uid\" in",
        "'metadata: a' | metadata must be a map; write name: and the name",
        "'metadata: {name: 1}' | metadata.name must be a string; put quotes around it",
        "'metadata: {namespace: a}' | unknown field \"namespace\" in metadata; remove it, or write"
            + " one of annotations, labels, name",
        "'kind: Project' | duplicate key \"kind\": line 3 replaces line 2; remove one of them"
      })
  void whatIsWrongIsToldWithItsLine(String line, String message) {
    assertThat(problems(HEAD + line)).singleElement().asString().startsWith("p.yaml:3: " + message);
  }

  @Test
  void thereIsOneDocument() {
    assertThat(problems(HEAD + "---\n" + HEAD))
        .containsExactly("p.yaml:4: a project file has one document; remove the others");
  }

  @Test
  void allThatIsWrongIsToldUpToALimit() {
    assertThat(problems(HEAD + "contexts: a\ndefaults: b\nc: d\n")).hasSize(3);
    var text = new StringBuilder(HEAD);
    for (int i = 0; i < 1000; i++) {
      text.append("key").append(i).append(": x\n");
    }
    assertThat(problems(text.toString())).hasSize(10);
  }

  @Test
  void whatIsLongIsQuotedInPart() {
    assertThat(problems(HEAD + "? " + "x".repeat(100_000) + "\n: 1\n"))
        .singleElement()
        .asString()
        .hasSizeLessThan(400)
        .contains("xxx…\"");
    assertThat(ProjectReader.quoted("short")).isEqualTo("short");
  }

  @Test
  void aliasesMakeNoMoreOfItThanIsWritten() {
    var bomb = new StringBuilder(HEAD + "x0: &x0 [a, a, a, a, a, a, a, a, a, a]\n");
    for (int i = 1; i < 12; i++) {
      bomb.append("x%d: &x%d [".formatted(i, i));
      bomb.append("*x%d,".formatted(i - 1).repeat(10)).append("]\n");
    }
    assertThat(problems(bomb.toString()))
        .singleElement()
        .asString()
        .contains("document contains excessive aliasing");
    assertThatThrownBy(() -> read(HEAD + "defaults: " + "[".repeat(100_000)))
        .isInstanceOf(JapplyException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{apiVersion: japply.dev/v1, kind: Project}",
        "{apiVersion: japply.dev/v2, kind: Project}"
      })
  void projectsAreKnownByTheirType(String text) {
    assertThat(Project.describes(map(text))).isTrue();
    assertThat(Project.describes(map(text.replace("Project", "Plan")))).isFalse();
    assertThat(Project.describes(map(text.replace("japply.dev", "argoproj.io")))).isFalse();
  }

  private static MapValue map(String flow) {
    return (MapValue) Json.parse(flow.replaceAll("([\\w./]+)", "\"$1\""));
  }
}
