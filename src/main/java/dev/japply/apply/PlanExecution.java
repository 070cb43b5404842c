package dev.japply.apply;

import dev.japply.apply.Apply.ApplySummary;
import dev.japply.apply.Apply.ApplySummary.Tally;
import dev.japply.apply.Apply.ReadinessWait;
import dev.japply.apply.Dependencies.NamedDependencies;
import dev.japply.apply.Event.Detail;
import dev.japply.apply.WaveReadiness.Waits;
import dev.japply.apply.Waves.Sequence;
import dev.japply.apply.Waves.Task;
import dev.japply.cluster.Cluster;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.Action;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.PlannedObject;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Carries out planned objects in the loop of an apply, and deletes after all else has gone well.
///
/// Before the first write it checks all objects: if one is no longer what its plan was made for,
/// nothing is done. Each is checked again before its own write. An object that is already as
/// planned is left alone, so an interrupted run can be repeated.
final class PlanExecution {
  private final Cluster cluster;
  private final Apply.Settings settings;
  private final ExecutionOptions options;
  private final StoredPlan.Terms terms;
  private final Cancellation cancellation;
  private final Consumer<Event> events;

  PlanExecution(
      Cluster cluster,
      Apply.Settings settings,
      StoredPlan.Terms terms,
      Cancellation cancellation,
      Consumer<Event> events) {
    this.cluster = cluster;
    this.settings = settings;
    this.options = settings.options().with(settings.options().method().ofPlan());
    this.terms = terms;
    this.cancellation = cancellation;
    this.events = events;
  }

  /// Carries out `plan`.
  ///
  /// @param pruning is prepared before the first write; null if nothing is pruned
  ApplySummary run(List<PlannedObject> plan, @Nullable Pruning pruning) {
    ResolvedObjects resolved = resolve(plan);
    resolved.problems().forEach(problem -> events.accept(new Event.Rejected(problem)));
    if (!resolved.problems().isEmpty()) {
      int wrong = resolved.problems().size();
      return ApplySummary.nothing(wrong, plan.size() - wrong);
    }
    var tasks = new ArrayList<Task>();
    for (PlannedObject planned : plan) {
      tasks.add(
          new Task(resolved.targets().get(tasks.size()), new Waves.Work.Stored(planned, terms)));
    }
    List<ResolvedObject> staying = targets(chosen(tasks, PlanExecution::isStaying));
    new NamedDependencies(cluster, options, cancellation)
        .check(staying, staying.size() < tasks.size());
    Tally checked = check(tasks);
    if (checked.failed() > 0) {
      events.accept(nothingChanged());
    }
    if (checked.failed() + checked.notTried() > 0) {
      return ApplySummary.nothing(checked.failed(), plan.size() - checked.failed());
    }
    if (pruning != null) {
      pruning.scope().prepare(staying);
    }
    return carryOut(tasks);
  }

  /// Returns the event that ends a run whose plan does not fit.
  static Event nothingChanged() {
    String what = "the check before the first write failed: nothing was changed";
    return new Event.Rejected(Problem.error(Origin.NONE, what, ""));
  }

  private ResolvedObjects resolve(List<PlannedObject> plan) {
    List<KubeObject> staying =
        plan.stream()
            .filter(one -> !(one.action() instanceof Action.Delete))
            .map(PlannedObject::desired)
            .toList();
    return ResolvedObjects.find(
        cluster,
        /* enforced= */ false,
        plan.stream().map(PlannedObject::desired).toList(),
        CustomTypes.of(staying),
        options.compatibility());
  }

  private static List<Task> chosen(List<Task> tasks, Predicate<Task> chosen) {
    return tasks.stream().filter(chosen).toList();
  }

  private static boolean isStaying(Task task) {
    return !(task.planned() instanceof Action.Delete);
  }

