package dev.japply.kpt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.problem.JapplyException;
import dev.japply.tree.GoJson;
import dev.japply.yaml.YamlSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What `--compat=kpt` makes of single fields: what kpt made of them. [KptMergeTest] compares many
/// with kyaml itself.
class LikeKptTest {
  private static final MergeOptions LIKE_KPT =
      new MergeOptions(ConflictChoice.UPSTREAM, true, List.of(), List.of());

  private static String pod(String spec) {
    return "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec: " + spec + "\n";
  }

  private static String merged(String origin, String updated, String local) {
    String text = Trees.text(Trees.of(pod(origin), pod(updated), pod(local)).merge(LIKE_KPT));
    var pod = (dev.japply.tree.Value.MapValue) YamlSource.parse(text).orElseThrow().value();
    return GoJson.write((dev.japply.tree.Value) pod.get("spec"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          # nulls go
          {a: null, b: 1}      | {a: null, b: 1}      | {a: null, b: 1}      | {"b":1}
          {a: 1, b: 1}         | {a: 2, b: 1}         | {a: null, b: 1}      | {"b":1}
          # what was deleted here leaves a husk, or comes back
          {r: {a: {b: 1}}}     | {r: {a: {b: 1}}}     | {}                   | {"r":{"a":{}}}
          {env: [{name: x}]}   | {env: [{name: x}]}   | {}                   | {}
          {containers: [{name: x}]} | {containers: [{name: x}]} | {}         | {"containers":[]}
          # a map that upstream removes leaves a husk
          {a: {b: 1}}          | {}                   | {a: {b: 1}}          | {"a":{}}
          # local additions to a list without a schema are lost
          {l: [a]}             | {l: [a, b]}          | {l: [a, mine]}       | {"l":["a","b"]}
          # upstream's number takes the quotes of the local string
          {a: "1"}             | {a: 2}               | {a: "1"}             | {"a":"2"}
          # a word of YAML 1.1 changes its type
          {a: x}               | {a: "on"}            | {a: x}               | {"a":true}
          {a: on}              | {a: on}              | {a: on}              | {"a":"on"}
          # but not the one that upstream adds where it is already, however often the item is merged
          {a: x}               | {a: on}              | {a: x}               | {"a":true}
          {topologySpreadConstraints: [{topologyKey: a}]} \
          | {topologySpreadConstraints: [{topologyKey: a, whenUnsatisfiable: on}]} \
          | {topologySpreadConstraints: [{topologyKey: a, whenUnsatisfiable: on}]} \
          | {"topologySpreadConstraints":[{"topologyKey":"a","whenUnsatisfiable":true}]}
          """)
  void fieldsBecomeWhatKptMakesOfThem(String origin, String updated, String local, String result) {
    assertThat(merged(origin, updated, local)).isEqualTo(result);
  }

  @Test
  void aDeletedContainerComesBackInPart() {
    String container = "{containers: [{name: x, image: a, tty: true}]}";
    assertThat(merged(container, container.replace("image: a", "image: b"), "{containers: []}"))
        .isEqualTo("{\"containers\":[{\"image\":\"b\",\"name\":\"x\"}]}");
  }

  @Test
  void conflictsAreToldThatKptPassesOver() {
    Trees trees = Trees.of(pod("{a: 1, n: null}"), pod("{a: 2, n: null}"), pod("{a: 3, n: null}"));
    MergedPackage merged = trees.merge(LIKE_KPT);
    assertThat(Trees.conflicts(merged)).containsExactly("5 spec.a: 1 -> 2 | 3 => UPSTREAM");
    assertThat(Trees.text(merged)).isEqualTo(pod("{a: 2}"));
  }

  @Test
  void whatKptCannotMergeIsAnErrorWithItsPlace() {
    Trees trees = Trees.of(pod("{a: 1}"), pod("{a: {b: 1}}"), "# head\n" + pod("{a: 1}"));
    assertThatThrownBy(() -> trees.merge(LIKE_KPT))
        .isInstanceOf(JapplyException.class)
        .hasMessageContaining("a.yaml:6: Pod p: wrong node kind at spec.a")
        .hasMessageContaining("leave --compat=kpt out");
  }
}
