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
import dev.japply.tree.Value.MapValue;
import java.util.List;
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
    MapValue after = stored.with("metadata", stored.map("metadata").with("labels", labels));
    assertThat(undone(before, after).map("metadata").map("labels")).isEqualTo(labels.without("a"));
  }

  /// Returns the object after the undo of one write.
  private static MapValue undone(MapValue before, MapValue after) {
    var key = new ObjectKey("apps", "Deployment", "", "web");
    var write =
        new RecordedWrite(
            Verb.PATCH,
            key,
            Gvk.of("apps/v1", "Deployment"),
            "kubectl",
            "",
            before,
            Outcome.DONE,
            after,
            "",
            SecretCopies.NONE,
            false);
    var history = new History(key, write.gvk(), List.of(write));
    var undone = new UndoPlanner(UndoPlanner.Decision.REFUSE).plan(history, after, null);
    return (MapValue) undone.planned().after();
  }
}
