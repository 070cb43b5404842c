package dev.japply.apply;

import dev.japply.apply.Dependencies.Answer;
import dev.japply.apply.StagedExecution.End;
import dev.japply.apply.StagedExecution.Step;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ServerProblems;
import dev.japply.io.Cancellation;
import dev.japply.object.ObjectKey;
import dev.japply.plan.DependencyGraph;
import dev.japply.plan.Difference;
import dev.japply.plan.PlanCheck;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner;
import dev.japply.problem.Problem;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Applies objects: what others need before them, those of one stage of [dev.japply.plan.Order] at
/// once, and goes on after a failure.
///
/// Events come in the order of the input all the same, so that the output depends neither on the
/// order of application nor on what takes how long: those of an object are held back until those of
/// the objects before it are out. An object is applied by an [Applier], which shares nothing with
/// others but the cluster; one that stands in the input twice, by one after the other.
public final class Executor {
  private final Cluster cluster;
  private final ExecutionOptions options;
  private final Cancellation ending;
  private final Gate gate;
  private final @Nullable Terms terms;

  /// An executor on `cluster`, which stays open.
  public Executor(Cluster cluster, ExecutionOptions options, Cancellation cancellation) {
    this(cluster, options, cancellation, Gate.OPEN, null);
  }

  /// The same, which says how far it is.
  ///
  /// @param gate where objects wait until others are ready
  public Executor(Cluster cluster, ExecutionOptions options, Cancellation cancellation, Gate gate) {
    this(cluster, options, cancellation, gate, null);
  }

  /// An executor of plans that were made before.
  Executor(
      Cluster cluster,
      ExecutionOptions options,
      Cancellation cancellation,
      Gate gate,
      @Nullable Terms terms) {
    this.terms = terms;
    this.cluster = cluster;
    this.options = options;
    this.ending = cancellation;
    this.gate = gate;
  }

  /// Applies `targets`, and tells `events` what happens.
  ///
  /// @throws dev.japply.problem.JapplyException when they name what they depend on in a way that no
  ///   order can satisfy; nothing is written then
  public Tally run(List<ResolvedObject> targets, Consumer<Event> events) {
    return run(targets, events, Detail.WHOLE);
  }

  /// The same, where of events that have to wait only so much is told.
  public Tally run(List<ResolvedObject> targets, Consumer<Event> events, Detail detail) {
    List<Task> tasks = targets.stream().map(target -> new Task(target, null)).toList();
    return run(tasks, Sequence.NEEDED_FIRST, events, detail);
  }

  /// One object.
  ///
  /// @param planned what was planned for it before; null if it is planned now
  record Task(ResolvedObject target, @Nullable PlannedObject planned) {}

  /// Terms on which plans that were made before are carried out.
  record Terms(PlanCheck check, Replacement how) {}

  /// In which order tasks are done.
  enum Sequence {
    /// What others need goes before them.
    NEEDED_FIRST,
    /// What needs others goes before them.
    DEPENDENTS_FIRST,
    /// By their types alone, whatever they name: nothing is written.
    LOOKING
  }

  /// Does `tasks`, and tells `events` what happens.
  Tally run(List<Task> tasks, Sequence sequence, Consumer<Event> events, Detail detail) {
    DependencyGraph graph = graph(tasks, sequence);
    try (var workers = new Workers(options.schedule().concurrency())) {
      var ordered = new OrderedEvents(tasks.size(), events, detail);
      events.accept(new Event.Expected(tasks.size()));
      var run = new Run(workers, ordered, graph, new RunCancellation(ending));
      run.apply(tasks, sequence);
      return run.conclude(tasks, events);
    }
  }

  private DependencyGraph graph(List<Task> tasks, Sequence sequence) {
    List<ResolvedObject> targets = tasks.stream().map(Task::target).toList();
    return switch (sequence) {
      case NEEDED_FIRST -> NamedDependencies.of(options, targets);
      case LOOKING -> DependencyGraph.NONE;
      case DEPENDENTS_FIRST ->
          DependencyGraph.ofLive(targets.stream().map(ResolvedObject::desired).toList());
    };
  }

  /// One run.
  private final class Run implements StagedExecution.Work<Task> {
    private final Workers workers;
    private final StagedExecution<Task> staged;
    private final RunCancellation cancellation;
    private final DependencyGraph graph;
    private final LiveObjects objects;
    private final Dependencies dependencies;
    private final GateKeeper keeper;
    private final AssumedResult assumed =
        new AssumedResult(new Planner(options.planning()), options.method());
    private final ApplyContext context;

