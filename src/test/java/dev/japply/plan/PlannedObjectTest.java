package dev.japply.plan;

import static dev.japply.tree.Missing.MISSING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.object.KubeObject;
import dev.japply.object.SecretCopies;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.Json;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is planned for one object, as it prints itself.
class PlannedObjectTest {
  private static final MapValue LIVE =
      json("{'kind':'ConfigMap','metadata':{'name':'c','resourceVersion':'17','uid':'u'}}");
  private static final MapValue DATA = json("{'data':{'k':'a'}}");

  private static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }

  private static PlannedObject planned(Action action, Node before, Node after) {
    return planned("ConfigMap", action, before, after);
  }

  private static PlannedObject planned(String kind, Action action, Node before, Node after) {
    MapValue tree =
        json("{'apiVersion':'v1','kind':'" + kind + "','metadata':{'name':'c'},'data':{'k':'a'}}");
    return new PlannedObject(KubeObject.of(tree, Origin.NONE), action, before, after);
  }

  @Test
  void printsWhatIsPlanned() {
    assertThat(planned(new Action.Create(DATA), MISSING, DATA))
        .hasToString("create ConfigMap c {\"data\":{\"k\":\"a\"}}");
    assertThat(planned(new Action.Unchanged(), LIVE, LIVE)).hasToString("leave ConfigMap c");
    assertThat(planned(new Action.Apply(DATA, false, ""), MISSING, MISSING))
        .hasToString("apply ConfigMap c {\"data\":{\"k\":\"a\"}}");
    assertThat(planned(new Action.Apply(DATA, true, "status"), LIVE, MISSING))
        .asString()
        .startsWith("apply by force ConfigMap c as status {");
    assertThat(planned(new Action.Delete("u"), LIVE, MISSING)).hasToString("delete ConfigMap c u");
    assertThat(planned(new Action.Recreate("u", DATA), LIVE, DATA))
        .hasToString("recreate ConfigMap c u {\"data\":{\"k\":\"a\"}}");
  }

  @Test
  void printsWhyNothingCanBeDone() {
    KubeObject desired = planned(new Action.Unchanged(), LIVE, LIVE).desired();
    var problem = Problem.error(Origin.NONE, "ConfigMap c", "too large", "");
    assertThat(PlannedObject.refused(desired, List.of(problem, problem)))
        .hasToString("refuse ConfigMap c too large; too large");
  }

  @Test
  void printsTheVersionThatAPatchIsFor() {
    assertThat(planned(new Action.Patch(true, DATA, DATA, true), LIVE, DATA))
        .hasToString("patch ConfigMap c at 17 {\"data\":{\"k\":\"a\"}}");
    assertThat(planned(new Action.Patch(true, DATA, DATA, false), LIVE, DATA))
        .hasToString("patch ConfigMap c {\"data\":{\"k\":\"a\"}}");
  }

  @Test
  void printsNoSecret() {
    assertThat(planned("Secret", new Action.Create(DATA), MISSING, DATA))
        .hasToString("create Secret c {\"data\":{\"k\":\"***\"}}");
  }

  @Test
  void knowsTheObjectAsItThenIsOrWas() {
    assertThat(planned(new Action.Create(DATA), MISSING, DATA).object()).isEqualTo(DATA);
    assertThat(planned(new Action.Delete("u"), LIVE, MISSING).object()).isEqualTo(LIVE);
    PlannedObject unknown = planned(new Action.Apply(DATA, false, ""), MISSING, MISSING);
    assertThat(unknown.object()).isEqualTo(unknown.desired().tree());
  }

  @Test
  void whatIsPrunedIsMeantByItsUid() {
    var plan = new PrunePlan(List.of(LIVE), List.of(), List.of());
    assertThat(plan.planned(SecretCopies.NONE))
        .singleElement()
        .satisfies(gone -> {
          assertThat(gone.action()).isEqualTo(new Action.Delete("u"));
          assertThat(gone.before()).isEqualTo(LIVE);
          assertThat(gone.after()).isEqualTo(MISSING);
        });
  }
}
