package dev.japply.apply;

import dev.japply.apply.ApplySummary.Tally;
import dev.japply.apply.Dependencies.Result;
import dev.japply.apply.WaveReadiness.Waits;
import dev.japply.apply.WaveRunner.End;
import dev.japply.apply.WaveRunner.Step;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ServerProblems;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.DependencyGraph;
import dev.japply.plan.PlannedObject;
import dev.japply.problem.Problem;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The loop over the waves of a run: waits for readiness, reads the live objects of a wave, and
/// lets the workers apply them. It goes on after a failure.
///
/// Events come in the order of the input, so the output depends neither on the order of application
/// nor on the speed of the server.
final class WaveLoop implements WaveRunner.Work<WaveLoop.Task> {
  private final ExecutionOptions options;
  private final RunCancellation cancellation;
  private final DependencyGraph graph;
  private final Dependencies dependencies;
  private final WaveReadiness readiness;
  private final AssumedResult assumed;
  private final ApplyContext context;
  private final @Nullable PlanCheck check;

  private WaveLoop(
      Cluster cluster, Setting setting, RunCancellation cancellation, DependencyGraph graph) {
    this.options = setting.options();
    this.cancellation = cancellation;
    this.graph = graph;
    this.check = setting.check();
    var objects = new LiveObjects(cluster, cancellation);
    this.dependencies = new Dependencies(cluster, options, graph, cancellation);
    this.readiness = new WaveReadiness(setting.readiness(), setting.waits(), graph);
    this.assumed = new AssumedResult(options);
    this.context = new ApplyContext(cluster, objects, options, cancellation);
  }

  /// One object.
  ///
  /// @param planned the plan that was made before; null if the object is planned now
  record Task(ResolvedObject target, @Nullable PlannedObject planned) {
    private KubeObject desired() {
      return target.desired();
    }
  }

  /// Settings of a run.
  ///
  /// @param detail the part of waiting events that is kept
  /// @param check checks the plans that were made before; null if all objects are planned now
  record Setting(
      ExecutionOptions options,
      Waits waits,
      ReadinessWait readiness,
      EventDetail detail,
      @Nullable PlanCheck check) {}

  /// Order of the tasks.
  enum Sequence {
    /// An object comes after the objects that it needs.
    NEEDED_FIRST,

    /// An object comes after the objects that need it.
    DEPENDENTS_FIRST,

    /// Order by type alone, whatever the objects name: nothing is written.
    CHECKING
  }

  /// Runs `tasks`.
  ///
  /// @throws dev.japply.problem.JapplyException when the objects name dependencies that no order
  ///   can satisfy; nothing is written then
  static ApplySummary run(
      Cluster cluster,
      Setting setting,
      RunCancellation cancellation,
      List<Task> tasks,
      Sequence sequence,
      Consumer<Event> events) {
    ExecutionOptions options = setting.options();
    DependencyGraph graph = graph(options, tasks, sequence);
    var loop = new WaveLoop(cluster, setting, cancellation, graph);
    var ordered = new InputOrder(tasks.size(), events, setting.detail());
    try (var workers = new Workers(options.schedule().concurrency());
        var runner = new WaveRunner<Task>(workers, ordered, cancellation, loop)) {
      events.accept(new Event.Expected(tasks.size()));
      for (List<Step<Task>> wave : loop.waves(tasks, sequence)) {
        if (!cancellation.requested()) {
          List<ResolvedObject> targets = wave.stream().map(step -> step.item().target()).toList();
          loop.readiness.open(targets);
          if (loop.readsFirst()) {
            // The live objects are as new as the end of the wave before.
            loop.context.objects().announce(targets, workers);
          }
          runner.run(wave);
        }
      }
      runner.release();
      return summary(cancellation, tasks, runner, events);
    }
  }

  private static DependencyGraph graph(
      ExecutionOptions options, List<Task> tasks, Sequence sequence) {
    List<ResolvedObject> targets = tasks.stream().map(Task::target).toList();
    return switch (sequence) {
      case NEEDED_FIRST -> NamedDependencies.of(options, targets);
      case CHECKING -> DependencyGraph.NONE;
      case DEPENDENTS_FIRST ->
          DependencyGraph.ofLive(targets.stream().map(ResolvedObject::desired).toList());
    };
  }

  private List<List<Step<Task>>> waves(List<Task> tasks, Sequence sequence) {
    List<List<Step<Task>>> waves =
        WaveRunner.waves(tasks, options.schedule().order(), Task::desired, graph);
    return switch (sequence) {
      case NEEDED_FIRST, CHECKING -> waves;
      case DEPENDENTS_FIRST -> waves.reversed();
    };
  }

  private boolean readsFirst() {
    return options.readsInBulk() && !readiness.isClosed();
  }

  @Override
  public KubeObject desired(Task task) {
    return task.desired();
  }

  @Override
  public Optional<Event> carryOut(Task task, Consumer<Event> events) {
    ResolvedObject target = task.target();
    KubeObject desired = target.desired();
    Optional<Problem> held = readiness.held(desired);
    if (held.isPresent()) {
      return Optional.of(new Event.Unready(desired, held.get(), NotReadyCause.NONE));
    }
    Optional<Event.Ended> end =
        switch (check(target)) {
          case Result.Met() -> apply(task, events);
          case Result.Planned(String missing) ->
              Optional.of(assumed.result(desired, missing, events));
          case Result.Unmet(List<Problem> problems) ->
              Optional.of(new Event.Failed(desired, problems));
          case Result.Stopped() -> Optional.empty();
        };
    end.ifPresent(event -> {
      dependencies.note(target, event);
      readiness.note(target, event);
    });
    return end.map(event -> event);
  }

  private Optional<Event.Ended> apply(Task task, Consumer<Event> events) {
    PlannedObject planned = task.planned();
    if (planned == null) {
      return new ObjectApplier(context, events).apply(task.target());
    }
    return new StoredPlanApplier(context, Objects.requireNonNull(check), events)
        .apply(task.target(), planned);
  }

  private Result check(ResolvedObject target) {
    try {
      return dependencies.check(target);
    } catch (ClusterException e) {
      boolean away = e.isAway() && cancellation.endedWithoutResponse(e);
      return away || cancellation.requested()
          ? new Result.Stopped()
          : new Result.Unmet(ServerProblems.of(target.desired(), e));
    }
  }

  private static ApplySummary summary(
      RunCancellation cancellation,
      List<Task> tasks,
      WaveRunner<Task> runner,
      Consumer<Event> events) {
    int applied = runner.count(End.APPLIED);
    int unknown = runner.count(End.UNKNOWN);
    int failed = runner.count(End.FAILED);
    List<ObjectKey> notTried = runner.notTried(tasks);
    cancellation.problem().ifPresent(problem -> events.accept(new Event.Rejected(problem)));
    if (cancellation.requested()) {
      events.accept(cancellation.stopped(applied, failed, unknown, notTried));
    }
    int left = notTried.size() + runner.count(End.LEFT);
    return new ApplySummary(
        new Tally(applied, failed + unknown, left),
        runner.applied(tasks).stream().map(Task::target).toList(),
        runner.uids());
  }
}
