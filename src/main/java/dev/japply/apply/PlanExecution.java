package dev.japply.apply;

import dev.japply.apply.Executor.Sequence;
import dev.japply.apply.Executor.Tally;
import dev.japply.apply.Executor.Task;
import dev.japply.cluster.Cluster;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.Action;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.Difference;
import dev.japply.plan.PlanCheck;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Carries out what was planned before: by the ranks, several at once and with the events of an
/// apply, and what is to go after all else has gone well.
///
/// Before the first write it looks at all objects; when one of them is no longer what its plan was
/// made for, nothing is done. Each is looked at again before its own write. One that is already as
/// planned is left alone, so that a run which was ended can be made again.
public final class PlanExecution {
  private final Cluster cluster;
  private final ExecutionOptions options;
  private final Replacement how;
  private final PlanCheck check;
  private final Cancellation cancellation;

  /// @param cluster stays open
  /// @param options those of the plan; who merges is part of each action
  /// @param how objects are deleted that are to go, and those that are to be created anew
  /// @param terms what has to be as it was when it was planned
  public PlanExecution(
      Cluster cluster,
      ExecutionOptions options,
      Replacement how,
      PlanCheck.Terms terms,
      Cancellation cancellation) {
    this.cluster = cluster;
    this.options = with(options, options.dryRun());
    this.how = how;
    this.check = new PlanCheck(terms, new Planner(options.planning()));
    this.cancellation = cancellation;
  }

  private static ExecutionOptions with(ExecutionOptions options, DryRun dryRun) {
    return new ExecutionOptions(
        options.planning(),
        dryRun,
        options.fieldManager(),
        options.fieldValidation(),
        options.schedule(),
        ApplyMethod.ClientSide.PATCHING);
  }

  /// Carries out `plan`, and tells `events` what happens. The tally counts what was deleted as
  /// applied.
  ///
  /// @param begin called before the first write, with all objects that stay
  /// @param gate where objects wait until others are ready
  public Tally run(
      List<PlannedObject> plan,
      Consumer<List<ResolvedObject>> begin,
      Gate gate,
      Consumer<Event> events,
      Detail detail) {
    ResolvedObjects resolved = resolve(plan);
    resolved.problems().forEach(problem -> events.accept(new Event.Rejected(problem)));
    if (!resolved.problems().isEmpty()) {
      int wrong = resolved.problems().size();
      return new Tally(0, wrong, plan.size() - wrong);
    }
    List<Step> steps = steps(plan, resolved);
    List<ResolvedObject> staying =
        tasks(steps, step -> !isDeletion(step.planned())).stream().map(Task::target).toList();
    new NamedDependencies(cluster, options, cancellation)
        .check(staying, staying.size() < steps.size());
    Tally checked = check(steps, events);
    if (checked.failed() + checked.notTried() > 0) {
      return new Tally(0, checked.failed(), plan.size() - checked.failed());
    }
    begin.accept(staying);
    return carryOut(steps, gate, events, detail);
  }

  private ResolvedObjects resolve(List<PlannedObject> plan) {
    List<KubeObject> staying =
        plan.stream().filter(one -> !isDeletion(one)).map(PlannedObject::desired).toList();
    return ResolvedObjects.find(
        cluster,
        new ResolvedObjects.Namespace(cluster.defaultNamespace(), /* enforced= */ false),
        plan.stream().map(PlannedObject::desired).toList(),
        CustomTypes.of(staying));
  }

  /// What was planned for one object, and how that is carried out.
  private record Step(PlannedObject planned, Task task) {
    boolean isRefused() {
      return planned.action() instanceof Action.Refused;
    }
  }

  /// One of each object, in the order of the plan.
  private List<Step> steps(List<PlannedObject> plan, ResolvedObjects resolved) {
    var steps = new ArrayList<Step>();
    for (PlannedObject planned : plan) {
      ResolvedObject target = resolved.targets().get(steps.size());
      steps.add(new Step(planned, new Task(target, planned)));
    }
    return steps;
  }

  private static List<Task> tasks(List<Step> steps, Predicate<Step> chosen) {
    return steps.stream().filter(chosen).map(Step::task).toList();
  }

  /// Looks at all objects, and tells of those whose plan is stale. What was refused when it was
  /// planned stops nothing, as in an apply.
  private Tally check(List<Step> steps, Consumer<Event> events) {
    List<ObjectKey> keys = steps.stream().map(step -> step.planned().desired().key()).toList();
    return new Executor(
            cluster,
            with(options, DryRun.CLIENT),
            cancellation,
            Gate.OPEN,
            new Executor.Terms(check, how))
        .run(
            tasks(steps, step -> !step.isRefused()),
            Sequence.LOOKING,
            event -> stale(event, keys).ifPresent(events),
            Detail.NAMES);
  }

  /// What is told of the look at all objects: what keeps them from being carried out.
  private static Optional<Event> stale(Event event, List<ObjectKey> keys) {
    return switch (event) {
      case Event.Failed failed -> Optional.of(failed);
      case Event.Unknown unknown -> Optional.of(unknown);
      case Event.Rejected rejected -> Optional.of(rejected);
      case Event.Stopped stopped -> Optional.of(new Event.Stopped(0, stopped.failed(), 0, keys));
      case Event.Applied fitting -> Optional.empty();
      case Event.Sending none -> Optional.empty();
      case Event.Retrying none -> Optional.empty();
      case Event.Waiting none -> Optional.empty();
      case Event.Ready none -> Optional.empty();
      case Event.Unready none -> Optional.empty();
      case Event.Warned later -> Optional.empty();
      case Event.Skipped skipped -> Optional.empty();
      case Event.Pruning none -> Optional.empty();
      case Event.PruningStopped none -> Optional.empty();
      case Event.Progress none -> Optional.empty();
    };
  }

  private Tally carryOut(List<Step> steps, Gate gate, Consumer<Event> events, Detail detail) {
    List<Task> staying = tasks(steps, step -> !isDeletion(step.planned()));
    List<Task> going = tasks(steps, step -> isDeletion(step.planned()));
    Tally applied = executor(gate).run(staying, Sequence.NEEDED_FIRST, events, detail);
    if (going.isEmpty() || applied.failed() + applied.notTried() > 0) {
      return new Tally(applied.applied(), applied.failed(), applied.notTried() + going.size());
    }
    if (options.allows(Difference.ANNOUNCES_PRUNING)) {
      events.accept(
          new Event.Pruning(
              going.stream().map(task -> task.target().desired().tree()).toList(), List.of()));
    }
    Tally gone = executor(Gate.OPEN).run(going, Sequence.DEPENDENTS_FIRST, events, detail);
    return new Tally(applied.applied() + gone.applied(), gone.failed(), gone.notTried());
  }

  private Executor executor(Gate gate) {
    return new Executor(cluster, options, cancellation, gate, new Executor.Terms(check, how));
  }

  private static boolean isDeletion(PlannedObject planned) {
    return planned.action() instanceof Action.Delete;
  }
}
