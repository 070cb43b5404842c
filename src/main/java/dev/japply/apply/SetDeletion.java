package dev.japply.apply;

import dev.japply.cluster.Cluster;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.DeletionPlanner;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.PrunePlan;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// An ApplySet to delete: its members, and after them its parent, so that no member is lost when
/// the run ends early.
public final class SetDeletion {
  private final ApplySet set;
  private final PruneSearch.Found found;

  private SetDeletion(ApplySet set, PruneSearch.Found found) {
    this.set = set;
    this.found = found;
  }

  /// Opens the set that `name` names on a cluster, as `--applyset` does, and finds its members.
  ///
  /// @param enforced whether the user named the namespace, which namespaced parents need
  /// @param events receives warnings
  /// @throws dev.japply.problem.JapplyException if the cluster cannot have the parent, or its
  ///   record of the members is not valid
  public static SetDeletion open(
      Cluster cluster,
      ExecutionOptions options,
      Cancellation cancellation,
      boolean enforced,
      String name,
      Consumer<Event> events) {
    var set = ApplySet.open(cluster, options, cancellation, enforced, name, "", events);
    set.read();
    return new SetDeletion(set, set.find(Set.of()));
  }

  public String id() {
    return set.id();
  }

  public List<KubeObject> members() {
    return found.objects().stream().map(live -> KubeObject.of(live, Origin.NONE)).toList();
  }

  /// Returns the types whose members could not be listed.
  public List<Problem> problems() {
    return found.problems();
  }

  /// Plans to delete the parent. It stays if it has data of its own, or an annotation that keeps
  /// it; the plan is empty if it does not exist.
  public Optional<PlannedObject> parent(DeletionPlanner planner) {
    return set.live()
        .map(live -> {
          KubeObject parent = KubeObject.of(live, Origin.NONE);
          return hasContent(live)
              ? new PlannedObject(parent, new Action.Unchanged(), live, live)
              : planner.with(ApplySet.MANAGER).plan(parent, live);
        });
  }

  private static boolean hasContent(MapValue parent) {
    return !parent.map("data").isEmpty()
        || !parent.map("binaryData").isEmpty()
        || !parent.map("spec").isEmpty();
  }

  /// Records the members that stay.
  ///
  /// @throws dev.japply.problem.JapplyException if that fails
  public void keep(List<MapValue> staying) {
    set.conclude(new PrunePlan(List.of(), List.of(), staying));
  }
}
