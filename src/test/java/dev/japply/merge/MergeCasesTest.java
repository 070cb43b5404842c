package dev.japply.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.japply.merge.MergeCase.Expected;
import dev.japply.merge.MergeRequest.Options;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.schema.Schema;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value.MapValue;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/// Runs the case files: for every case the patch and the result by either rule set, and what must
/// hold of every merge.
final class MergeCasesTest {
  private static final String[] FILES = {
    "fields.yaml",
    "tables.yaml",
    "examples.yaml",
    "duplicates.yaml",
    "quiet.yaml",
    "secrets.yaml",
    "removals.yaml",
    "opaque.yaml",
    "custom.yaml",
    "shared.yaml",
    "directives.yaml",
    "errors.yaml",
  };

  @TestFactory
  Stream<DynamicNode> files() {
    return Stream.of(FILES)
        .map(file -> dynamicContainer(file, MergeCase.read(file).stream().map(this::section)));
  }

  private DynamicNode section(MergeCase.Section section) {
    return dynamicContainer(section.about(), section.cases().stream().map(this::oneCase));
  }

  private DynamicNode oneCase(MergeCase one) {
    var japply = Stream.of(dynamicTest("japply", () -> expect(one, Rules.JAPPLY, one.japply())));
    var kubectl =
        Stream.of(dynamicTest("kubectl", () -> expect(one, Rules.KUBECTL, one.kubectl())));
    Stream<DynamicNode> laws = one.japply().fails().isEmpty() ? laws(one) : Stream.of();
    return dynamicContainer(
        one.name(), Stream.of(japply, kubectl, laws).<DynamicNode>flatMap(nodes -> nodes));
  }

  private static Stream<DynamicNode> laws(MergeCase one) {
    return Stream.of(
        dynamicTest("the server makes the result of the patch", () -> applies(one)),
        dynamicTest("a second merge changes nothing", () -> settles(one)));
  }

  private static void expect(MergeCase one, Rules rules, Expected expected) {
    if (expected.fails().isEmpty()) {
      MergeOutcome outcome = ThreeWayMerge.merge(one.request(rules));
      assertThat(GoJson.write(outcome.patch())).as("patch").isEqualTo(expected.patch());
      assertThat(GoJson.write(outcome.result())).as("result").isEqualTo(expected.result());
    } else {
      var failure =
          catchThrowableOfType(MergeException.class, () -> ThreeWayMerge.merge(one.request(rules)));
      assertThat(failure).as("failure").isNotNull();
      assertThat(failure.reason() + " at " + failure.path()).isEqualTo(expected.fails());
    }
  }

  private static void applies(MergeCase one) {
    MergeOutcome outcome = ThreeWayMerge.merge(one.request(Rules.JAPPLY));
    MapValue live = one.sides().live();
    MapValue applied =
        one.documents()
            .schema()
            .filter(Schema::isStrategic)
            .map(schema -> StrategicPatch.apply(live, outcome.patch(), schema))
            .orElseGet(() -> JsonMergePatch.apply(live, outcome.patch()));
    assertThat(GoJson.write(applied)).isEqualTo(GoJson.write(outcome.result()));
  }

  private static void settles(MergeCase one) {
    MapValue result = ThreeWayMerge.merge(one.request(Rules.JAPPLY)).result();
    MapValue config = one.sides().config();
    var again =
        new MergeRequest(
            config, config, result, one.documents().schema().orElse(null), Options.DEFAULT);
    assertThat(GoJson.write(ThreeWayMerge.merge(again).patch())).isEqualTo("{}");
  }
}
