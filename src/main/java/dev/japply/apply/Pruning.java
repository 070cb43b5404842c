package dev.japply.apply;

import dev.japply.apply.Apply.PruneRequest;
import dev.japply.apply.Apply.PruneRequest.Choice;
import dev.japply.apply.PruneSearch.Found;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ServerProblems;
import dev.japply.io.Cancellation;
import dev.japply.object.ObjectKey;
import dev.japply.plan.Difference;
import dev.japply.plan.ForbidRules;
import dev.japply.plan.LiveMetadata;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.PrunePlan;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Carries out the plan of a [PruneScope]: deletes objects that were applied once and are no longer
/// desired, after all others were applied.
///
/// The objects are reported before any of them is deleted. After a failure the others are deleted
/// all the same.
final class Pruning {
  private final PruneScope scope;
  private final PruneScope.Setting setting;
  private final PruneRequest request;
  private final Cancellation cancellation;
  private final ExecutionOptions options;

  private Pruning(
      PruneScope scope,
      PruneScope.Setting setting,
      PruneRequest request,
      Cancellation cancellation) {
    this.scope = scope;
    this.setting = setting;
    this.request = request;
    this.cancellation = cancellation;
    this.options = setting.options();
  }

  /// Opens what `request` requires, before anything is written.
  ///
  /// @throws JapplyException if that cannot be pruned
  static Pruning open(
      PruneScope.Setting setting,
      PruneRequest request,
      Cancellation cancellation,
      Consumer<Event> events) {
    PruneScope scope = PruneScope.open(setting, request.choice(), cancellation, events);
    return new Pruning(scope, setting, request, cancellation);
  }

  PruneScope scope() {
    return scope;
  }

  /// The uids of the objects that would be pruned now. Writes nothing.
  ///
  /// @param targets all objects to apply
  /// @param uids the objects that it is applied to
  /// @param problems receives types that could not be listed
  /// @throws JapplyException when that cannot be found out
  Set<String> prunable(List<ResolvedObject> targets, Set<String> uids, Consumer<Problem> problems) {
    PruneScope.Plan plan = read(targets, uids);
    plan.unlisted().forEach(problems);
    return unapplied(plan, targets)
        .map(planned -> LiveMetadata.uid((MapValue) planned.before()))
        .collect(Collectors.toSet());
  }

  private PruneScope.Plan read(List<ResolvedObject> targets, Set<String> uids) {
    scope.read();
    return plan(targets, uids);
  }

  private PruneScope.Plan plan(List<ResolvedObject> targets, Set<String> uids) {
    boolean ordered = options.allows(Difference.ORDERS_BY_DEPENDENCY);
    return scope.plan(
        PruneScope.Applied.of(targets, uids),
        ordered ? PrunePlan.Sequence.DEPENDENTS_FIRST : PrunePlan.Sequence.AS_FOUND);
  }

  /// Returns the planned deletions, without objects that are still to be applied.
  private static Stream<PlannedObject> unapplied(
      PruneScope.Plan plan, List<ResolvedObject> targets) {
    Set<ObjectKey> applied =
        targets.stream().map(target -> target.desired().key()).collect(Collectors.toSet());
    return plan.deletions().stream().filter(planned -> !applied.contains(planned.desired().key()));
  }

  /// Checks that no object would be pruned that must not be deleted. Writes nothing.
  ///
  /// @param targets all objects to apply
  /// @throws JapplyException if there is such an object
  void checkForbidden(List<ResolvedObject> targets) {
    if (!forbidden().isEmpty()) {
      refuse(unapplied(read(targets, Set.of()), targets));
    }
  }

  private ForbidRules forbidden() {
    return options.planning().forbidden();
  }

  private void refuse(Stream<PlannedObject> planned) {
    List<Problem> problems = planned.flatMap(one -> forbidden().problem(one).stream()).toList();
    if (!problems.isEmpty()) {
      throw new JapplyException(problems);
    }
  }

