package dev.japply.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.object.Gvk;
import dev.japply.object.LastApplied;
import dev.japply.object.ObjectKey;
import dev.japply.object.SecretCopies;
import dev.japply.plan.RecordedWrite.History;
import dev.japply.plan.RecordedWrite.Outcome;
import dev.japply.plan.RecordedWrite.Verb;
import dev.japply.tree.Json;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Undo of writes between whose read and write another client has written, too.
class UndoPlannerTest {
  private static MapValue web(String applied, String annotation, String managers, int replicas) {
    return (MapValue)
        Json.parse(
            """
            {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web", "uid": "u",
            "annotations": {"kubectl.kubernetes.io/last-applied-configuration": "%s"%s},
            "managedFields": [
            {"manager": "kubectl", "operation": "Apply", "apiVersion": "apps/v1",
            "fieldsV1": {"f:spec": {"f:replicas": {}}}}%s]},
            "spec": {"replicas": %d}}
            """
                .formatted(applied, annotation, managers, replicas));
  }

  @Test
  void theAnnotationComesBackBesideTheFirstOneOfAController() {
    MapValue before = web("old", "", "", 1);
    MapValue after =
        web(
            "new",
            ", \"deployment.kubernetes.io/revision\": \"1\"",
            """
            , {"manager": "controller", "operation": "Update", "apiVersion": "apps/v1",
            "subresource": "status", "fieldsV1": {"f:metadata": {"f:annotations": {".": {},
            "f:deployment.kubernetes.io/revision": {}}}}}
            """,
            2);
    assertThat(undone(before, after))
        .satisfies(restored -> {
          assertThat(LastApplied.text(restored)).isEqualTo("old");
          assertThat(restored.map("metadata").map("annotations").entries())
              .containsKey("deployment.kubernetes.io/revision");
          assertThat(restored.map("spec")).isEqualTo(before.map("spec"));
        });
  }

  /// The run and another client add labels to an object that had none.
  @Test
  void labelsOfOthersStayThatAppearTogetherWithThoseOfTheRun() {
    MapValue before = web("old", "", "", 1);
    String other =
        """
        , {"manager": "other", "operation": "Update", "apiVersion": "apps/v1",
        "fieldsV1": {"f:metadata": {"f:labels": {".": {}, "f:b": {}}}}}
        , {"manager": "kubectl", "operation": "Update", "apiVersion": "apps/v1",
        "fieldsV1": {"f:metadata": {"f:labels": {".": {}, "f:a": {}}}}}
        """;
    MapValue stored = web("old", "", other, 1);
    MapValue labels = (MapValue) Json.parse("{\"a\": \"ours\", \"b\": \"theirs\"}");
    MapValue after = labelled(stored, labels);
    assertThat(undone(before, after).map("metadata").map("labels")).isEqualTo(labels.without("a"));
  }

  /// The response to the first write was lost, and another client wrote before the run read again.
  @Test
  void labelsOfOthersStayThatCameAfterALostResponse() {
    String other =
        """
        , {"manager": "other", "operation": "Update", "apiVersion": "apps/v1",
        "fieldsV1": {"f:metadata": {"f:labels": {".": {}, "f:b": {}}}}}
        """;
    MapValue labels = (MapValue) Json.parse("{\"b\": \"theirs\"}");
    MapValue before = web("old", "", "", 1);
    MapValue first = labelled(web("new", "", other, 2), labels);
    MapValue second = labelled(web("newer", "", other, 3), labels);
    MapValue restored =
        undone(
            second,
            write(before, Outcome.MAYBE, Missing.MISSING),
            write(first, Outcome.DONE, second));
    assertThat(restored.map("metadata").map("labels")).isEqualTo(labels);
    assertThat(restored.map("spec")).isEqualTo(before.map("spec"));
    assertThat(LastApplied.text(restored)).isEqualTo("old");
  }

  /// The response to a DELETE was lost, and the object still has a finalizer.
  @Test
  void aLostDeletionOfAnObjectThatIsStillGoingCounts() {
    MapValue before = web("old", "", "", 1);
    MapValue metadata =
        before.map("metadata").with("deletionTimestamp", Value.text("2026-11-26T10:00:00Z"));
    RecordedWrite lost = write(Verb.DELETE, before, Outcome.MAYBE, Missing.MISSING);
    assertThat(plan(before.with("metadata", metadata), lost).action())
        .isInstanceOfSatisfying(
            Action.Refused.class,
            refused ->
                assertThat(refused.problems().toString())
                    .contains("is still being deleted, and cannot be created again yet"));
    assertThat(plan(null, lost).action()).isInstanceOf(Action.Create.class);
    assertThat(plan(before, lost).action()).isInstanceOf(Action.Unchanged.class);
  }

  private static MapValue labelled(MapValue object, MapValue labels) {
    return object.with("metadata", object.map("metadata").with("labels", labels));
  }

  /// Returns the object after the undo of one write.
  private static MapValue undone(MapValue before, MapValue after) {
    return undone(after, write(before, Outcome.DONE, after));
  }

  private static RecordedWrite write(MapValue before, Outcome outcome, Node after) {
    return write(Verb.PATCH, before, outcome, after);
  }

  private static RecordedWrite write(Verb verb, Node before, Outcome outcome, Node after) {
    return new RecordedWrite(
        verb,
        new ObjectKey("apps", "Deployment", "", "web"),
        Gvk.of("apps/v1", "Deployment"),
        "kubectl",
        "",
        before,
        outcome,
        after,
        "",
        SecretCopies.NONE,
        false);
  }

  private static MapValue undone(MapValue live, RecordedWrite... writes) {
    return (MapValue) plan(live, writes).after();
  }

  private static PlannedObject plan(@Nullable MapValue live, RecordedWrite... writes) {
    RecordedWrite first = writes[0];
    var history = new History(first.key(), first.gvk(), List.of(writes));
    return new UndoPlanner(UndoPlanner.Decision.REFUSE).plan(history, live, null).planned();
  }
}
