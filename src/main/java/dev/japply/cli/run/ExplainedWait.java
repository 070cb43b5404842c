package dev.japply.cli.run;

import dev.japply.apply.Event;
import dev.japply.apply.NotReadyCause;
import dev.japply.apply.ResolvedObject;
import dev.japply.cli.flags.Console;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ServerProblems;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.object.SecretValues;
import dev.japply.problem.ExitCode;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.ready.CauseFinder;
import dev.japply.ready.Readiness;
import dev.japply.ready.ReadyListener;
import dev.japply.ready.ReadyState;
import dev.japply.ready.ReadyWait;
import dev.japply.ready.WaitLimits;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Waits until objects are ready, and explains why others are not.
///
/// @param events receives the objects that become ready, and those that do not
/// @param secrets the values of Secrets in this run, which are masked in the output
public record ExplainedWait(
    Console console,
    Cluster cluster,
    Cancellation cancellation,
    WaitLimits limits,
    Consumer<Event> events,
    SecretValues secrets) {
  /// The result of a wait.
  ///
  /// @param states the final state of each object, in input order
  /// @param refused the one problem of all objects, which is not reported yet: the server does not
  ///   accept the credentials; null if there is none
  public record End(ExitCode status, List<ReadyState> states, @Nullable Problem refused) {
    public End {
      states = List.copyOf(states);
    }

    public End(ExitCode status, List<ReadyState> states) {
      this(status, states, null);
    }

    int ready() {
      return (int) states.stream().filter(ReadyState::isReady).count();
    }
  }

  public End await(List<ResolvedObject> targets) {
    List<ReadyState> states;
    try (var progress = new ReadyProgress(console, targets)) {
      var reporter =
          new WaitReporter(
              progress, events, secrets, new HashSet<>(), causes(), new AtomicInteger());
      states =
          new ReadyWait(cluster, cancellation, limits, reporter)
              .await(targets).stream().map(state -> state.scrubbed(secrets)).toList();
    }
    if (cancellation.requested()) {
      var end = new End(ExitCode.INTERRUPTED, states);
      interrupted(end);
      return end;
    }
    if (!states.isEmpty() && states.stream().allMatch(ReadyState::isUnauthorized)) {
      ClusterException failure = Objects.requireNonNull(states.getFirst().failure());
      return new End(ExitCode.FAILED, states, ServerProblems.general(failure));
    }
    boolean hopeless = states.stream().anyMatch(ReadyState::isHopeless);
    boolean early = limits.failFast() && hopeless;
    List<ReadyState> unready =
        states.stream()
            .filter(state -> !state.isReady() && (!early || state.isHopeless()))
            .toList();
    var causes = causes();
    for (int i = 0; i < unready.size(); i++) {
      boolean explained = i < CauseFinder.MOST && !cancellation.requested();
      report(unready.get(i), explained ? causes.of(unready.get(i)) : NotReadyCause.NONE);
    }
    if (unready.size() > CauseFinder.MOST && !cancellation.requested()) {
      console.log((unready.size() - CauseFinder.MOST) + " more objects were not looked into");
    }
    return new End(status(states), states);
  }

  private CauseFinder causes() {
    return new CauseFinder(cluster, limits.logs(), secrets);
  }

  private static ExitCode status(List<ReadyState> states) {
    if (states.stream().allMatch(ReadyState::isReady)) {
      return ExitCode.OK;
    }
    boolean unread = states.stream().anyMatch(state -> state.failure() != null);
    return unread ? ExitCode.FAILED : ExitCode.NOT_READY;
  }

  /// Reports changes during the wait.
  private record WaitReporter(
      ReadyProgress progress,
      Consumer<Event> events,
      SecretValues secrets,
      Set<KubeObject> ready,
      CauseFinder causes,
      AtomicInteger explained)
      implements ReadyListener {
    @Override
    public void changed(ReadyState found) {
      ReadyState state = found.scrubbed(secrets);
      progress.changed(state);
      KubeObject object = state.target().desired();
      if (state.isReady()) {
        if (ready.add(object)) {
          events.accept(new Event.Ready(object, state.readiness().message()));
        }
      } else if (ready.remove(object)) {
        hindered(waiting(object, "it was ready, and is no longer: " + state.readiness().message()));
      }
    }

    @Override
    public void hindered(Problem warning) {
      events.accept(new Event.Waiting(warning));
    }

    /// Returns the Pod's failure with the last line of its log.
    @Override
    public Optional<Problem> failing(ReadyState found) {
      if (explained.incrementAndGet() > CauseFinder.MOST) {
        return Optional.empty();
      }
      ReadyState state = found.scrubbed(secrets);
      NotReadyCause cause = causes.of(state);
      if (cause.what().isEmpty()) {
        return Optional.empty();
      }
      String what = "it is not ready: " + state.readiness().message() + ": " + cause.what();
      return Optional.of(waiting(state.target().desired(), what + lastLine(cause.log())));
    }

    private static String lastLine(List<String> log) {
      return log.stream()
          .filter(line -> !line.isBlank())
          .reduce((before, last) -> last)
          .map(last -> "; its log ends with: " + last.strip())
          .orElse("");
    }

    private static Problem waiting(KubeObject object, String what) {
      return object.warning(WarningId.WAITING, what, "waiting");
    }
  }

  private void interrupted(End end) {
    List<String> others =
        end.states().stream()
            .filter(state -> !state.isReady())
            .map(state -> state.target().desired().key().subject())
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

  private void report(ReadyState state, NotReadyCause cause) {
    KubeObject object = state.target().desired();
    ClusterException failure = state.failure();
    if (failure != null) {
      ServerProblems.of(object, failure)
          .forEach(problem -> events.accept(new Event.Unready(object, problem, cause)));
    } else {
      String message = state.readiness().message();
      String why =
          cause.what().isEmpty() ? message : message.replaceFirst("\\.$", "") + ": " + cause.what();
      Problem problem = problem(object, state.readiness(), why);
      events.accept(new Event.Unready(object, problem, cause));
    }
  }

  private Problem problem(KubeObject object, Readiness readiness, String state) {
    String what =
        readiness.isFailed()
            ? "it can no longer become ready: " + state
            : limits.timeout().isZero()
                ? "it is not ready: " + state
                : "timed out waiting for the condition: it is not ready after %s: %s"
                    .formatted(shown(limits.timeout()), state);
    return object.error(what, "");
  }

  private static String shown(Duration time) {
    long seconds = time.toSeconds();
    return time.toMillis() % 1000 != 0
        ? time.toMillis() + "ms"
        : seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
  }
}
