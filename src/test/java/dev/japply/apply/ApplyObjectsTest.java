package dev.japply.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.apply.Apply.ApplySummary;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.FakeCluster;
import dev.japply.cluster.WriteOptions;
import dev.japply.io.Ungraced;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.plan.Ways;
import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ApplyObjectsTest {
  private static final MapValue C =
      json(
          "{'apiVersion':'v1','kind':'ConfigMap',"
              + "'metadata':{'name':'c','namespace':'default'},'data':{'k':'a'}}");
  private static final String CONFLICT = "the object has been modified";
  private final FakeCluster cluster = new FakeCluster();
  private final List<Event> events = new ArrayList<>();
  private final List<Duration> pauses = new ArrayList<>();
  private final Pausing stop = new Pausing();

  /// Notes pauses in place of waiting.
  private final class Pausing implements Ungraced {
    private boolean requested;
    private int untilStop = Integer.MAX_VALUE;

    @Override
    public boolean requested() {
      return requested || untilStop-- <= 0;
    }

    @Override
    public void pause(Duration duration) {
      pauses.add(duration);
    }
  }

  private static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }

  private static MapValue named(String name) {
    return C.with("metadata", C.map("metadata").with("name", Value.text(name)));
  }

  private static MapValue data(String json) {
    return C.with("data", json(json));
  }

  private static ExecutionOptions options(Rules rules, DryRun dryRun) {
    return Options.of(Ways.planning(rules), dryRun);
  }

  private ApplySummary.Tally run(ExecutionOptions options, MapValue... objects) {
    List<KubeObject> desired =
        List.of(objects).stream()
            .map(tree -> new KubeObject(tree, new Origin("f", 1, 1), ApplyObjectsTest::place))
            .toList();
    ResolvedObjects found = ResolvedObjects.find(cluster, /* enforced= */ false, desired);
    assertThat(found.problems()).isEmpty();
    return new Apply(cluster, Apply.Settings.of(options), stop, Options.into(events))
        .run(found.targets())
        .tally();
  }

  private ApplySummary.Tally run(MapValue... objects) {
    return run(options(Rules.JAPPLY, DryRun.NONE), objects);
  }

  /// Fields stand on line 10 and below, by the length of their path.
  private static Origin place(FieldPath path) {
    return new Origin("f", 10 + path.toString().length(), 1);
  }

  private List<String> verbs() {
    return cluster.requests.stream().map(line -> line.substring(0, line.indexOf(' '))).toList();
  }

  private List<String> told() {
    return events.stream()
        .map(event ->
            switch (event) {
              case Event.Applied applied -> applied.outcome().word();
              case Event.Sending sending -> sending.verb();
              case Event.Retrying retrying -> "retry " + retrying.attempt();
              case Event.Failed failed -> failed.problems().toString();
              case Event.Rejected rejected -> rejected.problem().toString();
              case Event.Warned warned -> "warning: " + warned.warning().what();
              case Event.Waiting waiting -> "waiting: " + waiting.warning().what();
              case Event.Ready ready -> throw new IllegalStateException(ready.toString());
              case Event.Unready it -> throw new IllegalStateException(it.toString());
              case Event.Unknown unknown -> unknown.problem().toString();
              case Event.Stopped(int all, int failed, int unknown, var rest, var work, var told) ->
                  "%d %d %d %d".formatted(all, failed, unknown, rest.size());
              case Event.Progress p -> throw new IllegalStateException(p.toString());
              case Event.ApplyEnded end -> throw new IllegalStateException(end.toString());
              case Event.Skipped s -> "skipped";
              case Event.Pruning p -> "pruning";
              case Event.PruningStopped p -> throw new IllegalStateException(p.toString());
            })
        .toList();
  }

  @Test
  void createsWithTheAnnotation() {
    assertThat(run(C)).isEqualTo(new ApplySummary.Tally(1, 0, 0));
    assertThat(told()).containsExactly("POST", "created");
    assertThat(cluster.options).containsExactly(new WriteOptions("me", "Strict", false));
    assertThat(LastApplied.read(cluster.object("configmaps default/c")))
        .isEqualTo(LastApplied.read(LastApplied.annotated(C)));
  }

  @Test
  void sendsNothingWhenNothingChanges() {
    run(C);
    cluster.requests.clear();
    run(C);
    assertThat(verbs()).containsExactly("GET");
    assertThat(told()).endsWith("unchanged");
  }

  @Test
  void changesByOnePatch() {
    run(C);
    cluster.requests.clear();
    run(data("{'l':'b'}"));
    assertThat(verbs()).containsExactly("GET", "PATCH");
    assertThat(cluster.requests.get(1)).contains("\"data\":{\"k\":null,\"l\":\"b\"}");
    assertThat(told()).endsWith("PATCH", "configured");
  }

  @Test
  void readsAndMergesAgainAfterAConflict() {
    run(C);
    cluster.requests.clear();
    cluster.before(
        "PATCH",
        () -> {
          cluster.put(cluster.object("configmaps default/c").with("x", C));
          throw new ClusterException(409, "Conflict", CONFLICT, MapValue.EMPTY);
        });
    run(data("{'k':'b'}"));
    assertThat(verbs()).containsExactly("GET", "PATCH", "GET", "PATCH");
    assertThat(told()).endsWith("PATCH", "retry 1", "PATCH", "configured");
    assertThat(pauses).isEmpty();
    assertThat(cluster.object("configmaps default/c").has("x")).isTrue();
  }

  @Test
  void givesUpAfterFiveRetries() {
    run(C);
    cluster.requests.clear();
    for (int i = 0; i < 6; i++) {
      cluster.fail("PATCH", 409, "Conflict", CONFLICT);
    }
    assertThat(run(data("{'k':'b'}"))).isEqualTo(new ApplySummary.Tally(0, 1, 0));
    assertThat(verbs()).filteredOn("PATCH"::equals).hasSize(6);
    assertThat(pauses).hasSize(4).allMatch(pause -> pause.toSeconds() == 1);
    assertThat(told())
        .endsWith(
            "[f:1: ConfigMap default/c: Error from server (Conflict): the object has been"
                + " modified]");
  }

  /// A controller that writes the status again and again does not keep a patch of other fields from
  /// coming through; but not for ever.
  @ParameterizedTest
  @CsvSource({"8, true", "40, false"})
  void conflictsThatAreAboutSomethingElseDoNotCount(int conflicts, boolean applied) {
    run(C);
    for (int i = 0; i < conflicts; i++) {
      Value status = Value.text("written " + i);
      cluster.before(
          "PATCH",
          () -> {
            cluster.put(cluster.object("configmaps default/c").with("s", status));
            throw new ClusterException(409, "Conflict", CONFLICT, MapValue.EMPTY);
          });
    }
    run(data("{'k':'b'}"));
    assertThat(events.getLast()).isInstanceOf(applied ? Event.Applied.class : Event.Failed.class);
    assertThat(pauses.stream().anyMatch(pause -> pause.toSeconds() == 1)).isEqualTo(!applied);
  }

  @Test
  void conflictsAboutThePatchCount() {
    run(C);
    cluster.requests.clear();
    for (int i = 0; i < 9; i++) {
      MapValue other = LastApplied.annotated(data("{'k':'x" + i + "'}"));
      cluster.before("PATCH", () -> cluster.put(other));
    }
    run(data("{'k':'b','l':'c'}"));
    assertThat(verbs()).filteredOn("PATCH"::equals).hasSize(6);
  }

  @ParameterizedTest
  @EnumSource(Rules.class)
  void createsWhatIsDeletedBeforeThePatch(Rules rules) {
    run(C);
    cluster.before("PATCH", () -> cluster.objects.remove("configmaps default/c"));
    run(options(rules, DryRun.NONE), data("{'k':'b'}"));
    assertThat(told()).endsWith("PATCH", "retry 1", "POST", "created");
  }

  @Test
  void doesNotRetryWithAResourceVersionOfTheManifest() {
    run(C);
    cluster.requests.clear();
    cluster.fail("PATCH", 409, "Conflict", CONFLICT);
    MapValue pinned =
        C.with(
            "metadata", C.map("metadata").with("resourceVersion", dev.japply.tree.Value.text("1")));
    run(pinned);
    assertThat(verbs()).containsExactly("GET", "PATCH");
    assertThat(told().getLast()).endsWith("remove metadata.resourceVersion from the manifest]");
  }

  @ParameterizedTest
  @EnumSource(Rules.class)
  void goesOnAsWithAnExistingObjectWhenSomebodyElseCreatesIt(Rules rules) {
    cluster.before("POST", () -> cluster.put(data("{'k':'theirs'}")));
    run(options(rules, DryRun.NONE), C);
    assertThat(verbs()).containsExactly("GET", "POST", "GET", "PATCH");
    assertThat(told()).endsWith("POST", "retry 1", "PATCH", "configured");
  }

  @Test
  void createsWhatSomebodyElseDeletesMeanwhile() {
    run(C);
    cluster.requests.clear();
    cluster.before(
        "PATCH",
        () -> {
          cluster.objects.remove("configmaps default/c");
          throw new ClusterException(409, "Conflict", CONFLICT, MapValue.EMPTY);
        });
    run(data("{'k':'b'}"));
    assertThat(verbs()).containsExactly("GET", "PATCH", "GET", "POST");
    assertThat(told()).endsWith("created");
  }

  @Test
  void goesOnAfterAFailure() {
    cluster.fail("GET", 403, "Forbidden", "no");
    var tally = run(C, named("d"));
    assertThat(tally).isEqualTo(new ApplySummary.Tally(1, 1, 0));
    assertThat(told())
        .containsExactly(
            "[f:1: ConfigMap default/c: Error from server (Forbidden): no]", "POST", "created");
  }

  @Test
  void tellsWhatWasNotTriedWhenStopped() {
    stop.untilStop = 2;
    assertThat(run(C, named("d"), named("e"))).isEqualTo(new ApplySummary.Tally(1, 0, 2));
    assertThat(told()).containsExactly("POST", "created", "1 0 0 2");
  }

  @Test
  void warnsOfAMissingAnnotation() {
    cluster.put(C);
    run(C);
    assertThat(told().getFirst())
        .startsWith(
            "warning: resource configmaps/c is missing the "
                + "kubectl.kubernetes.io/last-applied-configuration annotation which is "
                + "required by japply apply.");
    assertThat(told()).endsWith("PATCH", "configured");
    events.clear();
    run(C);
    assertThat(told()).containsExactly("unchanged");
  }

  @Test
  void warnsOfAnObjectThatIsBeingDeleted() {
    run(C);
    MapValue live = cluster.object("configmaps default/c");
    cluster.put(live.with("metadata", live.map("metadata").with("deletionTimestamp", json("{}"))));
    events.clear();
    run(C);
    assertThat(told()).as("nothing changes").containsExactly("unchanged");
    run(data("{'k':'b'}"));
    assertThat(told())
        .endsWith(
            "warning: Detected changes to resource c which is currently being deleted.",
            "configured");
  }

  @Test
  void refusesABrokenAnnotation() {
    MapValue annotations =
        json(
            "{'annotations':{'"
                + LastApplied.KEY
                + "':'{','x':'y'},'name':'c','namespace':'default'}");
    cluster.put(C.with("metadata", annotations));
    run(C);
    assertThat(verbs()).containsExactly("GET");
    assertThat(told().getLast()).contains("invalid JSON document in the live annotation");
  }

  @ParameterizedTest
  @EnumSource(Rules.class)
  void writesNothingOnAClientsDryRun(Rules rules) {
    run(options(rules, DryRun.CLIENT), C);
    assertThat(told()).containsExactly("created");
    run(C);
    cluster.requests.clear();
    events.clear();
    run(options(rules, DryRun.CLIENT), C);
    run(options(rules, DryRun.CLIENT), data("{'k':'b'}"));
    assertThat(told()).containsExactly("unchanged", "configured");
    assertThat(verbs()).containsExactly("GET", "GET");
    MapValue shown = ((Event.Applied) events.getLast()).object();
    assertThat(shown.map("data")).isEqualTo(json("{'k':'b'}"));
  }

  @Test
  void asksTheServerOnItsDryRun() {
    run(C);
    run(options(Rules.JAPPLY, DryRun.SERVER), data("{'k':'b'}"));
    assertThat(cluster.options.getLast()).isEqualTo(new WriteOptions("me", "Strict", true));
    assertThat(told()).endsWith("PATCH", "configured");
    assertThat(cluster.object("configmaps default/c").map("data")).isEqualTo(json("{'k':'a'}"));
  }

  @Test
  void tellsEachInvalidFieldAtItsLine() {
    MapValue details =
        json(
            "{'kind':'ConfigMap','name':'c','causes':["
                + "{'field':'data.k','message':'Too long'},{'field':'<nil>]','message':'Odd'}]}");
    cluster.before(
        "POST",
        () -> {
          throw new ClusterException(422, "Invalid", "all of it", details);
        });
    run(C);
    assertThat(told().getLast())
        .isEqualTo(
            "[f:1: ConfigMap default/c: The ConfigMap \"c\" is invalid: <nil>]: Odd, "
                + "f:16: ConfigMap default/c: The ConfigMap \"c\" is invalid: data.k: Too long]");
  }

  @Test
  void hidesSecretsInTheServersWords() {
    cluster.fail("POST", 400, "BadRequest", "cannot take hunter22");
    run(
        json(
            "{'apiVersion':'v1','kind':'Secret','metadata':{'name':'s','namespace':'default'},"
                + "'stringData':{'p':'hunter22'}}"));
    assertThat(told().getLast())
        .isEqualTo("[f:1: Secret default/s: Error from server (BadRequest): cannot take ***]");
  }
}
