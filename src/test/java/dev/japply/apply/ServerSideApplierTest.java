package dev.japply.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.apply.Event.Outcome;
import dev.japply.apply.ExecutionOptions.Schedule;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.FakeCluster;
import dev.japply.cluster.FakePatches;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.object.ManagedFields;
import dev.japply.object.ManagedFields.Operation;
import dev.japply.plan.Order;
import dev.japply.plan.Ways;
import dev.japply.problem.Origin;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Server-side apply where the server, or the way to it, does not do what is wanted at once.
class ServerSideApplierTest {
  private static final String KEY = "configmaps default/c";

  private final FakeCluster cluster = new FakeCluster();
  private final List<Event> events = new ArrayList<>();
  private final Ending stop = new Ending();

  private static MapValue config(String data) {
    return (MapValue)
        Json.parse(
            """
            {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c","namespace":"default"},
             "data":%s}\
            """
                .formatted(data.replace('\'', '"')));
  }

  private static ClusterException lost() {
    return new ClusterException(Kind.BROKEN, "Unable to connect to the server: EOF", "", null);
  }

  private static void lose() {
    throw lost();
  }

  private List<String> apply(Rules rules, String manager, DryRun dryRun, MapValue tree) {
    return apply(rules, manager, dryRun, tree, /* compared= */ false);
  }

  private List<String> apply(
      Rules rules, String manager, DryRun dryRun, MapValue tree, boolean compared) {
    var object = KubeObject.of(tree, new Origin("f", 1, 1));
    var targets = ResolvedObjects.find(cluster, /* enforced= */ false, List.of(object));
    var merge = Ways.planning(rules);
    var method = new ApplyMethod.ServerSide(false, "", compared);
    var options =
        new ExecutionOptions(
            merge, dryRun, manager, "Strict", new Schedule(Order.INPUT, 1), method);
    new Apply(cluster, Apply.Settings.of(options), stop, Options.into(events))
        .run(targets.targets());
    return cluster.requests.stream().map(request -> request.replaceAll(" .*", "")).toList();
  }

  private List<String> apply(MapValue tree) {
    return apply(Rules.JAPPLY, "kubectl", DryRun.NONE, tree);
  }

  private String end() {
    return switch (events.getLast()) {
      case Event.Applied applied -> applied.outcome().word();
      case Event.Failed failed -> failed.problems().toString();
      case Event.Unknown unknown -> unknown.problem().toString();
      default -> throw new IllegalStateException(events.toString());
    };
  }

  private List<String> warnings() {
    return events.stream()
        .filter(Event.Warned.class::isInstance)
        .map(event -> ((Event.Warned) event).warning().toString())
        .toList();
  }

  @Test
  void readsOnceAndSendsTheManifest() {
    assertThat(apply(config("{'a':'1'}"))).containsExactly("GET", "PATCH");
    assertThat(end()).isEqualTo("serverside-applied");
    assertThat(cluster.requests).noneMatch(request -> request.contains(LastApplied.KEY));
    assertThat(cluster.options.getFirst().fieldManager()).isEqualTo("kubectl");
  }

  /// A controller writes between the read and the PATCH. Only its status is certainly its own.
  @ParameterizedTest
  @CsvSource({
    "status, '', SERVERSIDE_UNCHANGED",
    "data, '', SERVERSIDE_APPLIED",
    "status, x, SERVERSIDE_APPLIED"
  })
  void countsAStatusOfOthersAsNoChange(String written, String own, Outcome outcome) {
    MapValue tree =
        own.isEmpty() ? config("{'a':'1'}") : config("{'a':'1'}").with("status", Value.text(own));
    apply(Rules.KUBECTL, "me", DryRun.NONE, tree);
    cluster.before(
        "PATCH",
        () -> {
          MapValue live = cluster.object(KEY);
          cluster.put(live.with(written, live.map(written).with("b", Value.text("2"))));
        });
    apply(Rules.KUBECTL, "me", DryRun.NONE, tree, /* compared= */ true);
    assertThat(((Event.Applied) events.getLast()).outcome()).isEqualTo(outcome);
  }

  @Test
  void sendsAgainWhatMayNotHaveArrived() {
    cluster.before("PATCH", ServerSideApplierTest::lose);
    cluster.fail("PATCH", 503, "ServiceUnavailable", "down");
    assertThat(apply(config("{'a':'1'}"))).containsExactly("GET", "PATCH", "PATCH", "PATCH");
    assertThat(end()).isEqualTo("serverside-applied");
    assertThat(stop.pauses).hasSize(1);
  }

  @Test
  void isUnknownWhenNoAnswerComes() {
    for (int i = 0; i < 9; i++) {
      cluster.before("PATCH", ServerSideApplierTest::lose);
    }
    assertThat(apply(config("{}"))).hasSize(1 + 5);
    assertThat(end()).contains("unknown: ", "EOF", "is not known");
  }