    Run(
        Workers workers,
        OrderedEvents ordered,
        DependencyGraph graph,
        RunCancellation cancellation) {
      this.workers = workers;
      this.graph = graph;
      this.cancellation = cancellation;
      this.objects =
          new LiveObjects(cluster, options.allows(Difference.TRUSTS_LISTS), cancellation);
      this.dependencies = new Dependencies(cluster, options, graph, cancellation);
      this.keeper = new GateKeeper(gate, graph);
      this.staged = new StagedExecution<>(workers, ordered, cancellation, this);
      this.context = new ApplyContext(cluster, objects, options, cancellation);
    }

    /// The objects of a stage are read when those before it are applied: what is said of them is
    /// then as new as that.
    void apply(List<Task> tasks, Sequence sequence) {
      for (List<Step<Task>> stage : stages(tasks, sequence)) {
        if (!cancellation.requested()) {
          keeper.open(stage.stream().map(step -> step.item().target()).toList());
          announce(stage);
          staged.await(staged.begin(stage));
        }
      }
      staged.release();
    }

    private List<List<Step<Task>>> stages(List<Task> tasks, Sequence sequence) {
      List<List<Step<Task>>> stages =
          StagedExecution.stages(
              tasks, options.schedule().order(), task -> task.target().desired(), graph);
      return switch (sequence) {
        case NEEDED_FIRST, LOOKING -> stages;
        case DEPENDENTS_FIRST -> stages.reversed();
      };
    }

    private void announce(List<Step<Task>> steps) {
      if (readsFirst() && !keeper.isClosed()) {
        objects.announce(steps.stream().map(step -> step.item().target()).toList(), workers);
      }
    }

    /// Server-side apply reads only to tell whether something changed.
    private boolean readsFirst() {
      return !(options.method() instanceof ApplyMethod.ServerSide how) || how.compared();
    }

    @Override
    public ObjectKey key(Task task) {
      return task.target().desired().key();
    }

    @Override
    public Optional<Event> carryOut(Task task, Consumer<Event> events) {
      ResolvedObject target = task.target();
      Optional<Problem> held = keeper.held(target.desired());
      if (held.isPresent()) {
        return Optional.of(new Event.Unready(target.desired(), held.get(), Cause.NONE));
      }
      Optional<Event.Ended> result =
          switch (check(target)) {
            case Answer.Met() -> apply(task, events);
            case Answer.Planned(String missing) ->
                Optional.of(assumed.result(target.desired(), missing, events));
            case Answer.Unmet(List<Problem> problems) ->
                Optional.of(new Event.Failed(target.desired(), problems));
            case Answer.Stopped() -> Optional.empty();
          };
      result.ifPresent(each -> {
        dependencies.note(target, each);
        keeper.note(target, each);
      });
      return result.map(each -> each);
    }

    private Optional<Event.Ended> apply(Task task, Consumer<Event> events) {
      PlannedObject planned = task.planned();
      if (planned == null) {
        return new ObjectApplier(context, events).apply(task.target());
      }
      Terms how = Objects.requireNonNull(terms);
      return new PlannedApplier(context, how.check(), how.how(), events)
          .apply(task.target(), planned);
    }

    private Answer check(ResolvedObject target) {
      try {
        return dependencies.check(target);
      } catch (ClusterException e) {
        boolean away =
            e.isAway()
                && options.allows(Difference.STOPS_WITHOUT_SERVER)
                && cancellation.endedUnanswered(e);
        return away || cancellation.requested()
            ? new Answer.Stopped()
            : new Answer.Unmet(ServerProblems.of(target.desired(), e));
      }
    }

    /// Tells how the run ended, where it was ended from outside.
    Tally conclude(List<Task> tasks, Consumer<Event> events) {
      int applied = staged.count(End.APPLIED);
      int unknown = staged.count(End.UNKNOWN);
      int failed = staged.count(End.FAILED);
      List<ObjectKey> notTried = staged.notTried(tasks);
      cancellation.problem().ifPresent(problem -> events.accept(new Event.Rejected(problem)));
      if (cancellation.requested()) {
        events.accept(new Event.Stopped(applied, failed, unknown, notTried));
      }
      return new Tally(applied, failed + unknown, notTried.size() + staged.count(End.LEFT));
    }
  }

  /// How many objects were applied, failed or may have failed, and were not tried since the run was
  /// ended, or what they wait for was not ready.
  public record Tally(int applied, int failed, int notTried) {
    /// This tally and `more` failures.
    public Tally plusFailed(int more) {
      return new Tally(applied, failed + more, notTried);
    }
  }
}
