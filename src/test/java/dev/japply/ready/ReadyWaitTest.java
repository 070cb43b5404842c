package dev.japply.ready;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.apply.ResolvedObject;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.FakeCluster;
import dev.japply.cluster.Resource;
import dev.japply.io.CancellationSource;
import dev.japply.merge.Flow;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// How objects of a cluster in memory are followed.
@Timeout(120)
class ReadyWaitTest {
  private static final Resource WIDGETS =
      new Resource(Gvk.of("example.com/v1", "Widget"), "widgets", true);
  private static final Resource JOBS = new Resource(Gvk.of("batch/v1", "Job"), "jobs", true);
  private static final WaitLimits LONG = new WaitLimits(Duration.ofMinutes(5), false, 10);

  private final FakeCluster cluster = new FakeCluster();
  private final CancellationSource cancellation = new CancellationSource();
  private final List<String> told = Collections.synchronizedList(new ArrayList<>());

  private Duration pause = Duration.ofSeconds(1);

  /// The state that ends the wait.
  private String last = "";

  private static MapValue object(Resource type, String name, String conditions) {
    MapValue metadata =
        MapValue.of("name", Value.text(name)).with("namespace", Value.text("default"));
    return MapValue.of("apiVersion", Value.text(type.gvk().apiVersion()))
        .with("kind", Value.text(type.gvk().kind()))
        .with("metadata", metadata)
        .with("status", MapValue.of("conditions", Flow.parse("[" + conditions + "]")));
  }

  private void put(String name, String conditions) {
    cluster.put(object(WIDGETS, name, conditions));
  }

  private void ready(String name) {
    put(name, "{type: Ready, status: 'True'}");
  }

  private void unready(String name) {
    put(name, "{type: Ready, status: 'False'}");
  }

  private void stalled(String name) {
    put(name, "{type: Stalled, status: 'True'}");
  }

  private static ResolvedObject target(Resource type, String name) {
    return new ResolvedObject(KubeObject.of(object(type, name, ""), Origin.NONE), type);
  }

  /// How far they are in the end.
  private List<String> await(WaitLimits limits, Resource type, String... names) {
    var listener =
        new ReadyListener() {
          @Override
          public void changed(ReadyState state) {
            told.add(told(state));
            if (last.equals(told(state))) {
              cancellation.cancel();
            }
          }

          @Override
          public void hindered(Problem warning) {
            told.add(warning.toString());
          }
        };
    List<ResolvedObject> targets = List.of(names).stream().map(name -> target(type, name)).toList();
    return new ReadyWait(cluster, cancellation, limits, listener, pause)
        .await(targets).stream().map(ReadyWaitTest::told).toList();
  }

  private static String told(ReadyState state) {
    ClusterException failure = state.failure();
    return state.target().desired().name()
        + " "
        + (failure == null ? state.readiness().status().word() : failure.reason());
  }

  private int requests(String verb) {
    return (int) cluster.requests.stream().filter(request -> request.startsWith(verb)).count();
  }

  @Test
  void oneLookIsEnoughWhereAllIsReady() {
    ready("a");
    ready("b");
    assertThat(await(LONG, WIDGETS, "a", "b")).containsExactly("a Current", "b Current");
    assertThat(told).containsExactlyInAnyOrder("a Current", "b Current");
    assertThat(requests("LIST")).isEqualTo(1);
    assertThat(requests("GET")).isZero();
  }

  @Test
  void aWatchTellsWhatBecomesReady() {
    unready("a");
    unready("b");
    cluster.before("WATCH", () -> ready("a")).before("WATCH", () -> ready("b"));
    cluster.before(
        "WATCH",
        () -> {
          throw new AssertionError("a third watch");
        });
    var ending = new Thread(() -> endAfter("a Current"));
    ending.start();
    assertThat(await(LONG, WIDGETS, "a", "b")).containsExactly("a Current", "b Current");
    assertThat(told).containsExactly("a InProgress", "b InProgress", "a Current", "b Current");
    assertThat(requests("LIST")).isEqualTo(1);
  }

  /// Ends watches as a server does; the next one begins where this one ended.
  private void endAfter(String line) {
    while (!told.contains(line)) {
      Thread.onSpinWait();
    }
    cluster.endWatches();
  }

  /// All of them at the same time.
  @Test
  void whatWasReadyMayHaveToBeReadyAgain() {
    ready("a");
    unready("b");
    cluster.before(
        "WATCH",
        () -> {
          unready("a");
          ready("b");
          ready("a");
        });
    assertThat(await(LONG, WIDGETS, "a", "b")).containsExactly("a Current", "b Current");
    assertThat(told).containsSubsequence("a Current", "a InProgress", "b Current", "a Current");
  }

