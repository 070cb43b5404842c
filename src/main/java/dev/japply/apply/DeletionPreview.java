package dev.japply.apply;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Resource;
import dev.japply.cluster.ServerProblems;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.DeletionPlanner;
import dev.japply.plan.Difference;
import dev.japply.plan.LiveMetadata;
import dev.japply.plan.PlannedObject;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Plans to delete the objects of manifests. An object that is gone already is left out, so an
/// interrupted run can be repeated. Changes nothing.
public record DeletionPreview(
    Cluster cluster, ExecutionOptions options, DeletionPlanner planner, Cancellation cancellation) {

  /// Plans to delete `objects`.
  ///
  /// @param others other objects of the run, such as the parent of an ApplySet
  /// @param enforced whether the user named the namespace, so that objects of others are refused
  /// @param events receives the progress, and objects that the cluster cannot have
  /// @return the plans in the order of the objects; none if the server is unreachable
  /// @throws ClusterException if the server is unreachable
  public List<PlannedObject> plan(
      List<KubeObject> objects,
      List<PlannedObject> others,
      boolean enforced,
      Consumer<Event> events) {
    CustomTypes types = CustomTypes.of(objects);
    ResolvedObjects found =
        ResolvedObjects.find(cluster, enforced, objects, types, options.compatibility());
    found.problems().forEach(problem -> events.accept(new Event.Rejected(problem)));
    var plans = new ArrayList<PlannedObject>();
    Optional<Problem> away =
        new PreviewRun(cluster, options, cancellation, events)
            .run(
                found.targets(),
                /* bulk= */ true,
                (context, target) -> plan(context, target, types),
                planned -> planned,
                plans::add);
    away.ifPresent(problem -> events.accept(new Event.Rejected(problem)));
    return away.isPresent() || cancellation.requested() ? List.of() : checked(plans, others);
  }

  /// Plans for one object; empty if the run is to end. It is gone if its type is, which the input
  /// defines.
  private Optional<PlannedObject> plan(
      ApplyContext context, ResolvedObject target, CustomTypes types) {
    KubeObject desired = target.desired();
    try {
      boolean served = target.definition() == null;
      MapValue live = served ? context.objects().read(target).orElse(null) : null;
      return Optional.of(planner.plan(desired, live));
    } catch (ClusterException e) {
      if (e.isNotFound() && types.find(desired.gvk()).isPresent()) {
        return Optional.of(planner.plan(desired, null));
      }
      if (context.cancellation().isEndedBy(e)) {
        return Optional.empty();
      }
      return Optional.of(PlannedObject.refused(desired, ServerProblems.of(desired, e)));
    }
  }

  /// Refuses the deletion of a Namespace or a type with objects that are not deleted themselves.
  private List<PlannedObject> checked(List<PlannedObject> plans, List<PlannedObject> others) {
    Set<ObjectKey> deleted = new HashSet<>();
    Set<String> uids = new HashSet<>();
    Stream.concat(plans.stream(), others.stream())
        .filter(PlannedObject::isDeletion)
        .forEach(planned -> {
          deleted.add(planned.desired().key());
          uids.add(LiveMetadata.uid((MapValue) planned.before()));
        });
    return plans.stream()
        .map(planned -> planned.isDeletion() ? checked(planned, deleted, uids) : planned)
        .toList();
  }

  private PlannedObject checked(PlannedObject planned, Set<ObjectKey> deleted, Set<String> uids) {
    KubeObject object = planned.desired();
    if (planner.takes(object) || !options.allows(Difference.REFUSES_DELETING_OTHERS)) {
      return planned;
    }
    try {
      List<KubeObject> others = new DeletedAlong(cluster).others(object, deleted, uids);
      return others.isEmpty()
          ? planned
          : PlannedObject.refused(
              object, (MapValue) planned.before(), List.of(takesAlong(object, others)));
    } catch (ClusterException e) {
      return PlannedObject.refused(
          object, (MapValue) planned.before(), ServerProblems.of(object, e));
    }
  }

  private static Problem takesAlong(KubeObject object, List<KubeObject> others) {
    int more = others.size() - DeletedAlong.NAMED;
    return object.error(
        "its deletion would delete %d %s that %s not in the input: %s%s"
            .formatted(
                others.size(),
                others.size() == 1 ? "object" : "objects",
                others.size() == 1 ? "is" : "are",
                DeletedAlong.first(others),
                more > 0 ? " and " + more + " more" : ""),
        (others.size() == 1 ? "delete it" : "delete them")
            + " first, or all of it by "
            + DeletionPlanner.take(object));
  }

  /// Returns the problem of an object that does not exist.
  public static List<Problem> missing(Cluster cluster, KubeObject object) {
    Resource type =
        cluster
            .resource(object.gvk())
            .orElseGet(() -> new Resource(object.gvk(), object.gvk().kind(), true));
    return ServerProblems.of(object, ClusterException.notFound(type, object.name()));
  }
}
