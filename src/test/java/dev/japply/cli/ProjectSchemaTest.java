package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.input.ProjectReader;
import dev.japply.tree.Value;
import dev.japply.yaml.DocumentStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `docs/project.schema.json` takes what [ProjectReader] takes.
class ProjectSchemaTest {
  private static final JsonSchema SCHEMA = JsonSchema.read(Path.of("docs/project.schema.json"));
  private static final Pattern EXAMPLE = Pattern.compile("(?ms)^```yaml\n(.*?)^```$");
  private static final String HEAD = "apiVersion: japply.dev/v1\nkind: Project\n";

  private static Value value(String text) {
    var values = new ArrayList<Value>();
    assertThat(DocumentStream.read("", text, entry -> values.add(entry.root().value()))).isEmpty();
    return values.getFirst();
  }

  @ParameterizedTest
  @ValueSource(strings = {"project", "fleet"})
  void theExamplesOfThePageAreProjects(String page) throws IOException {
    List<String> examples =
        EXAMPLE
            .matcher(Files.readString(Path.of("docs/%s.md".formatted(page))))
            .results()
            .map(found -> found.group(1))
            .toList();
    assertThat(examples).isNotEmpty();
    for (String example : examples) {
      assertThat(SCHEMA.problems(value(example))).isEmpty();
      assertThat(ProjectReader.read("japply.yaml", example).contexts()).isNotNull();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "metadata: {name: a, labels: {b: c}}",
        "contexts: [a, 'b-*']",
        "defaults: {}",
        "ignore: [spec.replicas, 'manager=x']",
        "ignore: [{kind: a, group: b.c, name: 'd:e', fields: [f], managers: [g]}, {fields: [h]}]",
        "defaults: {apply: {v: 1, filename: [a, 1], selector: 1.5, order: input, prune: false}}",
        "defaults: {pkg update: {strategy: fail}, diff: {filename: a}}",
        "recreate: [Job, 'StatefulSet/db:orphan']",
        "forbid: ['delete:Namespace', {rules: ['delete:*'], contexts: [prod-*]}]",
        "moved: [{from: {kind: A, name: b}, to: {kind: A, group: c, version: v1, namespace: d,"
            + " name: e}}]",
        "moved: [{from: {kind: A, name: b, applyset: s}, to: {kind: A, name: b, applyset: t/u}}]",
        "targets: [{name: a.1-b, context: c}]",
        "targets: [{name: a, context: c, clusterId: u, labels: {env: prod}, kustomize: o,"
            + " namespace: ns}]",
        "targets: [{name: a, context: c, filename: [a, b], substitute: {A_1: '6'}}]",
        "targets: [{name: a, context: c}]\nwaves: [{targets: all}]",
        "targets: [{name: a, context: c}, {name: b, context: c}]\n"
            + "waves: [{targets: a, parallel: 1, maxFailures: 0}, {targets: 'a,b'}]"
      })
  void whatIsReadIsTaken(String line) {
    assertThat(SCHEMA.problems(value(HEAD + line))).isEmpty();
    assertThat(ProjectReader.read("", HEAD + line).file()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kind: Plan",
        "apiVersion: japply.dev/v2",
        "context: [a]",
        "contexts: a",
        "contexts: []",
        "contexts: [1]",
        "contexts: ['']",
        "metadata: {namespace: a}",
        "defaults: [a]",
        "moved: [{from: {kind: A, name: b}}]",
        "moved: [{from: {kind: A, name: b}, to: {kind: A}}]",
        "moved: [{from: {kind: A, name: 'b*'}, to: {kind: A, name: b}}]",
        "moved: [{from: {kind: A, name: b, uid: c}, to: {kind: A, name: b}}]",
        "ignore: a",
        "ignore: [1]",
        "ignore: ['']",
        "ignore: [{kind: a}]",
        "ignore: [{fields: []}]",
        "ignore: [{fields: a}]",
        "ignore: [{field: a, fields: [a]}]",
        "ignore: [{kind: a/b, fields: [a]}]",
        "ignore: [{kind: '', fields: [a]}]",
        "ignore: [{name: a/b, fields: [a]}]",
        "defaults: {apply: [a]}",
        "defaults: {apply: {token: t}}",
        "defaults: {apply: {prune: 'true'}}",
        "defaults: {apply: {selector: [a]}}",
        "defaults: {apply: {filename: [[a]]}}",
        "defaults: {apply: {v: a}}",
        "targets: []",
        "targets: [a]",
        "targets: [{name: a}]",
        "targets: [{context: a}]",
        "targets: [{name: A, context: c}]",
        "targets: [{name: a, context: c, cluster: d}]",
        "targets: [{name: a, context: c, labels: {a: 1}}]",
        "targets: [{name: a, context: c, substitute: [a]}]",
        "targets: [{name: a, context: c, filename: []}]",
        "waves: [{parallel: 1}]",
        "waves: [{targets: all, parallel: 0}]",
        "waves: [{targets: all, maxFailures: -1}]",
        "waves: [{targets: all, pause: 1}]"
      })
  void whatIsRefusedIsNotTaken(String line) {
    assertThat(SCHEMA.problems(value(HEAD + line))).isNotEmpty();
  }
}