  /// Checks all objects, and reports stale plans. An object that was refused when it was planned
  /// stops nothing, as in an apply.
  private Tally check(List<Task> tasks) {
    List<ObjectKey> keys = tasks.stream().map(Task::key).toList();
    ExecutionOptions looking = options.with(DryRun.CLIENT, options.method());
    return Waves.run(
            cluster,
            new Waves.Setting(looking, Waits.NAMED, ReadinessWait.NONE, Detail.NAMES),
            new RunCancellation(cancellation),
            chosen(tasks, task -> !(task.planned() instanceof Action.Refused)),
            Sequence.BY_TYPE,
            event -> stale(event, keys).ifPresent(events))
        .tally();
  }

  /// Returns the event of the check that keeps all objects from being carried out; empty if there
  /// is none.
  private static Optional<Event> stale(Event event, List<ObjectKey> keys) {
    if (event instanceof Event.Stopped stopped) {
      return Optional.of(stopped.ofChecked(keys));
    }
    boolean stale =
        event instanceof Event.Failed
            || event instanceof Event.Unknown
            || event instanceof Event.Rejected;
    return stale ? Optional.of(event) : Optional.empty();
  }

  private ApplySummary carryOut(List<Task> tasks) {
    List<Task> staying = chosen(tasks, PlanExecution::isStaying);
    List<Task> going = chosen(tasks, task -> !isStaying(task));
    List<ObjectKey> deleted = going.stream().map(Task::key).toList();
    ApplySummary applied =
        run(
            staying,
            settings.waves(options),
            Sequence.NEEDED_FIRST,
            stopped -> stopped.plus(0, deleted));
    Tally tally = applied.tally();
    boolean ended = tally.failed() + tally.notTried() > 0 || cancellation.requested();
    if (going.isEmpty() || ended) {
      var all = new Tally(tally.applied(), tally.failed(), tally.notTried() + going.size());
      return new ApplySummary(all, applied.applied(), applied.uids());
    }
    if (!Pruning.awaitSuccessors(settings.successors(), planned(going), targets(staying), events)
        || cancellation.requested()) {
      var all = new Tally(tally.applied(), 0, going.size());
      return new ApplySummary(all, applied.applied(), applied.uids());
    }
    List<MapValue> pruned =
        planned(going).stream()
            .filter(planned -> planned.successor().isEmpty())
            .map(planned -> planned.desired().tree())
            .toList();
    if (!pruned.isEmpty()) {
      events.accept(new Event.Pruning(pruned, List.of()));
    }
    ReadinessWait wait =
        DeletedWaveWait.isWanted(options)
            ? new DeletedWaveWait(cluster, terms.replacement().deletion(), cancellation, events)
            : ReadinessWait.NONE;
    var deleting = new Waves.Setting(options, Waits.WAVES_PAST_FAILURES, wait, settings.detail());
    ApplySummary gone =
        run(
            going,
            deleting,
            Sequence.DEPENDENTS_FIRST,
            stopped -> stopped.plus(tally.applied(), List.of()));
    var uids = new HashSet<>(applied.uids());
    uids.addAll(gone.uids());
    int done = tally.applied() + gone.tally().applied();
    return new ApplySummary(
        new Tally(done, gone.tally().failed(), gone.tally().notTried()), applied.applied(), uids);
  }

  private static List<ResolvedObject> targets(List<Task> tasks) {
    return tasks.stream().map(Task::target).toList();
  }

  private static List<PlannedObject> planned(List<Task> tasks) {
    return tasks.stream()
        .flatMap(task ->
            task.work() instanceof Waves.Work.Stored(PlannedObject planned, var terms)
                ? Stream.of(planned)
                : Stream.of())
        .toList();
  }

  /// @param whole adds the other part of the plan to the event about an early end
  private ApplySummary run(
      List<Task> tasks,
      Waves.Setting setting,
      Sequence sequence,
      UnaryOperator<Event.Stopped> whole) {
    return Waves.run(
        cluster,
        setting,
        new RunCancellation(cancellation),
        tasks,
        sequence,
        event ->
            events.accept(event instanceof Event.Stopped stopped ? whole.apply(stopped) : event));
  }
}
