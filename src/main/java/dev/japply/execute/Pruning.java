package dev.japply.execute;

import dev.japply.event.Event;
import dev.japply.execute.PruneRequest.Choice;
import dev.japply.execute.PruneSearch.Found;
import dev.japply.execute.Staged.End;
import dev.japply.execute.Staged.Step;
import dev.japply.live.Cluster;
import dev.japply.live.ClusterException;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.Order;
import dev.japply.plan.PrunePlan;
import dev.japply.plan.PrunePlan.Desired;
import dev.japply.plan.PrunePlan.Sequence;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.refusal.ServerProblems;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/// Deletes what was applied once and is no longer desired, after all that is desired was applied.
///
/// What goes is told before any of it goes. After a failure the others go all the same; by
/// kubectl's ways none does.
public final class Pruning {
  private final ApplyOptions options;
  private final Stop stop;
  private final Watcher watcher;
  private final PruneScope scope;
  private final Setting setting;
  private final PruneRequest request;
  private final PruneWait wait;

  private Pruning(
      Setting setting, PruneRequest request, Stop stop, PruneScope scope, PruneWait wait) {
    this.options = setting.options();
    this.stop = stop;
    this.watcher = setting.watcher();
    this.scope = scope;
    this.setting = setting;
    this.request = request;
    this.wait = wait;
  }

  /// Where objects are applied and pruned.
  ///
  /// @param namespace of objects that name none
  /// @param types the types that the input defines
  /// @param watcher hears how far pruning is
  public record Setting(
      Cluster cluster,
      ApplyOptions options,
      Targets.Namespace namespace,
      CustomTypes types,
      Watcher watcher) {}

  /// Finds out what was asked for, before anything is written.
  ///
  /// @throws JapplyException when that cannot be pruned
  public static Pruning open(
      Setting setting, PruneRequest request, Stop stop, Consumer<Event> events) {
    Cluster cluster = setting.cluster();
    ApplyOptions options = setting.options();
    PruneScope scope =
        switch (request.choice()) {
          case Choice.Applied applied ->
              AppliedScope.open(
                  cluster,
                  applied,
                  setting.namespace(),
                  setting.types(),
                  options.likeKubectl(),
                  options.schedule().concurrency());
          case Choice.Members(String parent) ->
              new ApplySet(
                  cluster,
                  options,
                  stop,
                  new SetParents(cluster, setting.namespace()).find(parent),
                  problem -> events.accept(new Event.Warned(problem)));
        };
    return new Pruning(
        setting, request, stop, scope, new PruneWait(cluster, request, options, stop));
  }

  /// `objects` as they are to be applied: members of an ApplySet get its label.
  public List<KubeObject> members(List<KubeObject> objects) {
    return scope.members(objects);
  }

  /// Called before anything is applied.
  public void begin(List<Target> targets) {
    scope.begin(targets);
  }

  /// Prunes.
  ///
  /// @param targets what was applied, all of it
  /// @param uids the objects that came of it
  /// @return whether all went well
  public boolean run(List<Target> targets, Set<String> uids, Consumer<Event> events) {
    if (stop.requested()) {
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
          stop.requested()
              ? Event.PruningStopped.BEFORE_THE_FIRST
              : Event.about(ServerProblems.general(e)));
      return false;
    }
  }

  private boolean prune(List<Target> targets, Set<String> uids, Consumer<Event> events) {
    Found found = scope.find(targets);
    if (stop.requested()) {
      events.accept(Event.PruningStopped.BEFORE_THE_FIRST);
      return false;
    }
    var desired = new Desired(uids, options.likeKubectl() ? Set.of() : namespaces(targets));
    boolean well = found.problems().isEmpty();
    well &= carryOut(PrunePlan.of(found.objects(), desired, sequence()), events);
    found.problems().forEach(problem -> events.accept(Event.about(problem)));
    if (well) {
      scope.end();
    }
    return well;
  }

  private Sequence sequence() {
    return options.likeKubectl() ? Sequence.AS_FOUND : Sequence.DEPENDENTS_FIRST;
  }

  private static Set<String> namespaces(List<Target> targets) {
    var namespaces = new TreeSet<String>();
    targets.forEach(target -> namespaces.add(target.desired().namespace()));
    return namespaces;
  }

  private boolean carryOut(PrunePlan plan, Consumer<Event> events) {
    plan.spared().forEach(object -> events.accept(new Event.Warned(spared(object))));
    if (!plan.objects().isEmpty() && !options.likeKubectl()) {
      scope.caution(plan).ifPresent(problem -> events.accept(new Event.Warned(problem)));
      events.accept(new Event.Pruning(plan.objects()));
    }
    return delete(plan.objects(), events) && wait.await(plan.objects(), events);
  }

  /// Whether all went well.
  private boolean delete(List<MapValue> objects, Consumer<Event> events) {
    var outage = new Outage(stop);
    var deleter = new Deleter(setting.cluster(), request.deletion(), options, outage);
    try (var workers = new Workers(options.schedule().concurrency())) {
      var heldBack = new HeldBack(objects.size(), events, Detail.WHOLE);
      var staged = new Staged<MapValue>(workers, heldBack, outage, watcher, deleter);
      watcher.expect(objects.size());
      for (List<Step<MapValue>> stage : stages(objects)) {
        boolean over = options.likeKubectl() && staged.count(End.FAILED) > 0;
        if (!outage.requested() && !over) {
          staged.await(staged.begin(stage));
        }
      }
      staged.end();
      int failed = staged.count(End.FAILED);
      int unknown = staged.count(End.UNKNOWN);
      outage.problem().ifPresent(problem -> events.accept(new Event.Rejected(problem)));
      if (outage.requested()) {
        List<ObjectKey> left = staged.notTried(objects);
        events.accept(new Event.PruningStopped(staged.count(End.APPLIED), failed, unknown, left));
      }
      return failed + unknown == 0 && !outage.requested();
    }
  }

  /// What needs others goes before them.
  private List<List<Step<MapValue>>> stages(List<MapValue> objects) {
    return options.likeKubectl()
        ? Staged.stages(objects, Order.INPUT, Gvk::of)
        : Staged.stages(objects, Order.DEPENDENCIES, Gvk::of).reversed();
  }

  static Problem spared(MapValue namespace) {
    return Problem.warning(
        Origin.NONE,
        KubeObject.of(namespace, Origin.NONE).key().subject(),
        "not pruned, since objects of the manifests are in it",
        "put it into the manifests, or delete it by hand");
  }
}
