package dev.japply.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.diff.Secrets;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.plan.ObjectExplanation.Show;
import dev.japply.plan.PlanOptions.ReasonsWanted;
import dev.japply.problem.Origin;
import dev.japply.tree.Json;
import dev.japply.tree.Missing;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObjectExplanationTest {
  /// To tell the place of a field the manifest is read again.
  @Test
  void looksForPlacesOnlyWhenAsked() {
    MapValue live = LastApplied.annotated(widget("1"));
    var asked = new ArrayList<String>();
    var desired =
        new KubeObject(
            widget("2"),
            Origin.of("w.yaml"),
            path -> {
              asked.add(path.toString());
              return new Origin("w.yaml", 7, 1);
            });
    var planner = new Planner(PlanOptions.DEFAULT.with(ReasonsWanted.ALL), Planner.Annotation.LEFT);
    var decided = planner.decide(desired, live, null);
    var planned =
        new PlannedObject(desired, decided.action(), live, Missing.MISSING, decided.reasons());
    List<FieldExplanation> fields =
        ObjectExplanation.of(planned, Show.PATCH, "me", false, Secrets.MASKED).fields();
    assertThat(fields).extracting(FieldExplanation::path).containsExactly("spec.n");
    assertThat(asked).isEmpty();
    assertThat(fields.getFirst().origin().line()).isEqualTo(7);
    assertThat(asked).containsExactly("spec.n");
  }

  private static MapValue widget(String number) {
    return (MapValue)
        Json.parse(
            "{\"apiVersion\":\"x/v1\",\"kind\":\"W\",\"metadata\":{\"name\":\"w\"},\"spec\":{\"n\":"
                + number
                + "}}");
  }
}
