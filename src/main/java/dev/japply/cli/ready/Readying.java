package dev.japply.cli.ready;

import dev.japply.apierror.ServerProblems;
import dev.japply.cancel.Cancellation;
import dev.japply.cli.context.Console;
import dev.japply.event.Event;
import dev.japply.execute.ResolvedObject;
import dev.japply.live.Cluster;
import dev.japply.live.ClusterException;
import dev.japply.object.KubeObject;
import dev.japply.problem.ExitCode;
import dev.japply.problem.Problem;
import dev.japply.ready.Readiness;
import dev.japply.ready.follow.ReadyListener;
import dev.japply.ready.follow.ReadyState;
import dev.japply.ready.follow.ReadyWait;
import dev.japply.ready.follow.WaitLimits;
import dev.japply.report.ReadyText;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// Waits until objects are ready, and tells what keeps those that are not.
///
/// @param events hears which objects become ready, and which did not
public record Readying(
    Console console,
    Cluster cluster,
    Cancellation cancellation,
    WaitLimits how,
    Consumer<Event> events) {

  /// How waiting ended.
  ///
  /// @param states how far each object is, in the order of the input
  public record End(ExitCode status, List<ReadyState> states) {
    public End {
      states = List.copyOf(states);
    }

    /// How many objects are ready.
    public int ready() {
      return (int) states.stream().filter(ReadyState::isReady).count();
    }
  }

  /// Waits for `targets`.
  public End await(List<ResolvedObject> targets) {
    List<ReadyState> states;
    try (var progress = new ReadyProgress(console, targets)) {
      var told = new Told(progress, events, new HashSet<>());
      states = new ReadyWait(cluster, cancellation, how, told).await(targets);
    }
    if (cancellation.requested()) {
      var end = new End(ExitCode.INTERRUPTED, states);
      interrupted(end);
      return end;
    }
    boolean hopeless = states.stream().anyMatch(ReadyState::isHopeless);
    boolean early = how.failFast() && hopeless;
    states.stream()
        .filter(state -> !state.isReady() && (!early || state.isHopeless()))
        .forEach(this::tell);
    return new End(status(states), states);
  }

  private static ExitCode status(List<ReadyState> states) {
    if (states.stream().allMatch(ReadyState::isReady)) {
      return ExitCode.OK;
    }
    boolean unread = states.stream().anyMatch(state -> state.failure() != null);
    return unread ? ExitCode.FAILED : ExitCode.NOT_READY;
  }

  /// Tells of what happens while it is waited.
  private record Told(ReadyProgress progress, Consumer<Event> events, Set<KubeObject> ready)
      implements ReadyListener {
    @Override
    public void changed(ReadyState state) {
      progress.changed(state);
      KubeObject object = state.target().desired();
      if (state.isReady()) {
        if (ready.add(object)) {
          events.accept(new Event.Ready(object, state.readiness().message()));
        }
      } else if (ready.remove(object)) {
        String what = "it was ready, and is no longer: " + state.readiness().message();
        events.accept(
            new Event.Waiting(
                Problem.warning(object.origin(), object.key().subject(), what, "waiting")));
      }
    }

    @Override
    public void hindered(Problem warning) {
      events.accept(new Event.Waiting(warning));
    }
  }

  private void interrupted(End end) {
    List<String> others =
        end.states().stream()
            .filter(state -> !state.isReady())
            .map(state -> ReadyText.name(state.target().desired()))
            .toList();
    String names = String.join(", ", others.subList(0, Math.min(5, others.size())));
    String more = others.size() > 5 ? " and " + (others.size() - 5) + " more" : "";
    console
        .err()
        .printLine(
            "interrupted: %d of %d objects are ready%s"
                .formatted(
                    end.ready(),
                    end.states().size(),
                    others.isEmpty() ? "" : ", not " + names + more));
  }

  private void tell(ReadyState state) {
    KubeObject object = state.target().desired();
    ClusterException failure = state.failure();
    if (failure != null) {
      ServerProblems.of(object, failure)
          .forEach(problem -> events.accept(new Event.Unready(object, problem)));
    } else {
      events.accept(new Event.Unready(object, problem(object, state.readiness())));
    }
  }

  private Problem problem(KubeObject object, Readiness readiness) {
    String what =
        readiness.isFailed()
            ? "it can no longer become ready: " + readiness.message()
            : how.timeout().isZero()
                ? "it is not ready: " + readiness.message()
                : "timed out waiting for the condition: it is not ready after %s: %s"
                    .formatted(shown(how.timeout()), readiness.message());
    return Problem.error(object.origin(), object.key().subject(), what, "");
  }

  private static String shown(Duration time) {
    long seconds = time.toSeconds();
    return time.toMillis() % 1000 != 0
        ? time.toMillis() + "ms"
        : seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
  }
}
