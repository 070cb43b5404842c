package dev.japply.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.apply.Apply.ApplySummary;
import dev.japply.apply.ExecutionOptions.Schedule;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.FakeCluster;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.object.KubeObject;
import dev.japply.plan.Order;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Ways;
import dev.japply.plan.file.PlanFile.Target;
import dev.japply.plan.file.UndoFile.Made;
import dev.japply.plan.file.UndoLog;
import dev.japply.problem.Origin;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A server that goes away in the middle of a run of many objects.
class OutageTest {
  private static final int OBJECTS = 40;

  @TempDir private Path directory;
  private final FakeCluster cluster = new FakeCluster();
  private final List<Event> events = new ArrayList<>();
  private final Ending stop = new Ending();

  private static List<KubeObject> objects(int count) {
    return IntStream.range(0, count)
        .mapToObj(i ->
            KubeObject.of(
                (MapValue)
                    Json.parse(
                        """
                        {"apiVersion":"v1","kind":"ConfigMap",
                         "metadata":{"name":"c%d","namespace":"default"}}\
                        """
                            .formatted(i)),
                new Origin("f", i + 1, 1)))
        .toList();
  }

  /// Fails each request of that verb after the first ones.
  private void fail(String verb, int after, Kind kind) {
    for (int i = 0; i < after; i++) {
      cluster.before(verb, () -> {});
    }
    for (int i = 0; i < 20 * OBJECTS; i++) {
      cluster.before(
          verb,
          () -> {
            throw new ClusterException(kind, kind + " by server", "", null);
          });
    }
  }

  private ApplySummary.Tally run(Rules rules, int concurrency, int count) {
    var options = Options.of(Ways.planning(rules), new Schedule(Order.DEPENDENCIES, concurrency));
    var targets = ResolvedObjects.find(cluster, /* enforced= */ false, objects(count));
    return new Apply(cluster, Apply.Settings.of(options), stop, Options.into(events))
        .run(targets.targets())
        .tally();
  }

  private long count(Class<? extends Event> type) {
    return events.stream().filter(type::isInstance).count();
  }

  @ParameterizedTest
  @EnumSource(names = {"REFUSED", "CUT", "BROKEN", "TIMEOUT", "UNKNOWN_HOST"})
  void isToldOnceAndTheRestIsNotTried(Kind kind) {
    fail("LIST", 0, kind);
    fail("GET", 0, kind);
    ApplySummary.Tally tally = run(Rules.JAPPLY, 1, OBJECTS);
    assertThat(tally).isEqualTo(new ApplySummary.Tally(0, 1, OBJECTS - 1));
    assertThat(count(Event.Failed.class)).isEqualTo(1);
    assertThat(events.get(events.size() - 2))
        .hasToString(
            "Rejected[problem=the server is unavailable; nothing more is tried: "
                + kind
                + " by server]");
    assertThat(events.getLast())
        .isInstanceOfSatisfying(
            Event.Stopped.class, end -> assertThat(end.notTried()).hasSize(OBJECTS - 1));
  }

  @Test
  void credentialsThatExpireAreToldOnceAndTheRestIsNotTried() {
    fail("POST", 5, Kind.UNAUTHORIZED);
    fail("GET", OBJECTS, Kind.UNAUTHORIZED);
    assertThat(run(Rules.JAPPLY, 1, OBJECTS)).isEqualTo(new ApplySummary.Tally(5, 1, OBJECTS - 6));
    assertThat(events.get(events.size() - 2))
        .hasToString(
            "Rejected[problem=the server does not accept the credentials any more; nothing more is"
                + " tried: UNAUTHORIZED by server]");
  }

  @Test
  void credentialsThatWereNeverAcceptedAreToldSo() {
    for (String verb : List.of("LIST", "GET", "POST")) {
      fail(verb, 0, Kind.UNAUTHORIZED);
    }
    assertThat(run(Rules.JAPPLY, 1, OBJECTS)).isEqualTo(new ApplySummary.Tally(0, 0, OBJECTS));
    assertThat(count(Event.Failed.class)).isZero();
    assertThat(events.get(events.size() - 2))
        .hasToString(
            "Rejected[problem=the server does not accept the credentials: UNAUTHORIZED by server]");
    assertThat(events.getLast())
        .isInstanceOfSatisfying(Event.Stopped.class, end -> assertThat(end.told()).isTrue());
  }