  @Test
  void isUnknownWhenTheVersionThatItWasForIsGone() {
    MapValue pinned = config("{'a':'1'}");
    MapValue metadata = pinned.map("metadata").with("resourceVersion", Value.text("7"));
    cluster.before("PATCH", ServerSideApplierTest::lose);
    cluster.fail("PATCH", 409, "Conflict", "modified");
    apply(pinned.with("metadata", metadata));
    assertThat(end()).contains("unknown: ", "modified");
  }

  @Test
  void failsWithTheFirstAnswerThatSaysNo() {
    cluster.before("PATCH", ServerSideApplierTest::lose).fail("PATCH", 403, "Forbidden", "no");
    apply(config("{}"));
    assertThat(end()).isEqualTo("[f:1: ConfigMap default/c: Error from server (Forbidden): no]");
  }

  @Test
  void sendsAgainAfterAConflictOfVersionsOnly() {
    cluster.fail("PATCH", 409, "Conflict", "modified");
    assertThat(apply(config("{'a':'1'}"))).containsExactly("GET", "PATCH", "GET", "PATCH");
    cluster.requests.clear();
    assertThat(apply(Rules.JAPPLY, "other", DryRun.NONE, config("{'a':'2'}")))
        .containsExactly("GET", "PATCH");
    assertThat(end())
        .contains("conflict with \"kubectl\": .data.a (live \"1\", manifest \"2\", owned");
  }

  @Test
  void isUnknownWhenTheRunIsEndedMeanwhile() {
    cluster.before(
        "PATCH",
        () -> {
          stop.requested = true;
          throw lost();
        });
    apply(config("{}"));
    assertThat(events).contains(new Event.Stopped(0, 0, 1, List.of()));
    assertThat(events).hasAtLeastOneElementOfType(Event.Unknown.class);
  }

  @Test
  void whatABusyServerDidNotLookAtWasNotTried() {
    cluster.before(
        "PATCH",
        () -> {
          stop.requested = true;
          throw new ClusterException(429, "TooManyRequests", "busy", MapValue.EMPTY);
        });
    apply(config("{}"));
    assertThat(events.getLast().toString()).startsWith("Stopped").contains("notTried=[ObjectKey");
  }

  @Test
  void sendsNothingOnceTheRunIsToEnd() {
    stop.requested = true;
    assertThat(apply(config("{}"))).isEmpty();
  }

  /// What client-side apply leaves behind.
  private void appliedHere(String... fields) {
    MapValue object = LastApplied.annotated(config("{'a':'1','b':'1'}"));
    var owned = new java.util.TreeSet<>(Set.of(fields));
    owned.add("metadata/annotations/" + LastApplied.KEY.replace("/", "~1"));
    MapValue entry =
        FakePatches.entry("kubectl-client-side-apply", "v1", owned)
            .with("operation", Value.text("Update"));
    MapValue metadata = object.map("metadata").with("managedFields", ListValue.of(entry));
    cluster.put(object.with("metadata", metadata));
  }

  @Test
  void takesOverWhatWasAppliedOnTheClientsSide() {
    appliedHere("data/a", "data/b");
    assertThat(apply(config("{'a':'1'}")))
        .containsExactly("GET", "PATCH", "PATCH", "PATCH", "PATCH");
    MapValue live = cluster.object(KEY);
    assertThat(live.map("data")).isEqualTo(config("{'a':'1'}").map("data"));
    assertThat(live.map("metadata").map("annotations").has(LastApplied.KEY)).isTrue();
    ManagedFields fields = ManagedFields.of(live);
    assertThat(fields.annotators(Operation.APPLY)).containsExactly("kubectl-last-applied");
    assertThat(fields.annotators(Operation.UPDATE)).isEmpty();
    cluster.requests.clear();
    assertThat(apply(config("{'a':'1'}"))).containsExactly("GET", "PATCH");
    assertThat(warnings()).isEmpty();
  }

  @Test
  void dropsTheAnnotationUnderAnotherName() {
    appliedHere("data/a", "data/b");
    assertThat(apply(Rules.KUBECTL, "ci", DryRun.NONE, config("{'a':'1'}"))).hasSize(3);
    assertThat(LastApplied.text(cluster.object(KEY))).isEmpty();
    assertThat(cluster.object(KEY).map("data")).isEqualTo(config("{'a':'1'}").map("data"));
  }

  /// The manifest of a second user of the object has only its own fields.
  @Test
  void deletesNothingThatAnotherNameHasApplied() {
    appliedHere("data/a", "data/b");
    assertThat(apply(Rules.JAPPLY, "ci", DryRun.NONE, config("{'c':'1'}"))).containsExactly("GET");
    assertThat(end())
        .contains(
            "the migration from client-side apply would delete data.a, data.b, applied by"
                + " kubectl-client-side-apply");
  }

