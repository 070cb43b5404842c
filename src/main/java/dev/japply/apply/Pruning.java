package dev.japply.apply;

import dev.japply.apply.PruneRequest.Choice;
import dev.japply.apply.PruneSearch.Found;
import dev.japply.apply.WaveReadiness.Waits;
import dev.japply.apply.Waves.Sequence;
import dev.japply.apply.Waves.Task;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ServerProblems;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.object.SecretCopies;
import dev.japply.plan.Compatibility;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.Difference;
import dev.japply.plan.ForbidRules;
import dev.japply.plan.LiveMetadata;
import dev.japply.plan.Order;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.PrunePlan;
import dev.japply.plan.PrunePlan.Desired;
import dev.japply.plan.PrunePlan.Protection;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Deletes objects that were applied once and are no longer desired, after all others were applied.
///
/// The objects are reported before any of them is deleted. After a failure the others are deleted
/// all the same.
public final class Pruning {
  private final ExecutionOptions options;
  private final Cancellation cancellation;
  private final PruneScope scope;
  private final Setting setting;
  private final PruneRequest request;
  private final PruneWait wait;

  private Pruning(
      Setting setting,
      PruneRequest request,
      Cancellation cancellation,
      PruneScope scope,
      PruneWait wait) {
    this.options = setting.options();
    this.cancellation = cancellation;
    this.scope = scope;
    this.setting = setting;
    this.request = request;
    this.wait = wait;
  }

  /// Cluster, options and types of a run that prunes.
  ///
  /// @param enforced whether the user named the namespace
  /// @param types the types that the input defines
  public record Setting(
      Cluster cluster, ExecutionOptions options, boolean enforced, CustomTypes types) {}

  /// Opens what `request` requires, before anything is written.
  ///
  /// @throws JapplyException if that cannot be pruned
  public static Pruning open(
      Setting setting, PruneRequest request, Cancellation cancellation, Consumer<Event> events) {
    Cluster cluster = setting.cluster();
    ExecutionOptions options = setting.options();
    PruneScope scope =
        switch (request.choice()) {
          case Choice.Applied applied ->
              PruneAllowlist.open(cluster, applied, setting.enforced(), setting.types(), options);
          case Choice.Members(String parent, String adopted) ->
              ApplySet.open(
                  cluster, options, cancellation, setting.enforced(), parent, adopted, events);
        };
    return new Pruning(
        setting,
        request,
        cancellation,
        scope,
        new PruneWait(cluster, request, options, cancellation));
  }

  /// `objects` as they are to be applied: members of an ApplySet get its label.
  public List<KubeObject> members(List<KubeObject> objects) {
    return scope.members(objects);
  }

  /// The uids of the objects that would be pruned now. Writes nothing.
  ///
  /// @param targets all objects to apply
  /// @param uids the objects that it is applied to
  /// @param problems receives types that could not be listed
  /// @throws JapplyException when that cannot be found out
  public Set<String> prunable(
      List<ResolvedObject> targets, Set<String> uids, Consumer<Problem> problems) {
    return planned(targets, uids, problems)
        .map(planned -> LiveMetadata.uid((MapValue) planned.before()))
        .collect(Collectors.toSet());
  }

  private Stream<PlannedObject> planned(
      List<ResolvedObject> targets, Set<String> uids, Consumer<Problem> problems) {
    scope.read();
    Found found = scope.find(namespaces(targets));
    found.problems().forEach(problems);
    Set<ObjectKey> applied =
        targets.stream().map(target -> target.desired().key()).collect(Collectors.toSet());
    return plan(found, desired(targets, uids)).planned(copies(targets)).stream()
        .filter(planned -> !applied.contains(planned.desired().key()));
  }

  private static SecretCopies copies(List<ResolvedObject> targets) {
    return SecretCopies.fromSecrets(targets.stream().map(target -> target.desired().tree()));
  }

