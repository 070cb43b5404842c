package dev.japply.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.merge.MergeException;
import dev.japply.merge.MergeException.Reason;
import dev.japply.merge.MergeOutcome.Conflict;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.object.AnnotationLimit;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.plan.Planner.Annotation;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Json;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What keeps an object from being applied, and how it is told.
class PlanProblemsTest {
  private static final FieldPath FIELD = FieldPath.root().key("data").key("k");

  private static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }

  private static KubeObject object(String kind, String rest) {
    return new KubeObject(
        json("{'apiVersion':'v1','kind':'%s','metadata':{'name':'o'}%s}".formatted(kind, rest)),
        new Origin("f", 1, 1),
        path -> new Origin("f", 1 + path.toString().length(), 1));
  }

  private static String told(KubeObject desired, MapValue live, Node config, Node now, Node last) {
    return PlanProblems.conflicts(
            desired, live, List.of(new Conflict(FIELD, FIELD, last, config, now)))
        .getFirst()
        .toString();
  }

  private static String conflict(String kind, String value) {
    KubeObject desired = object(kind, ",'data':{'k':'a'}");
    return told(desired, desired.tree(), Value.text("a"), Value.text(value), Value.text("before"));
  }

  @Test
  void tellsAConflictAtItsLine() {
    assertThat(conflict("ConfigMap", "now"))
        .isEqualTo(
            "f:7: ConfigMap o: data.k: the manifest has \"a\", which conflicts with changes made"
                + " from original to current: live is \"now\", last applied was \"before\"; write"
                + " the live value into the manifest, or apply with --overwrite");
  }

  @Test
  void hidesTheValuesOfASecretInAConflict() {
    assertThat(conflict("Secret", "now"))
        .contains("has ***, which", "live is ***, last applied was ***")
        .doesNotContain("now", "before\"", "\"a\"");
  }

  @Test
  void cutsLongValuesAndKeepsThoseThatFit() {
    String fits = "x".repeat(58);
    assertThat(conflict("ConfigMap", fits)).contains("live is \"" + fits + "\",");
    assertThat(conflict("ConfigMap", fits + "y"))
        .containsPattern("live is \"x{20,}…x{20,}y\",")
        .doesNotContain(fits);
  }

  @Test
  void tellsWhoWroteTheLiveValueAndNothingOfWhatIsGone() {
    MapValue live =
        json(
            "{'metadata':{'managedFields':[{'manager':'m','operation':'Update','fieldsV1':"
                + "{'f:data':{'f:k':{}}}}]},'data':{'k':'now'}}");
    KubeObject desired = object("ConfigMap", ",'data':{'k':'a'}");
    assertThat(told(desired, live, Value.text("a"), Value.text("now"), Missing.MISSING))
        .contains("live is \"now\", written by m (Update), last applied was nothing");
    assertThat(told(desired, live, Missing.MISSING, Value.text("now"), Value.text("b")))
        .contains("the manifest has nothing", "written by m (Update)");
    assertThat(told(desired, live, Value.text("a"), Missing.MISSING, Value.text("b")))
        .contains("live is nothing, last applied was \"b\"");
  }

  @ParameterizedTest
  @CsvSource({"Secret, ***, ***", "ConfigMap, newvalue, oldvalue"})
  void hidesTheValuesOfASecretThatCannotBeMerged(String kind, String wanted, String live) {
    KubeObject desired = object(kind, ",'stringData':{'k':'newvalue'}");
    MapValue there = object(kind, ",'stringData':{'k':'oldvalue'}").tree();
    var e = new MergeException(Reason.WRONG_TYPE, FIELD, "newvalue does not fit oldvalue");
    assertThat(PlanProblems.unmergeable(desired, there, e))
        .hasToString("f:7: %s o: data.k: %s does not fit %s".formatted(kind, wanted, live));
  }

  @Test
  void tellsWhatToDoWithTooManyAnnotations() {
    KubeObject desired = object("ConfigMap", "");
    assertThat(
            PlanProblems.tooLarge(
                desired, new AnnotationLimit.Excess(300_000, LastApplied.KEY, 200_000)))
        .asString()
        .contains("may not be more than 262144 bytes, but they take 300000, of which kubectl.")
        .endsWith(
            "last-applied-configuration takes 200000; that annotation repeats the whole manifest:"
                + " make the object smaller, split it, or apply with --large=server-side, which"
                + " applies such objects by the server");
    String large = "x".repeat(1 << 20);
    for (String data :
        List.of(
            "'data':{'k':'" + large + "','l':'y'}", "'binaryData':{'k':'" + large + large + "'}")) {
      KubeObject more = object("ConfigMap", "," + data);
      assertThat(
              PlanProblems.tooLarge(
                  more, new AnnotationLimit.Excess(1_300_000, LastApplied.KEY, 1_200_000)))
          .asString()
          .endsWith("manifest: split the object: no server stores more than 1 MiB of data in it");
    }
    assertThat(PlanProblems.tooLarge(desired, new AnnotationLimit.Excess(300_000, "x", 200_000)))
        .asString()
        .endsWith("of which x takes 200000; make that annotation smaller");
  }

  private static Action plan(Rules rules, Annotation annotation, KubeObject o, MapValue live) {
    return new Planner(Ways.planning(rules), annotation).plan(o, live, null);
  }

  private static String large(int bytes) {
    return ",'data':{'k':'" + "x".repeat(bytes) + "'}";
  }

  /// The annotation counts with those that others have put on the object.
  @Test
  void countsAllAnnotationsOfTheObjectToBe() {
    MapValue live = object("ConfigMap", "").tree();
    MapValue others =
        live.with(
            "metadata",
            live.map("metadata")
                .with("annotations", MapValue.of("theirs", Value.text("y".repeat(200_000)))));
    KubeObject desired = object("ConfigMap", large(100_000));
    assertThat(plan(Rules.JAPPLY, Annotation.WRITTEN, desired, live))
        .isInstanceOf(Action.Patch.class);
    assertThat(plan(Rules.JAPPLY, Annotation.WRITTEN, desired, others))
        .isInstanceOfSatisfying(
            Action.Refused.class,
            refused ->
                assertThat(refused.problems())
                    .singleElement()
                    .extracting(Problem::what)
                    .asString()
                    .contains("of which theirs takes"));
    assertThat(plan(Rules.JAPPLY, Annotation.LEFT, desired, others))
        .isInstanceOf(Action.Patch.class);
  }

  @Test
  void countsTheAnnotationOfWhatIsCreated() {
    KubeObject desired = object("ConfigMap", large(262_144));
    var options = Ways.planning(Rules.JAPPLY);
    assertThat(new Planner(options).plan(desired, null, null)).isInstanceOf(Action.Refused.class);
  }

  /// As in what `kubectl diff` compares, and in dry runs.
  @Test
  void leavesTheAnnotationAsItIs() {
    KubeObject desired = object("ConfigMap", ",'data':{'k':'a'}");
    MapValue live = LastApplied.annotated(object("ConfigMap", ",'data':{'k':'b'}").tree());
    assertThat(plan(Rules.JAPPLY, Annotation.LEFT, desired, live))
        .isInstanceOfSatisfying(
            Action.Patch.class,
            patch -> {
              assertThat(patch.body()).isEqualTo(json("{'data':{'k':'a'}}"));
              assertThat(LastApplied.text(patch.result())).isEqualTo(LastApplied.text(live));
            });
    var planner = new Planner(Ways.planning(Rules.JAPPLY), Annotation.LEFT);
    assertThat(planner.plan(desired, null, null))
        .isInstanceOfSatisfying(
            Action.Create.class, create -> assertThat(LastApplied.text(create.body())).isEmpty());
    assertThat(plan(Rules.JAPPLY, Annotation.WRITTEN, desired, live))
        .isInstanceOfSatisfying(
            Action.Patch.class,
            patch -> assertThat(LastApplied.text(patch.result())).contains("\"k\":\"a\""));
  }
}
