package dev.japply.execute;

import dev.japply.event.Event;
import dev.japply.execute.Dependencies.Answer;
import dev.japply.execute.Staged.End;
import dev.japply.execute.Staged.Step;
import dev.japply.live.Cluster;
import dev.japply.live.ClusterException;
import dev.japply.object.ObjectKey;
import dev.japply.plan.Planner;
import dev.japply.problem.Problem;
import dev.japply.refusal.ServerProblems;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

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
  private final Stop ending;
  private final Watcher watcher;

  /// An executor on `cluster`, which stays open.
  public Executor(Cluster cluster, ApplyOptions options, Stop stop) {
    this(cluster, options, stop, Watcher.NONE);
  }

  /// The same, which says how far it is.
  public Executor(Cluster cluster, ApplyOptions options, Stop stop, Watcher watcher) {
    this.cluster = cluster;
    this.options = options;
    this.ending = stop;
    this.watcher = watcher;
  }

  /// Applies `targets`, and tells `events` what happens.
  public Tally run(List<Target> targets, Consumer<Event> events) {
    return run(targets, events, Detail.WHOLE);
  }

  /// The same, where of events that have to wait only so much is told.
  public Tally run(List<Target> targets, Consumer<Event> events, Detail detail) {
    try (var workers = new Workers(options.schedule().concurrency())) {
      var heldBack = new HeldBack(targets.size(), events, detail);
      var run = new Run(workers, heldBack, new Outage(ending));
      run.all(targets);
      return run.tally(targets, events);
    }
  }

  /// One run.
  private final class Run implements Staged.Work<Target> {
    private final Workers workers;
    private final Staged<Target> staged;
    private final Outage stop;
    private final LiveObjects objects;
    private final Dependencies dependencies;
    private final Supposition supposition =
        new Supposition(new Planner(options.merge()), options.method());
    private final Applier applier;

    Run(Workers workers, HeldBack heldBack, Outage stop) {
      this.workers = workers;
      this.stop = stop;
      this.objects = new LiveObjects(cluster, options.likeKubectl(), stop);
      this.dependencies = new Dependencies(cluster, options, stop);
      this.staged = new Staged<>(workers, heldBack, stop, watcher, this);
      var means = new ObjectRun.Means(cluster, objects, options, stop);
      this.applier =
          switch (options.method()) {
            case ApplyMethod.ClientSide here -> new ObjectApplier(means);
            case ApplyMethod.ServerSide how -> new ServerSideApplier(means, how);
          };
    }

    /// The objects of a stage are read when those before it are applied: what is said of them is
    /// then as new as that.
    void all(List<Target> targets) {
      watcher.expect(targets.size());
      List<List<Step<Target>>> stages =
          Staged.stages(targets, options.schedule().order(), target -> target.desired().gvk());
      for (List<Step<Target>> stage : stages) {
        if (!stop.requested()) {
          announce(stage);
          staged.await(staged.begin(stage));
        }
      }
      staged.end();
    }

    private void announce(List<Step<Target>> steps) {
      if (readsFirst()) {
        objects.announce(steps.stream().map(Step::item).toList(), workers);
      }
    }

    /// Server-side apply reads only to tell whether something changed.
    private boolean readsFirst() {
      return !(options.method() instanceof ApplyMethod.ServerSide how) || how.compared();
    }

    @Override
    public ObjectKey key(Target target) {
      return target.desired().key();
    }

    @Override
    public Optional<Event> end(Target target, Consumer<Event> events) {
      Optional<Event> end =
          switch (check(target)) {
            case Answer.Met() -> applier.apply(target, events);
            case Answer.Planned(String missing) ->
                Optional.of(supposition.apply(target.desired(), missing, events));
            case Answer.Unmet(List<Problem> problems) ->
                Optional.of(new Event.Failed(target.desired(), problems));
            case Answer.Stopped() -> Optional.empty();
          };
      end.ifPresent(event -> dependencies.note(target, event));
      return end;
    }

    private Answer check(Target target) {
      try {
        return dependencies.check(target);
      } catch (ClusterException e) {
        boolean away = Attempts.isSilence(e) && !options.likeKubectl() && stop.endedUnanswered(e);
        return away || stop.requested()
            ? new Answer.Stopped()
            : new Answer.Unmet(ServerProblems.of(target.desired(), e));
      }
    }

    Tally tally(List<Target> targets, Consumer<Event> events) {
      int applied = staged.count(End.APPLIED);
      int unknown = staged.count(End.UNKNOWN);
      int failed = staged.count(End.FAILED);
      List<ObjectKey> notTried = staged.notTried(targets);
      stop.problem().ifPresent(problem -> events.accept(new Event.Rejected(problem)));
      if (stop.requested()) {
        events.accept(new Event.Stopped(applied, failed, unknown, notTried));
      }
      return new Tally(applied, failed + unknown, notTried.size());
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