  @Test
  void whatComesLaterIsWaitedFor() {
    cluster.before("WATCH", () -> ready("a"));
    assertThat(await(LONG, WIDGETS, "a")).containsExactly("a Current");
  }

  @Test
  void aVersionThatIsForgottenIsReadAnew() {
    unready("a");
    cluster.before(
        "WATCH",
        () -> {
          ready("a");
          throw new ClusterException(410, "Expired", "too old", MapValue.EMPTY);
        });
    assertThat(await(LONG, WIDGETS, "a")).containsExactly("a Current");
    assertThat(requests("LIST")).isEqualTo(2);
    assertThat(told).doesNotContain("too old");
  }

  @Test
  void whoMayNotWatchAsksAgain() {
    pause = Duration.ofMillis(1);
    unready("a");
    cluster.before(
        "WATCH",
        () -> {
          ready("a");
          throw new ClusterException(403, "Forbidden", "no watch", MapValue.EMPTY);
        });
    assertThat(await(LONG, WIDGETS, "a")).containsExactly("a Current");
    assertThat(requests("WATCH")).isEqualTo(1);
  }

  @Test
  void whoMayNotListReadsEach() {
    ready("a");
    ready("b");
    cluster.fail("LIST", 403, "Forbidden", "no list");
    assertThat(await(LONG, WIDGETS, "a", "b")).containsExactly("a Current", "b Current");
    assertThat(requests("GET")).isGreaterThanOrEqualTo(2);
  }

  @Test
  void whatMayNotBeReadIsNotWaitedFor() {
    ready("b");
    cluster.fail("LIST", 403, "Forbidden", "no list").fail("GET default/a", 403, "Forbidden", "no");
    assertThat(await(new WaitLimits(Duration.ZERO, false, 10), WIDGETS, "a", "b"))
        .containsExactly("a Forbidden", "b Current");
  }

  @Test
  void aServerThatGoesAwayIsWaitedFor() {
    pause = Duration.ofMillis(1);
    unready("a");
    cluster.before("WATCH", ReadyWaitTest::goAway);
    cluster.before("LIST", () -> {}).before("LIST", ReadyWaitTest::goAway);
    cluster.before("LIST", () -> ready("a"));
    assertThat(await(LONG, WIDGETS, "a")).containsExactly("a Current");
    assertThat(told)
        .containsExactly("a InProgress", "connection refused; japply goes on waiting", "a Current");
  }

  private static void goAway() {
    throw new ClusterException(Kind.REFUSED, "connection refused", "", null);
  }

  @Test
  void theTimeMayBeOver() {
    unready("a");
    ready("b");
    assertThat(await(new WaitLimits(Duration.ofMillis(50), false, 10), WIDGETS, "a", "b", "c"))
        .containsExactly("a InProgress", "b Current", "c NotFound");
  }

  @Test
  void noTimeIsOneLook() {
    ready("a");
    unready("b");
    assertThat(await(new WaitLimits(Duration.ZERO, false, 10), WIDGETS, "a", "b"))
        .containsExactly("a Current", "b InProgress");
  }

  @Test
  void whatIsHopelessIsNotWaitedFor() {
    stalled("a");
    unready("b");
    cluster.before("WATCH", () -> ready("b"));
    assertThat(await(LONG, WIDGETS, "a", "b")).containsExactly("a Failed", "b Current");
  }

  @Test
  void failingFastEndsWithTheFirst() {
    stalled("a");
    unready("b");
    assertThat(await(new WaitLimits(Duration.ofMinutes(5), true, 10), WIDGETS, "a", "b"))
        .containsExactly("a Failed", "b InProgress");
  }

  @Test
  void waitingCanBeEnded() {
    unready("a");
    cluster.before("WATCH", cancellation::cancel);
    assertThat(await(LONG, WIDGETS, "a")).containsExactly("a InProgress");
  }

  /// A Job may be gone as soon as it has succeeded, by `ttlSecondsAfterFinished`.
  @Test
  void whatIsDoneMayGo() {
    cluster.serve("batch/v1", "Job", "jobs", true);
    cluster.put(object(JOBS, "a", "{type: Complete, status: 'True'}"));
    cluster.put(object(JOBS, "b", ""));
    cluster.before(
        "WATCH default/jobs",
        () -> {
          cluster.remove("jobs default/a");
          cluster.put(object(JOBS, "b", "{type: Complete, status: 'True'}"));
        });
    assertThat(await(LONG, JOBS, "a", "b")).containsExactly("a Current", "b Current");
  }

  @Test
  void whatIsNotDoneMayNotGo() {
    ready("a");
    unready("b");
    cluster.before(
        "WATCH",
        () -> {
          cluster.remove("widgets default/a");
          ready("b");
        });
    last = "b Current";
    assertThat(await(LONG, WIDGETS, "a", "b")).containsExactly("a NotFound", "b Current");
  }
}
