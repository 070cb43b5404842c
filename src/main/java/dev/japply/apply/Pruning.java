package dev.japply.apply;

import dev.japply.apply.Apply.PruneRequest;
import dev.japply.apply.Apply.PruneRequest.Choice;
import dev.japply.apply.Apply.ReadinessWait;
import dev.japply.apply.PruneSearch.Found;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ServerProblems;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.Action;
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
  private final ReadinessWait successors;
  private final Cancellation cancellation;
  private final ExecutionOptions options;

  private Pruning(
      PruneScope scope,
      PruneScope.Setting setting,
      PruneRequest request,
      ReadinessWait successors,
      Cancellation cancellation) {
    this.scope = scope;
    this.setting = setting;
    this.request = request;
    this.successors = successors;
    this.cancellation = cancellation;
    this.options = setting.options();
  }

  /// The end of a prune.
  enum End {
    DONE,
    FAILED,
    /// An object that takes the place of another one is not ready, so that nothing was deleted.
    NOT_READY
  }

  /// Opens what `request` requires, before anything is written.
  ///
  /// @param successors waits for objects that take the place of others
  /// @throws JapplyException if that cannot be pruned
  static Pruning open(
      PruneScope.Setting setting,
      PruneRequest request,
      ReadinessWait successors,
      Cancellation cancellation,
      Consumer<Event> events) {
    PruneScope scope = PruneScope.open(setting, request.choice(), cancellation, events);
    return new Pruning(scope, setting, request, successors, cancellation);
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
        .filter(PlannedObject::isDeletion)
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
        scope.applied(targets, uids),
        ordered ? PrunePlan.Sequence.DEPENDENTS_FIRST : PrunePlan.Sequence.AS_FOUND);
  }

  /// Returns the planned deletions, without objects that are still to be applied.
  private static Stream<PlannedObject> unapplied(
      PruneScope.Plan plan, List<ResolvedObject> targets) {
    Set<ObjectKey> applied =
        targets.stream().map(target -> target.desired().key()).collect(Collectors.toSet());
    return plan.deletions().stream().filter(planned -> !applied.contains(planned.desired().key()));
  }

  /// Checks that no object would be deleted that must not be, and that objects that were moved are
  /// no longer in the manifests and can be deleted. Writes nothing.
  ///
  /// @param targets all objects to apply
  /// @throws JapplyException if there is such an object
  void check(List<ResolvedObject> targets) {
    scope.checkMoved(targets);
    if (!forbidden().isEmpty() || !options.planning().moves().isEmpty()) {
      refuse(unapplied(read(targets, Set.of()), targets));
    }
  }

  private ForbidRules forbidden() {
    return options.planning().forbidden();
  }

  private void refuse(Stream<PlannedObject> planned) {
    List<Problem> problems =
        planned
            .flatMap(one ->
                one.action() instanceof Action.Refused(List<Problem> refusal)
                    ? refusal.stream()
                    : forbidden().problem(one).stream())
            .toList();
    if (!problems.isEmpty()) {
      throw new JapplyException(problems);
    }
  }

  /// Prunes.
  ///
  /// @param targets all objects that were applied
  /// @param uids the objects that came of it
  End run(List<ResolvedObject> targets, Set<String> uids, Consumer<Event> events) {
    if (cancellation.requested()) {
      events.accept(Event.PruningStopped.BEFORE_THE_FIRST);
      return End.FAILED;
    }
    try {
      return prune(targets, uids, events);
    } catch (JapplyException e) {
      e.problems().forEach(problem -> events.accept(Event.about(problem)));
      return End.FAILED;
    } catch (ClusterException e) {
      events.accept(
          cancellation.requested()
              ? Event.PruningStopped.BEFORE_THE_FIRST
              : Event.about(ServerProblems.general(e)));
      return End.FAILED;
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
    Found found = scope.find(scope.applied(targets, uids).namespaces());
    found.problems().forEach(problem -> events.accept(Event.about(problem)));
    List<MapValue> left =
        found.objects().stream().filter(one -> !uids.contains(LiveMetadata.uid(one))).toList();
    if (found.problems().isEmpty()) {
      scope.conclude(new PrunePlan(List.of(), List.of(), left));
    }
    return found.problems().isEmpty();
  }

  private End prune(List<ResolvedObject> targets, Set<String> uids, Consumer<Event> events) {
    PruneScope.Plan plan = plan(targets, uids);
    if (cancellation.requested()) {
      events.accept(Event.PruningStopped.BEFORE_THE_FIRST);
      return End.FAILED;
    }
    refuse(plan.deletions().stream());
    boolean ready = isReady(plan.moved().deletions(), targets, events);
    if (cancellation.requested()) {
      events.accept(Event.PruningStopped.BEFORE_THE_FIRST);
      return End.FAILED;
    }
    if (!ready) {
      return End.NOT_READY;
    }
    boolean gone = carryOut(plan, events);
    plan.unlisted().forEach(problem -> events.accept(Event.about(problem)));
    boolean well = gone && plan.unlisted().isEmpty();
    if (well) {
      scope.conclude(plan.objects());
    }
    return well ? End.DONE : End.FAILED;
  }

  /// Waits until the objects that take the place of `moved` are ready. Returns whether all are.
  private boolean isReady(
      List<PlannedObject> moved, List<ResolvedObject> targets, Consumer<Event> events) {
    return options.dryRun() != DryRun.NONE || awaitSuccessors(successors, moved, targets, events);
  }

  /// Waits until the objects that take the place of others are ready. Returns whether all are.
  ///
  /// @param going the planned deletions
  /// @param targets the applied objects
  /// @param events receives the objects that are not deleted
  static boolean awaitSuccessors(
      ReadinessWait wait,
      List<PlannedObject> going,
      List<ResolvedObject> targets,
      Consumer<Event> events) {
    Set<ObjectKey> keys =
        going.stream().flatMap(planned -> planned.successor().stream()).collect(Collectors.toSet());
    List<ResolvedObject> awaited =
        targets.stream().filter(target -> keys.contains(target.desired().key())).toList();
    if (awaited.isEmpty()) {
      return true;
    }
    Set<ObjectKey> late =
        wait.await(awaited).stream()
            .map(target -> target.desired().key())
            .collect(Collectors.toSet());
    for (PlannedObject planned : going) {
      planned
          .successor()
          .filter(late::contains)
          .map(successor -> unmoved(planned.desired(), successor))
          .ifPresent(events);
    }
    return late.isEmpty();
  }

  private static Event unmoved(KubeObject object, ObjectKey successor) {
    String what =
        "not moved: %s, which takes its place, is not ready".formatted(successor.subject());
    return new Event.Unready(object, object.error(what, "apply again"), NotReadyCause.NONE);
  }

  private boolean carryOut(PruneScope.Plan plan, Consumer<Event> events) {
    plan.spared().forEach(problem -> events.accept(new Event.Warned(problem)));
    PrunePlan objects = plan.objects();
    if (!objects.objects().isEmpty() || !objects.kept().isEmpty()) {
      scope.caution(objects).ifPresent(problem -> events.accept(new Event.Warned(problem)));
      events.accept(new Event.Pruning(objects.objects(), objects.kept()));
    }
    return delete(plan.deletions(), events) && await(plan.going(), events);
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