  /// Without the right to read, the response to the PATCH shows what the migration would delete.
  @Test
  void appliesWhatCannotBeReadAndMigratesNothingOfAnotherName() {
    appliedHere("data/a", "data/b");
    cluster.fail("GET", 403, "Forbidden", "no");
    assertThat(apply(Rules.JAPPLY, "ci", DryRun.NONE, config("{'c':'1'}")))
        .containsExactly("GET", "PATCH");
    assertThat(end()).contains("the migration from client-side apply would delete data.a, data.b");
    cluster.fail("GET", 403, "Forbidden", "no");
    assertThat(apply(config("{'a':'1'}"))).endsWith("PATCH", "PATCH", "PATCH", "PATCH");
    assertThat(cluster.object(KEY).map("data").has("b")).isFalse();
  }

  @Test
  void takesNothingOverOnADryRun() {
    appliedHere("data/a", "data/b");
    assertThat(apply(Rules.JAPPLY, "kubectl", DryRun.SERVER, config("{'a':'1'}")))
        .containsExactly("GET", "PATCH", "PATCH");
    assertThat(cluster.object(KEY).map("data")).isEqualTo(config("{'a':'1','b':'1'}").map("data"));
    assertThat(warnings()).isEmpty();
  }

  @Test
  void readsAgainWhenSomebodyElseWritesMeanwhile() {
    appliedHere("data/a", "data/b");
    cluster.before("PATCH", () -> {}).before("PATCH", () -> {});
    cluster.before(
        "PATCH",
        () -> {
          MapValue now = cluster.object(KEY);
          cluster.put(now.with("data", now.map("data").with("c", Value.text("1"))));
        });
    assertThat(apply(config("{'a':'1'}")))
        .containsExactly("GET", "PATCH", "PATCH", "PATCH", "GET", "PATCH", "PATCH");
    assertThat(cluster.object(KEY).map("data")).isEqualTo(config("{'a':'1','c':'1'}").map("data"));
  }

  /// The requests when the one of that number, from 2, fails, and those after it.
  private List<String> failing(int first, int times, int status, String reason) {
    appliedHere("data/a");
    List<String> requests = failing(Rules.JAPPLY, first, times, status, reason);
    assertThat(events.getLast()).isInstanceOf(Event.Applied.class);
    assertThat(((Event.Applied) events.getLast()).outcome()).isEqualTo(Outcome.SERVERSIDE_APPLIED);
    return requests;
  }

  private List<String> failing(Rules rules, int first, int times, int status, String reason) {
    for (int i = 1; i < first; i++) {
      cluster.before("PATCH", () -> {});
    }
    for (int i = 0; i < times; i++) {
      cluster.fail("PATCH", status, reason, "no");
    }
    return apply(rules, "kubectl", DryRun.NONE, config("{'a':'1'}"));
  }

  /// `b` has left the manifest, and stays until the next run.
  @ParameterizedTest
  @CsvSource({
    "2, 403, Forbidden, failed to migrate",
    "3, 403, Forbidden, server rejected managed fields migration",
    "3, 409, Conflict, server rejected managed fields migration",
    "4, 422, Invalid, failed to re-apply configuration"
  })
  void failsWhenFieldsStay(int first, int status, String reason, String step) {
    appliedHere("data/a", "data/b");
    failing(Rules.JAPPLY, first, 9, status, reason);
    assertThat(events.getLast()).isInstanceOf(Event.Failed.class);
    assertThat(end())
        .startsWith(
            "[f:1: ConfigMap default/c: applied, but fields removed from the manifest remain: ")
        .contains(step, "(" + reason + "): no; apply again");
    assertThat(warnings()).isEmpty();
  }

  @Test
  void warnsByKubectlsRulesThoughFieldsStay() {
    appliedHere("data/a", "data/b");
    failing(Rules.KUBECTL, 3, 1, 403, "Forbidden");
    assertThat(end()).isEqualTo("serverside-applied");
    assertThat(warnings()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "2, 503, ServiceUnavailable",
    "3, 503, ServiceUnavailable",
    "4, 503, ServiceUnavailable",
    "2, 500, InternalError",
    "3, 500, InternalError",
    "4, 500, InternalError"
  })
  void goesOverThoughAnswersAreLost(int first, int status, String reason) {
    appliedHere("data/a", "data/b");
    failing(Rules.JAPPLY, first, 1, status, reason);
    assertThat(end()).isEqualTo("serverside-applied");
    assertThat(warnings()).isEmpty();
    assertThat(cluster.object(KEY).map("data")).isEqualTo(config("{'a':'1'}").map("data"));
  }

