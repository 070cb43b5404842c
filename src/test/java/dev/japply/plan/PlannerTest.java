package dev.japply.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.merge.FieldReason;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.plan.PlanOptions.ReasonsWanted;
import dev.japply.problem.Origin;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PlannerTest {
  private static final String LARGE = "12345678901234567890";

  private static KubeObject widget(String number) {
    String text =
        "{\"apiVersion\":\"x/v1\",\"kind\":\"W\",\"metadata\":{\"name\":\"w\"},\"spec\":{\"n\":"
            + number
            + "}}";
    return KubeObject.of((MapValue) Json.parse(text), Origin.NONE);
  }

  private static Action plan(Rules rules, KubeObject desired, @Nullable MapValue live) {
    return new Planner(Ways.planning(rules)).plan(desired, live, null);
  }

  @Test
  void createsWhatIsNotThere() {
    assertThat(plan(Rules.JAPPLY, widget("1"), null)).isInstanceOf(Action.Create.class);
  }

  @Test
  void leavesAloneWhatIsAsItShouldBe() {
    MapValue live = LastApplied.annotated(widget("1").tree());
    assertThat(plan(Rules.JAPPLY, widget("1"), live)).isEqualTo(new Action.Unchanged());
  }

  @Test
  void patchesWhatDiffers() {
    MapValue live = LastApplied.annotated(widget("1").tree());
    assertThat(plan(Rules.JAPPLY, widget("2"), live))
        .isInstanceOfSatisfying(
            Action.Patch.class,
            patch -> {
              assertThat(patch.strategic()).isFalse();
              assertThat(GoJson.write(patch.body().map("spec"))).isEqualTo("{\"n\":2}");
            });
  }

  @Test
  void saysWhyOfThePatchAlone() {
    MapValue live = LastApplied.annotated(widget("1").tree());
    PlanOptions options = Ways.planning(Rules.JAPPLY);
    var all = new Planner(options.with(ReasonsWanted.ALL)).decide(widget("2"), live, null);
    var sent = new Planner(options.with(ReasonsWanted.SENT)).decide(widget("2"), live, null);
    assertThat(sent.action()).isEqualTo(all.action());
    assertThat(sent.reasons().fields())
        .isNotEmpty()
        .isEqualTo(
            all.reasons().fields().stream().filter(FieldReason.Sent.class::isInstance).toList());
    assertThat(options.with(ReasonsWanted.ALL).with(ReasonsWanted.SENT).explains()).isTrue();
  }

  @Test
  void saysWhyOnlyWhenAsked() {
    MapValue live = LastApplied.annotated(widget("1").tree());
    var options = Ways.planning(Rules.JAPPLY);
    var unasked = new Planner(options).decide(widget("2"), live, null);
    var asked = new Planner(options.with(ReasonsWanted.ALL)).decide(widget("2"), live, null);
    assertThat(unasked.reasons().fields()).isEmpty();
    assertThat(asked.action()).isEqualTo(unasked.action());
    assertThat(asked.reasons().fields())
        .filteredOn(reason -> reason.path().toString().equals("spec.n"))
        .singleElement()
        .isInstanceOfSatisfying(
            FieldReason.Sent.class,
            reason -> assertThat(reason.change()).isEqualTo(FieldReason.Change.CHANGED));
  }

  @Test
  void recreatesTheObjectThatTakesNoPatch() {
    MapValue live =
        LastApplied.annotated(widget("1").tree())
            .with("metadata", MapValue.of("uid", Value.text("u")));
    assertThat(new Planner(Ways.planning(Rules.JAPPLY)).recreate(widget("2"), live, null))
        .isInstanceOfSatisfying(
            Action.Recreate.class,
            recreate -> {
              assertThat(recreate.uid()).isEqualTo("u");
              assertThat(GoJson.write(recreate.body().map("spec"))).isEqualTo("{\"n\":2}");
              assertThat(LastApplied.text(recreate.body())).contains("\"n\":2");
            });
  }

  private static KubeObject widget(String number, String more) {
    MapValue tree = widget(number).tree();
    return KubeObject.of(
        tree.with("spec", tree.map("spec").with(more, Value.text("x"))), Origin.NONE);
  }

  private static boolean guarded(Rules rules, KubeObject before, KubeObject after) {
    MapValue live = LastApplied.annotated(before.tree());
    return ((Action.Patch) plan(rules, after, live)).guarded();
  }

  /// The annotation is written whole: what somebody else has entered meanwhile would be lost.
  @Test
  void guardsWhatChangesWhatIsOwned() {
    assertThat(guarded(Rules.JAPPLY, widget("1"), widget("1", "m"))).as("enters").isTrue();
    assertThat(guarded(Rules.JAPPLY, widget("1", "m"), widget("1"))).as("leaves").isTrue();
    assertThat(guarded(Rules.JAPPLY, widget("1"), widget("2"))).as("a value").isFalse();
    assertThat(guarded(Rules.KUBECTL, widget("1"), widget("1", "m"))).isTrue();
    MapValue foreign = widget("1", "m").tree();
    assertThat(plan(Rules.JAPPLY, widget("1"), foreign))
        .as("the first annotation")
        .isInstanceOfSatisfying(Action.Patch.class, patch -> assertThat(patch.guarded()).isTrue());
  }

  @Test
  void aVersionOfTheManifestStays() {
    MapValue live = versioned(widget("1").tree(), "7");
    var patch = new Action.Patch(false, versioned(MapValue.EMPTY, "5"), live, true);
    assertThat(patch.onlyOnto(live)).isEqualTo(patch.body());
    var other = new Action.Patch(false, MapValue.EMPTY, live, true);
    assertThat(other.onlyOnto(live)).isEqualTo(versioned(MapValue.EMPTY, "7"));
  }

  private static MapValue versioned(MapValue object, String version) {
    MapValue metadata = object.map("metadata");
    return object.with("metadata", metadata.with("resourceVersion", Value.text(version)));
  }

  @Test
  void refusesToGuessWhatWasAppliedLast() {
    MapValue live = LastApplied.annotated(widget("1").tree());
    MapValue metadata = live.map("metadata");
    MapValue broken =
        MapValue.of("kubectl.kubernetes.io/last-applied-configuration", Value.text("no JSON"));
    assertThat(
            plan(
                Rules.JAPPLY,
                widget("1"),
                live.with("metadata", metadata.with("annotations", broken))))
        .isInstanceOf(Action.Refused.class);
  }

  @Test
  void createsWithExactIntegersAndWithRoundedOnesByKubectlsRules() {
    assertThat(created(Rules.JAPPLY)).isEqualTo("{\"n\":12345678901234567890}");
    assertThat(created(Rules.KUBECTL)).isEqualTo("{\"n\":12345678901234567000}");
  }

  private static String created(Rules rules) {
    return plan(rules, widget(LARGE), null) instanceof Action.Create(MapValue body)
        ? GoJson.write(body.map("spec"))
        : "";
  }
}
