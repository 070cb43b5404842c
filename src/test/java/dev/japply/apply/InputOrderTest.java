package dev.japply.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.apply.Event.Detail;
import dev.japply.apply.Waves.InputOrder;
import dev.japply.object.KubeObject;
import dev.japply.object.ManagedFields;
import dev.japply.plan.PlannedObject;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Events come in the order of the input, whatever ends first.
class InputOrderTest {
  private final List<String> heard = new ArrayList<>();
  private final InputOrder events =
      new InputOrder(3, event -> heard.add(text(event)), Detail.WHOLE);

  private static String text(Event event) {
    return switch (event) {
      case Event.Warned(Problem warning) -> warning.what();
      case Event.Waiting(Problem warning) -> "waits: " + warning.what();
      default -> throw new IllegalArgumentException(event.toString());
    };
  }

  private static Problem problem(String what) {
    return Problem.warning(WarningId.SERVER, Origin.NONE, "", what, "");
  }

  private void tell(int place, String what) {
    events.accept(place, new Event.Warned(problem(what)));
  }

  @Test
  void laterObjectsWaitForEarlierOnes() {
    tell(1, "b");
    events.end(1);
    tell(0, "a");
    assertThat(heard).containsExactly("a");
    tell(2, "c");
    events.end(0);
    assertThat(heard).containsExactly("a", "b", "c");
  }

  @Test
  void whatTakesLongIsToldAtOnce() {
    tell(2, "c");
    events.accept(2, new Event.Waiting(problem("finalizers")));
    assertThat(heard).containsExactly("waits: finalizers");
  }

  @Test
  void whatWaitsIsToldAtTheEndOfTheRun() {
    tell(2, "c");
    tell(1, "b");
    events.release();
    assertThat(heard).containsExactly("b", "c");
  }

  /// Warnings about rules name the managers of all objects.
  @Test
  void keepsTheManagersOfObjectsThatWait() {
    MapValue live =
        (MapValue) Json.parse("{\"metadata\":{\"managedFields\":[{\"manager\":\"helm\"}]}}");
    var desired = KubeObject.of(live, Origin.NONE);
    var refused = PlannedObject.refused(desired, live, List.of());
    Event kept = Detail.NAMES.kept(new Event.Failed(desired, List.of(), refused)).orElseThrow();
    assertThat(kept)
        .isInstanceOfSatisfying(
            Event.Failed.class,
            failed -> {
              PlannedObject planned = Objects.requireNonNull(failed.planned());
              assertThat(ManagedFields.of((MapValue) planned.before()).managers())
                  .containsExactly("helm");
            });
  }
}