  @Test
  void findsThatItWentOverThoughTheAnswerWasLost() {
    appliedHere("data/a", "data/b");
    cluster.before("PATCH", () -> {}).before("PATCH", () -> {});
    cluster.before(
        "PATCH",
        () -> {
          MapValue now = cluster.object(KEY);
          ManagedFields fields =
              ManagedFields.of(now)
                  .upgraded(Set.of("kubectl-client-side-apply"), "kubectl")
                  .orElseThrow();
          MapValue metadata = now.map("metadata").with("managedFields", fields.tree());
          cluster.put(now.with("metadata", metadata));
          throw lost();
        });
    assertThat(apply(config("{'a':'1'}")))
        .containsExactly("GET", "PATCH", "PATCH", "PATCH", "GET", "PATCH");
    assertThat(cluster.object(KEY).map("data")).isEqualTo(config("{'a':'1'}").map("data"));
  }

  @Test
  void makesWholeWhatIsDeletedBeforeItsAnnotationIsKept() {
    appliedHere("data/a", "data/b");
    MapValue object = cluster.object(KEY);
    MapValue metadata = object.map("metadata").with("uid", Value.text("1"));
    cluster.put(object.with("metadata", metadata));
    cluster.before("PATCH", () -> {}).before("PATCH", () -> cluster.objects.remove(KEY));
    assertThat(apply(config("{'a':'1'}"))).containsExactly("GET", "PATCH", "PATCH", "PATCH");
    assertThat(cluster.object(KEY).map("data")).isEqualTo(config("{'a':'1'}").map("data"));
  }

  @Test
  void goesOverThoughTheManifestNamesAVersion() {
    appliedHere("data/a", "data/b");
    String version = cluster.object(KEY).map("metadata").text("resourceVersion");
    MapValue manifest = config("{'a':'1'}");
    MapValue metadata = manifest.map("metadata").with("resourceVersion", Value.text(version));
    cluster.before("PATCH", () -> {}).before("PATCH", () -> {});
    cluster.fail("PATCH", 409, "Conflict", "modified");
    apply(manifest.with("metadata", metadata));
    assertThat(end()).isEqualTo("serverside-applied");
    assertThat(cluster.requests.getLast()).doesNotContain("resourceVersion");
    assertThat(cluster.object(KEY).map("data")).isEqualTo(manifest.map("data"));
  }

  @Test
  void isUnknownWhenAnswersToTheMigrationStayAway() {
    appliedHere("data/a", "data/b");
    failing(Rules.JAPPLY, 3, 9, 503, "ServiceUnavailable");
    assertThat(events.getLast()).isInstanceOf(Event.Unknown.class);
    assertThat(end()).contains("fields removed from the manifest remain", "unknown: ");
  }

  /// Somebody deletes it in the middle of the migration.
  @Test
  void createsWhatIsDeletedMeanwhile() {
    appliedHere("data/a", "data/b");
    cluster.before("PATCH", () -> {}).before("PATCH", () -> {});
    cluster.before("PATCH", () -> cluster.objects.remove(KEY));
    assertThat(apply(config("{'a':'1'}")))
        .containsExactly("GET", "PATCH", "PATCH", "PATCH", "GET", "PATCH");
    assertThat(end()).isEqualTo("serverside-applied");
    assertThat(cluster.object(KEY).map("data")).isEqualTo(config("{'a':'1'}").map("data"));
  }

  @Test
  void warnsWhenTheAnnotationCannotBeKept() {
    assertThat(failing(2, 1, 403, "Forbidden")).hasSize(1 + 2);
    assertThat(warnings())
        .containsExactly(
            "f:1: ConfigMap default/c: failed to migrate "
                + LastApplied.KEY
                + " for Server-Side Apply."
                + " This is non-fatal and will be retried next time you apply. Error: Error from"
                + " server (Forbidden): no");
  }

  @Test
  void warnsWhenTheManagersCannotBeChanged() {
    assertThat(failing(3, 1, 403, "Forbidden")).hasSize(1 + 3);
    assertThat(warnings())
        .singleElement()
        .asString()
        .contains("server rejected managed fields migration to Server-Side Apply. This is non-f");
  }

  @Test
  void givesUpWhenOthersWriteAgainAndAgain() {
    assertThat(failing(3, 9, 409, "Conflict")).hasSize(1 + 2 + 5 + 4);
    assertThat(warnings()).singleElement().asString().contains("(Conflict): no");
  }

  @Test
  void warnsWhenTheManifestCannotBeSentAgain() {
    assertThat(failing(4, 1, 403, "Forbidden")).hasSize(1 + 4);
    assertThat(warnings())
        .singleElement()
        .asString()
        .contains("failed to re-apply configuration after performing Server-Side Apply migration");
  }
}