  /// Checks that no object would be pruned that must not be deleted. Writes nothing.
  ///
  /// @param targets all objects to apply
  /// @throws JapplyException if there is such an object
  public void checkForbidden(List<ResolvedObject> targets) {
    if (!forbidden().isEmpty()) {
      refuse(planned(targets, Set.of(), problem -> {}));
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

  private Desired desired(List<ResolvedObject> targets, Set<String> uids) {
    boolean spares = options.allows(Difference.SPARES_OCCUPIED_NAMESPACES);
    return new Desired(uids, spares ? namespaces(targets) : Set.of());
  }

  /// Called before anything is applied.
  public void prepare(List<ResolvedObject> targets) {
    scope.prepare(targets);
  }

  /// Prunes.
  ///
  /// @param targets all objects that were applied
  /// @param uids the objects that came of it
  /// @return whether all went well
  public boolean run(List<ResolvedObject> targets, Set<String> uids, Consumer<Event> events) {
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
  public boolean conclude(
      List<ResolvedObject> targets, Set<String> uids, List<MapValue> gone, Consumer<Event> events) {
    if (!wait.await(gone, events)) {
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
    Found found = scope.find(namespaces(targets));
    found.problems().forEach(problem -> events.accept(Event.about(problem)));
    List<MapValue> left =
        found.objects().stream().filter(one -> !uids.contains(LiveMetadata.uid(one))).toList();
    if (found.problems().isEmpty()) {
      scope.conclude(new PrunePlan(List.of(), List.of(), left));
    }
    return found.problems().isEmpty();
  }

  private boolean prune(List<ResolvedObject> targets, Set<String> uids, Consumer<Event> events) {
    Found found = scope.find(namespaces(targets));
    if (cancellation.requested()) {
      events.accept(Event.PruningStopped.BEFORE_THE_FIRST);
      return false;
    }
    boolean well = found.problems().isEmpty();
    PrunePlan plan = plan(found, desired(targets, uids));
    List<PlannedObject> planned = plan.planned(copies(targets));
    refuse(planned.stream());
    well &= carryOut(plan, planned, events);
    found.problems().forEach(problem -> events.accept(Event.about(problem)));
    if (well) {
      scope.conclude(plan);
    }
    return well;
  }

  private PrunePlan plan(Found found, Desired desired) {
    PrunePlan.Sequence sequence =
        options.allows(Difference.ORDERS_BY_DEPENDENCY)
            ? PrunePlan.Sequence.DEPENDENTS_FIRST
            : PrunePlan.Sequence.AS_FOUND;
    return PrunePlan.of(found.objects(), desired, sequence, protection(options.compatibility()));
  }

  static Protection protection(Compatibility compatibility) {
    return compatibility.allows(Difference.KEEPS_PROTECTED_OBJECTS)
        ? Protection.HEEDED
        : Protection.PASSED_OVER;
  }

  private static Set<String> namespaces(List<ResolvedObject> targets) {
    var namespaces = new TreeSet<String>();
    targets.stream()
        .filter(target -> target.resource().namespaced())
        .forEach(target -> namespaces.add(target.desired().namespace()));
    return namespaces;
  }

  private boolean carryOut(PrunePlan plan, List<PlannedObject> planned, Consumer<Event> events) {
    plan.spared().forEach(object -> events.accept(new Event.Warned(spared(object, plan))));
    boolean some = !plan.objects().isEmpty() || !plan.kept().isEmpty();
    if (some) {
      scope.caution(plan).ifPresent(problem -> events.accept(new Event.Warned(problem)));
      events.accept(new Event.Pruning(plan.objects(), plan.kept()));
    }
    return delete(planned, events) && wait.await(plan.objects(), events);
  }

  /// Deletes an object that needs others before them. Returns whether all went well.
  private boolean delete(List<PlannedObject> objects, Consumer<Event> events) {
    boolean ordered = options.allows(Difference.ORDERS_BY_DEPENDENCY);
    Order order = ordered ? Order.DEPENDENCIES : Order.INPUT;
    var run = new RunCancellation(cancellation);
    var gone = new DeletedWaveWait(setting.cluster(), request.deletion(), run, events);
    ApplySummary deleted =
        Waves.run(
            setting.cluster(),
            new Waves.Setting(
                options.with(new Schedule(order, options.schedule().concurrency())),
                Waits.WAVES_PAST_FAILURES,
                DeletedWaveWait.isWanted(options) ? gone : ReadinessWait.NONE,
                EventDetail.WHOLE),
            run,
            objects.stream().map(this::deletion).toList(),
            ordered ? Sequence.DEPENDENTS_FIRST : Sequence.BY_TYPE,
            event -> events.accept(event instanceof Event.Stopped end ? end.ofPruning() : event));
    return deleted.tally().failed() == 0 && !run.requested();
  }

  private Task deletion(PlannedObject planned) {
    var resource = setting.cluster().resource(planned.desired().gvk()).orElseThrow();
    var target = new ResolvedObject(planned.desired(), resource);
    return new Task(target, new Waves.Work.Delete(planned, request.deletion()));
  }

  static Problem spared(MapValue object, PrunePlan plan) {
    return Problem.warning(
        WarningId.NOT_PRUNED,
        Origin.NONE,
        KubeObject.of(object, Origin.NONE).key().subject(),
        plan.takesKeptAlong(object)
            ? "not pruned, because objects that are kept would be deleted with it"
            : "not pruned, because it contains objects of the manifests",
        "add it to the manifests, or delete it by hand");
  }
}