  /// Prunes.
  ///
  /// @param targets all objects that were applied
  /// @param uids the objects that came of it
  /// @return whether all went well
  boolean run(List<ResolvedObject> targets, Set<String> uids, Consumer<Event> events) {
    if (cancellation.requested()) {
      events.accept(Event.PruningStopped.BEFORE_THE_FIRST);
      return false;
    }
    try {
      return prune(targets, uids, events);
    } catch (JapplyException e) {
      e.problems().forEach(problem -> events.accept(Event.about(problem)));
      return false;
    } catch (ClusterException e) {
      events.accept(
          cancellation.requested()
              ? Event.PruningStopped.BEFORE_THE_FIRST
              : Event.about(ServerProblems.general(e)));
      return false;
    }
  }

  /// Called instead of [#run] when the objects to prune were deleted by a plan: records the
  /// remaining ones.
  ///
  /// @param targets all objects that were applied
  /// @param uids the objects that came of it, and those that have gone
  /// @param gone the objects that have gone
  /// @return whether all went well
  boolean conclude(
      List<ResolvedObject> targets, Set<String> uids, List<MapValue> gone, Consumer<Event> events) {
    if (!await(gone, events)) {
      return false;
    }
    try {
      return !(request.choice() instanceof Choice.Members) || conclude(targets, uids, events);
    } catch (JapplyException e) {
      e.problems().forEach(problem -> events.accept(Event.about(problem)));
      return false;
    } catch (ClusterException e) {
      events.accept(Event.about(ServerProblems.general(e)));
      return false;
    }
  }

  private boolean conclude(List<ResolvedObject> targets, Set<String> uids, Consumer<Event> events) {
    Found found = scope.find(PruneScope.Applied.of(targets, uids).namespaces());
    found.problems().forEach(problem -> events.accept(Event.about(problem)));
    List<MapValue> left =
        found.objects().stream().filter(one -> !uids.contains(LiveMetadata.uid(one))).toList();
    if (found.problems().isEmpty()) {
      scope.conclude(new PrunePlan(List.of(), List.of(), left));
    }
    return found.problems().isEmpty();
  }

  private boolean prune(List<ResolvedObject> targets, Set<String> uids, Consumer<Event> events) {
    PruneScope.Plan plan = plan(targets, uids);
    if (cancellation.requested()) {
      events.accept(Event.PruningStopped.BEFORE_THE_FIRST);
      return false;
    }
    refuse(plan.deletions().stream());
    boolean gone = carryOut(plan, events);
    plan.unlisted().forEach(problem -> events.accept(Event.about(problem)));
    boolean well = gone && plan.unlisted().isEmpty();
    if (well) {
      scope.conclude(plan.objects());
    }
    return well;
  }

  private boolean carryOut(PruneScope.Plan plan, Consumer<Event> events) {
    plan.spared().forEach(problem -> events.accept(new Event.Warned(problem)));
    PrunePlan objects = plan.objects();
    if (!objects.objects().isEmpty() || !objects.kept().isEmpty()) {
      scope.caution(objects).ifPresent(problem -> events.accept(new Event.Warned(problem)));
      events.accept(new Event.Pruning(objects.objects(), objects.kept()));
    }
    return delete(plan.deletions(), events) && await(objects.objects(), events);
  }

  private boolean delete(List<PlannedObject> objects, Consumer<Event> events) {
    return deletions()
        .carryOut(
            objects,
            event -> events.accept(event instanceof Event.Stopped end ? end.ofPruning() : event));
  }

  private Deletions deletions() {
    return new Deletions(setting.cluster(), options, request.deletion(), cancellation);
  }

  /// Waits until `objects` are gone, if the user requires that. kubectl takes the flag and does not
  /// wait.
  ///
  /// @return whether all are gone
  private boolean await(List<MapValue> objects, Consumer<Event> events) {
    boolean awaited = request.awaited() && options.allows(Difference.AWAITS_PRUNED);
    return !awaited
        || deletions().await(objects, "apply again with --prune --wait to keep waiting", events);
  }
}
