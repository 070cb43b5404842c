package dev.japply.execute;

import dev.japply.event.Event;
import dev.japply.execute.Dependencies.Answer;
import dev.japply.live.Cluster;
import dev.japply.live.ClusterException;
import dev.japply.object.ObjectKey;
import dev.japply.plan.Order;
import dev.japply.plan.Planner;
import dev.japply.problem.Problem;
import dev.japply.refusal.ServerProblems;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// Applies objects: what others need before them, those of one [dev.japply.plan.Rank] at once, and
/// goes on after a failure.
///
/// Events come in the order of the input all the same, so that the output depends neither on the
/// order of application nor on what takes how long: those of an object are held back until those of
/// the objects before it are out. An object is applied by an [Applier], which shares nothing with
/// others but the cluster; one that stands in the input twice, by one after the other.
public final class Executor {
  private final Cluster cluster;
  private final ApplyOptions options;
  private final Stop stop;

  /// An executor on `cluster`, which stays open.
  public Executor(Cluster cluster, ApplyOptions options, Stop stop) {
    this.cluster = cluster;
    this.options = options;
    this.stop = stop;
  }

  /// A target and its place in the input.
  private record Step(int place, Target target) {}

  /// How an object ended.
  private enum End {
    APPLIED,
    FAILED,
    UNKNOWN;

    static End of(Event event) {
      return switch (event) {
        case Event.Applied applied -> APPLIED;
        case Event.Unknown unknown -> UNKNOWN;
        default -> FAILED;
      };
    }
  }

  /// Applies `targets`, and tells `events` what happens.
  public Tally run(List<Target> targets, Consumer<Event> events) {
    return run(targets, events, Detail.WHOLE);
  }

  /// The same, where of events that have to wait only so much is told.
  public Tally run(List<Target> targets, Consumer<Event> events, Detail detail) {
    try (var workers = new Workers(options.schedule().concurrency())) {
      var run = new Run(workers, new HeldBack(targets.size(), events, detail));
      run.all(stages(targets, options.schedule().order()));
      return tally(targets, run.ends, events);
    }
  }

  private static List<List<Step>> stages(List<Target> targets, Order order) {
    var steps = new ArrayList<Step>();
    for (Target target : targets) {
      steps.add(new Step(steps.size(), target));
    }
    return order.stages(steps, step -> step.target().desired().gvk());
  }

  private Tally tally(List<Target> targets, Map<Integer, End> ends, Consumer<Event> events) {
    int applied = count(ends, End.APPLIED);
    int unknown = count(ends, End.UNKNOWN);
    int failed = count(ends, End.FAILED);
    if (stop.requested()) {
      List<ObjectKey> notTried =
          IntStream.range(0, targets.size())
              .filter(place -> !ends.containsKey(place))
              .mapToObj(place -> targets.get(place).desired().key())
              .toList();
      events.accept(new Event.Stopped(applied, failed, unknown, notTried));
    }
    return new Tally(applied, failed + unknown, targets.size() - ends.size());
  }

  private static int count(Map<Integer, End> ends, End end) {
    return (int) ends.values().stream().filter(end::equals).count();
  }

  /// One run.
  private final class Run {
    private final Workers workers;
    private final HeldBack heldBack;
    private final LiveObjects objects = new LiveObjects(cluster, options.likeKubectl());
    private final Dependencies dependencies = new Dependencies(cluster, options, stop);
    private final Supposition supposition =
        new Supposition(new Planner(options.merge()), options.method());
    private final Map<Integer, End> ends = new ConcurrentHashMap<>();
    private final Applier applier;

    Run(Workers workers, HeldBack heldBack) {
      this.workers = workers;
      this.heldBack = heldBack;
      var means = new ObjectRun.Means(cluster, objects, options, stop);
      this.applier =
          switch (options.method()) {
            case ApplyMethod.ClientSide here -> new ObjectApplier(means);
            case ApplyMethod.ServerSide how -> new ServerSideApplier(means, how);
          };
    }

    /// While the objects of one stage are applied, those of the next are read already.
    void all(List<List<Step>> stages) {
      for (int stage = 0; stage < stages.size() && !stop.requested(); stage++) {
        if (stage == 0) {
          announce(stages.getFirst());
        }
        List<Future<?>> tasks = begin(stages.get(stage));
        if (stage + 1 < stages.size()) {
          announce(stages.get(stage + 1));
        }
        workers.await(tasks);
      }
      heldBack.release();
    }

    private void announce(List<Step> steps) {
      if (readsFirst()) {
        objects.announce(steps.stream().map(Step::target).toList(), workers);
      }
    }

    /// Server-side apply reads only to tell whether something changed.
    private boolean readsFirst() {
      return !(options.method() instanceof ApplyMethod.ServerSide how) || how.compared();
    }

    private List<Future<?>> begin(List<Step> steps) {
      var tasks = new ArrayList<Future<?>>();
      for (List<Step> task : byObject(steps)) {
        tasks.add(
            workers.begin(() -> {
              task.forEach(this::apply);
              return task;
            }));
      }
      return tasks;
    }

    private static Collection<List<Step>> byObject(List<Step> steps) {
      var objects = new LinkedHashMap<ObjectKey, List<Step>>();
      for (Step step : steps) {
        ObjectKey key = step.target().desired().key();
        objects.computeIfAbsent(key, none -> new ArrayList<>()).add(step);
      }
      return objects.values();
    }

    private void apply(Step step) {
      end(step)
          .ifPresent(end -> {
            dependencies.note(step.target(), end);
            ends.put(step.place(), End.of(end));
            heldBack.accept(step.place(), end);
            heldBack.end(step.place());
          });
    }

    /// How applying the object ended; empty when it was not tried, since the run is to end.
    private Optional<Event> end(Step step) {
      if (stop.requested()) {
        return Optional.empty();
      }
      Target target = step.target();
      Consumer<Event> events = event -> heldBack.accept(step.place(), event);
      return switch (check(target)) {
        case Answer.Met() -> applier.apply(target, events);
        case Answer.Planned(String missing) ->
            Optional.of(supposition.apply(target.desired(), missing, events));
        case Answer.Unmet(List<Problem> problems) ->
            Optional.of(new Event.Failed(target.desired(), problems));
        case Answer.Stopped() -> Optional.empty();
      };
    }

    private Answer check(Target target) {
      try {
        return dependencies.check(target);
      } catch (ClusterException e) {
        return stop.requested()
            ? new Answer.Stopped()
            : new Answer.Unmet(ServerProblems.of(target.desired(), e));
      }
    }
  }

  /// How many objects were applied, failed or may have failed, and were not tried since the run was
  /// ended.
  public record Tally(int applied, int failed, int notTried) {
    /// This tally and `more` failures.
    public Tally plusFailed(int more) {
      return new Tally(applied, failed + more, notTried);
    }
  }
}
