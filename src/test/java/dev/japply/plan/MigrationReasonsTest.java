package dev.japply.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.diff.Secrets;
import dev.japply.object.KubeObject;
import dev.japply.object.ManagedFields;
import dev.japply.plan.ObjectExplanation.Outcome;
import dev.japply.plan.ObjectExplanation.Show;
import dev.japply.problem.Origin;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The reasons of a server-side apply with the migration from client-side apply that follows it.
class MigrationReasonsTest {
  private static final String OLD =
      "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'c','namespace':'n'},"
          + "'data':{'a':'1','gone':'1','shared':'1','old':'1'}}";
  private static final String NEW =
      "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'c','namespace':'n'},"
          + "'data':{'a':'1'}}";
  private static final String CLIENT =
      "{'manager':'kubectl-client-side-apply','operation':'Update','apiVersion':'v1','fieldsV1':{"
          + "'f:metadata':{'f:annotations':{"
          + "'f:kubectl.kubernetes.io/last-applied-configuration':{}}},"
          + "'f:data':{'f:a':{},'f:gone':{},'f:shared':{},'f:usual':{}}}}";
  private static final String OTHER_VERSION =
      "{'manager':'kubectl-client-side-apply','operation':'Update','apiVersion':'v1beta1',"
          + "'fieldsV1':{'f:data':{'f:old':{},'f:preset':{}}}}";
  private static final String OPERATOR =
      "{'manager':'operator','operation':'Update','apiVersion':'v1','fieldsV1':{"
          + "'f:data':{'f:shared':{},'f:usual':{}}}}";
  private static final String SERVER =
      "{'manager':'MANAGER','operation':'Apply','apiVersion':'v1','fieldsV1':{'f:data':{'f:a':{}}}}";

  private static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }

  private static MapValue with(MapValue object, String... managers) {
    Value entries = Json.parse(("[" + String.join(",", managers) + "]").replace('\'', '"'));
    return object.with("metadata", object.map("metadata").with("managedFields", entries));
  }

  /// The live object: `usual` and `preset` are defaults, which were not applied.
  private static MapValue before() {
    MapValue tree = json(OLD);
    Value applied = Value.text(OLD.replace('\'', '"'));
    Value annotations = MapValue.of("kubectl.kubernetes.io/last-applied-configuration", applied);
    MapValue data = tree.map("data").with("usual", Value.text("1")).with("preset", Value.text("1"));
    MapValue live =
        tree.with("metadata", tree.map("metadata").with("annotations", annotations))
            .with("data", data);
    return with(live, CLIENT, OTHER_VERSION, OPERATOR);
  }

  private static ObjectExplanation explained(MapValue after, String manager) {
    return explained(before(), after, manager);
  }

  private static ObjectExplanation explained(MapValue before, MapValue after, String manager) {
    KubeObject desired = KubeObject.of(json(NEW), Origin.NONE);
    var planned =
        new PlannedObject(
            desired,
            new Action.Apply(desired.tree(), /* force= */ false, ""),
            before,
            after,
            ChangeReasons.NONE);
    return ObjectExplanation.of(planned, Show.PATCH, manager, false, Secrets.MASKED);
  }

  private static MapValue after(String manager, String... more) {
    MapValue live = before();
    MapValue rest = live.with("data", live.map("data").without("gone"));
    return more.length == 0
        ? with(rest, SERVER.replace("MANAGER", manager), OPERATOR)
        : with(rest, SERVER.replace("MANAGER", manager), OPERATOR, more[0]);
  }

  private static List<String> lines(ObjectExplanation explanation) {
    return explanation.fields().stream()
        .map(field -> field.path() + " " + field.cause().code() + ": " + field.cause().words())
        .toList();
  }

  @Test
  void nameWhatGoesAndWhatStays() {
    ObjectExplanation explanation = explained(after("kubectl"), "kubectl");
    assertThat(explanation.outcome()).isEqualTo(Outcome.CHANGED);
    assertThat(lines(explanation))
        .containsExactly(
            "data.old stuck: left the manifest, but stays: applied through another API version, it"
                + " has no owner after the migration; then, to remove it, run japply adopt"
                + " configmap/c data.old -n n, and apply again",
            "data.shared stuck: left the manifest, but stays: owned by operator, too",
            "data.gone migrated: left the manifest, so deleted by the migration from client-side"
                + " apply",
            "data.a adopted: as in the manifest, which owns it from now on in place of"
                + " kubectl-client-side-apply");
  }

  @Test
  void nameTheManagerThatAdoptsAFieldWithoutOwner() {
    assertThat(lines(explained(after("ci"), "ci")).getFirst())
        .contains("run japply adopt configmap/c data.old -n n --field-manager=ci, and apply again");
  }

  /// So it is if a rule leaves fields to client-side apply.
  @Test
  void nameNothingThatStaysWithoutAMigration() {
    assertThat(lines(explained(after("kubectl", CLIENT), "kubectl")))
        .contains(
            "data.a coOwned: as in the manifest, owned together with"
                + " kubectl-client-side-apply")
        .noneMatch(line -> line.contains("stuck"));
  }

  /// The server gives the fields of an object without managers to `before-first-apply`.
  @Test
  void nameTheManagerOfAnObjectThatHadNone() {
    String first =
        "{'manager':'before-first-apply','operation':'Update','apiVersion':'v1',"
            + "'fieldsV1':{'f:data':{'f:a':{}}}}";
    MapValue after = with(json(NEW), SERVER.replace("MANAGER", "kubectl"), first);
    assertThat(lines(explained(json(NEW), after, "kubectl")))
        .containsExactly(
            "data.a coOwned: as in the manifest, owned together with before-first-apply");
  }

  @Test
  void fieldsThatWereNotAppliedLastGoOnlyWithTheDefaults() {
    MapValue live = with(before(), CLIENT, OTHER_VERSION);
    var orphans =
        new OrphanedFields(live, KubeObject.of(json(NEW), Origin.NONE), ManagedFields.SERVER_SIDE);
    assertThat(orphans.removedFrom(live, false).map("data").has("usual")).isTrue();
    assertThat(orphans.removedFrom(live, true).map("data").has("usual")).isFalse();
  }
}
