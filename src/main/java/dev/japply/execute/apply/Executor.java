package dev.japply.execute.apply;

import dev.japply.apierror.ServerProblems;
import dev.japply.cancel.Cancellation;
import dev.japply.compat.Difference;
import dev.japply.event.Event;
import dev.japply.execute.ApplyMethod;
import dev.japply.execute.ApplyOptions;
import dev.japply.execute.Detail;
import dev.japply.execute.ResolvedObject;
import dev.japply.execute.Watcher;
import dev.japply.execute.planning.AssumedResult;
import dev.japply.execute.run.ApplyContext;
import dev.japply.execute.run.Attempts;
import dev.japply.execute.run.LiveObjects;
import dev.japply.execute.run.OrderedEvents;
import dev.japply.execute.run.Outage;
import dev.japply.execute.run.StagedExecution;
import dev.japply.execute.run.StagedExecution.End;
import dev.japply.execute.run.StagedExecution.Step;
import dev.japply.execute.run.Workers;
import dev.japply.execute.wait.Dependencies;
import dev.japply.execute.wait.Dependencies.Answer;
import dev.japply.live.Cluster;
import dev.japply.live.ClusterException;
import dev.japply.object.ObjectKey;
import dev.japply.plan.Planner;
import dev.japply.problem.Problem;
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
  private final Cancellation ending;
  private final Watcher watcher;

  /// An executor on `cluster`, which stays open.
  public Executor(Cluster cluster, ApplyOptions options, Cancellation cancellation) {
    this(cluster, options, cancellation, Watcher.NONE);
  }

  /// The same, which says how far it is.
  public Executor(
      Cluster cluster, ApplyOptions options, Cancellation cancellation, Watcher watcher) {
    this.cluster = cluster;
    this.options = options;
    this.ending = cancellation;
    this.watcher = watcher;
  }

  /// Applies `targets`, and tells `events` what happens.
  public Tally run(List<ResolvedObject> targets, Consumer<Event> events) {
    return run(targets, events, Detail.WHOLE);
  }

  /// The same, where of events that have to wait only so much is told.
  public Tally run(List<ResolvedObject> targets, Consumer<Event> events, Detail detail) {
    try (var workers = new Workers(options.schedule().concurrency())) {
      var ordered = new OrderedEvents(targets.size(), events, detail);
      var run = new Run(workers, ordered, new Outage(ending));
      run.apply(targets);
      return run.conclude(targets, events);
    }
  }

  /// One run.
  private final class Run implements StagedExecution.Work<ResolvedObject> {
    private final Workers workers;
    private final StagedExecution<ResolvedObject> staged;
    private final Outage cancellation;
    private final LiveObjects objects;
    private final Dependencies dependencies;
    private final AssumedResult assumed =
        new AssumedResult(new Planner(options.planning()), options.method());
    private final Applier applier;

    Run(Workers workers, OrderedEvents ordered, Outage cancellation) {
      this.workers = workers;
      this.cancellation = cancellation;
      this.objects =
          new LiveObjects(cluster, options.allows(Difference.TRUSTS_LISTS), cancellation);
      this.dependencies = new Dependencies(cluster, options, cancellation);
      this.staged = new StagedExecution<>(workers, ordered, cancellation, watcher, this);
      var context = new ApplyContext(cluster, objects, options, cancellation);
      this.applier =
          switch (options.method()) {
            case ApplyMethod.ClientSide here -> new ObjectApplier(context);
            case ApplyMethod.ServerSide how -> new ServerSideApplier(context, how);
          };
    }

    /// The objects of a stage are read when those before it are applied: what is said of them is
    /// then as new as that.
    void apply(List<ResolvedObject> targets) {
      watcher.expect(targets.size());
      List<List<Step<ResolvedObject>>> stages =
          StagedExecution.stages(
              targets, options.schedule().order(), target -> target.desired().gvk());
      for (List<Step<ResolvedObject>> stage : stages) {
        if (!cancellation.requested()) {
          announce(stage);
          staged.await(staged.begin(stage));
        }
      }
      staged.release();
    }

    private void announce(List<Step<ResolvedObject>> steps) {
      if (readsFirst()) {
        objects.announce(steps.stream().map(Step::item).toList(), workers);
      }
    }

    /// Server-side apply reads only to tell whether something changed.
    private boolean readsFirst() {
      return !(options.method() instanceof ApplyMethod.ServerSide how) || how.compared();
    }

    @Override
    public ObjectKey key(ResolvedObject target) {
      return target.desired().key();
    }

    @Override
    public Optional<Event> carryOut(ResolvedObject target, Consumer<Event> events) {
      Optional<Event.Ended> end =
          switch (check(target)) {
            case Answer.Met() -> applier.apply(target, events);
            case Answer.Planned(String missing) ->
                Optional.of(assumed.result(target.desired(), missing, events));
            case Answer.Unmet(List<Problem> problems) ->
                Optional.of(new Event.Failed(target.desired(), problems));
            case Answer.Stopped() -> Optional.empty();
          };
      end.ifPresent(event -> dependencies.note(target, event));
      return end.map(event -> event);
    }

    private Answer check(ResolvedObject target) {
      try {
        return dependencies.check(target);
      } catch (ClusterException e) {
        boolean away =
            Attempts.isSilence(e)
                && options.allows(Difference.STOPS_WITHOUT_SERVER)
                && cancellation.endedUnanswered(e);
        return away || cancellation.requested()
            ? new Answer.Stopped()
            : new Answer.Unmet(ServerProblems.of(target.desired(), e));
      }
    }

    /// Tells how the run ended, where it was ended from outside.
    Tally conclude(List<ResolvedObject> targets, Consumer<Event> events) {
      int applied = staged.count(End.APPLIED);
      int unknown = staged.count(End.UNKNOWN);
      int failed = staged.count(End.FAILED);
      List<ObjectKey> notTried = staged.notTried(targets);
      cancellation.problem().ifPresent(problem -> events.accept(new Event.Rejected(problem)));
      if (cancellation.requested()) {
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