  /// As on a full disk.
  @ParameterizedTest
  @ValueSource(ints = {1, 8})
  void anUndoFileThatCannotBeWrittenIsToldOnceAndTheRestIsNotTried(int concurrency) {
    Path file = directory.resolve("undo.jsonl");
    UndoLog log =
        UndoLog.create(
            file, new Made("apply", Instant.EPOCH, "japply", new Target("https://x", "12")));
    cluster.before("POST default/c3", log::close);
    var options =
        Options.of(Ways.planning(Rules.JAPPLY), new Schedule(Order.DEPENDENCIES, concurrency));
    var recording = new RecordingCluster(cluster, log, List.of(), null);
    List<KubeObject> objects = objects(OBJECTS);
    ApplySummary.Tally tally =
        new Apply(recording, Apply.Settings.of(options), stop, Options.into(events))
            .run(objects, true)
            .tally();
    long written = cluster.requests.stream().filter(each -> each.startsWith("POST")).count();
    assertThat(tally).isEqualTo(new ApplySummary.Tally((int) written, 0, OBJECTS - (int) written));
    assertThat(events)
        .filteredOn(Event.Rejected.class::isInstance)
        .singleElement()
        .asString()
        .startsWith("Rejected[problem=" + file + ": cannot be written: ")
        .doesNotContain("an earlier write")
        .endsWith(": the next change was not sent; nothing more is tried]");
  }

  @Test
  void whatMayHaveBeenCarriedOutIsUnknownAll() {
    fail("POST", 5, Kind.BROKEN);
    fail("GET", 0, Kind.BROKEN);
    ApplySummary.Tally tally = run(Rules.JAPPLY, 1, OBJECTS);
    assertThat(tally).isEqualTo(new ApplySummary.Tally(5, 2, OBJECTS - 7));
    assertThat(count(Event.Unknown.class)).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 8})
  void noneOfThoseUnderWayTellsItAgain(int concurrency) {
    fail("GET", 0, Kind.REFUSED);
    fail("LIST", 0, Kind.REFUSED);
    run(Rules.JAPPLY, concurrency, OBJECTS);
    assertThat(count(Event.Failed.class)).isEqualTo(1);
    assertThat(count(Event.Rejected.class)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"403, Forbidden", "422, Invalid", "500, InternalError", "503, ServiceUnavailable"})
  void errorsThatTheServerAnswersWithAreTheObjectsOwn(int status, String reason) {
    for (int i = 0; i < 200; i++) {
      cluster.fail("POST", status, reason, "failed calling webhook");
    }
    ApplySummary.Tally tally = run(Rules.JAPPLY, 1, 10);
    assertThat(tally.failed()).isEqualTo(10);
    assertThat(count(Event.Rejected.class)).isZero();
  }

  @Test
  void aServerThatAnswersInBetweenIsThere() {
    for (int i = 0; i < 5; i++) {
      cluster.before("GET", () -> {});
      cluster.before(
          "GET",
          () -> {
            throw new ClusterException(Kind.BROKEN, "EOF", "", null);
          });
    }
    assertThat(run(Rules.JAPPLY, 1, 7)).isEqualTo(new ApplySummary.Tally(4, 3, 0));
  }

  @Test
  void endsADiffToo() {
    fail("GET", 0, Kind.REFUSED);
    fail("LIST", 0, Kind.REFUSED);
    var options =
        new ExecutionOptions(
            Ways.planning(Rules.JAPPLY),
            DryRun.SERVER,
            "me",
            "",
            new Schedule(Order.INPUT, 4),
            ApplyMethod.ClientSide.PATCHING);
    var planned = new ArrayList<PlannedObject>();
    new Preview(cluster, Preview.Settings.of(options, false), stop, Options.into(events))
        .run(objects(OBJECTS), planned::add);
    assertThat(planned).hasSizeLessThan(2);
    assertThat(events).singleElement().asString().contains("the server is unavailable");
  }
}
