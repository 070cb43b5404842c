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
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// Applies objects one after another, what others need before them, and goes on after a failure.
///
/// Events come in the order of the input all the same, so that the output depends neither on the
/// order of application nor on what takes how long: those of an object are held back until those of
/// the objects before it are out. An object is applied by an [Applier], which shares nothing with
/// others but the cluster, so that several of one [dev.japply.plan.Rank] may run at once.
public final class Executor {
  private final Cluster cluster;
  private final ApplyOptions options;
  private final Applier applier;
  private final Supposition supposition;
  private final Stop stop;

  /// An executor on `cluster`, which stays open.
  public Executor(Cluster cluster, ApplyOptions options, Stop stop) {
    this.cluster = cluster;
    this.options = options;
    this.applier =
        switch (options.method()) {
          case ApplyMethod.ClientSide here -> new ObjectApplier(cluster, options, stop);
          case ApplyMethod.ServerSide how -> new ServerSideApplier(cluster, options, how, stop);
        };
    this.supposition = new Supposition(new Planner(options.merge()), options.method());
    this.stop = stop;
  }

  /// A target and its place in the input.
  private record Step(int place, Target target) {}

  /// Applies `targets`, and tells `events` what happens.
  public Tally run(List<Target> targets, Consumer<Event> events) {
    var dependencies = new Dependencies(cluster, options, stop);
    var heldBack = new HeldBack(targets.size(), events);
    var ends = new TreeMap<Integer, Event>();
    for (Step step : steps(targets, options.order())) {
      Optional<Event> end = end(step, dependencies, heldBack);
      if (end.isEmpty()) {
        break;
      }
      ends.put(step.place(), end.get());
      dependencies.note(step.target(), end.get());
      heldBack.accept(step.place(), end.get());
      heldBack.end(step.place());
    }
    heldBack.release();
    return tally(targets, ends, events);
  }

  private Tally tally(
      List<Target> targets, NavigableMap<Integer, Event> ends, Consumer<Event> events) {
    int applied = count(ends, Event.Applied.class);
    int unknown = count(ends, Event.Unknown.class);
    int failed = ends.size() - applied - unknown;
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

  private static int count(NavigableMap<Integer, Event> ends, Class<? extends Event> type) {
    return (int) ends.values().stream().filter(type::isInstance).count();
  }

  private static List<Step> steps(List<Target> targets, Order order) {
    var steps = new ArrayList<Step>();
    for (Target target : targets) {
      steps.add(new Step(steps.size(), target));
    }
    return order.sort(steps, step -> step.target().desired().gvk());
  }

  /// How applying the object ended; empty when it was not tried, since the run is to end.
  private Optional<Event> end(Step step, Dependencies dependencies, HeldBack heldBack) {
    if (stop.requested()) {
      return Optional.empty();
    }
    Target target = step.target();
    Consumer<Event> events = event -> heldBack.accept(step.place(), event);
    return switch (check(target, dependencies)) {
      case Answer.Met() -> applier.apply(target, events);
      case Answer.Planned(String missing) ->
          Optional.of(supposition.apply(target.desired(), missing, events));
      case Answer.Unmet(List<Problem> problems) ->
          Optional.of(new Event.Failed(target.desired(), problems));
      case Answer.Stopped() -> Optional.empty();
    };
  }

  private Answer check(Target target, Dependencies dependencies) {
    try {
      return dependencies.check(target);
    } catch (ClusterException e) {
      if (stop.requested()) {
        return new Answer.Stopped();
      }
      return new Answer.Unmet(ServerProblems.of(target.desired(), e));
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
