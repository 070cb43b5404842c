package dev.japply.apply;

import dev.japply.apply.PruneScope.Place;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.Resource;
import dev.japply.cluster.TypeNames;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.LabelSelector;
import dev.japply.object.ManagedFields;
import dev.japply.object.ObjectKey;
import dev.japply.object.SecretCopies;
import dev.japply.plan.Action;
import dev.japply.plan.LiveMetadata;
import dev.japply.plan.MovePlanner;
import dev.japply.plan.Moves;
import dev.japply.plan.Moves.Move;
import dev.japply.plan.Moves.MovedObject;
import dev.japply.plan.PlannedObject;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Finds the objects that were moved and still exist, and plans to delete them. Reads only.
///
/// @param selector the labels of objects that the run may prune
/// @param planner decides about each object
record MoveSearch(Cluster cluster, Moves moves, LabelSelector selector, MovePlanner planner) {

  /// Returns the search of a run that prunes.
  ///
  /// @param selector the labels of objects that the run may prune
  /// @param sets the ids of the ApplySets whose members may be deleted
  /// @param copies values of Secrets of the run
  static MoveSearch of(
      PruneScope scope, LabelSelector selector, Set<String> sets, SecretCopies copies) {
    ExecutionOptions options = scope.options();
    Set<String> managers =
        new HashSet<>(Set.of(ManagedFields.CLIENT_SIDE, ManagedFields.SERVER_SIDE));
    managers.add(options.fieldManager());
    return new MoveSearch(
        scope.cluster(),
        scope.moves().renames(),
        selector,
        new MovePlanner(managers, sets, options.planning(), copies));
  }

  /// The objects that were moved.
  ///
  /// @param deletions the planned deletions, some of them refused
  /// @param remarks warnings about objects that stay
  record Moved(List<PlannedObject> deletions, List<Problem> remarks) {
    static final Moved NONE = new Moved(List.of(), List.of());

    Moved {
      deletions = List.copyOf(deletions);
      remarks = List.copyOf(remarks);
    }
  }

  /// One object that was moved.
  ///
  /// @param namespace empty for an object of the whole cluster
  private record Source(
      MovedObject object, Resource resource, String namespace, KubeObject successor) {
    Optional<MapValue> read(Cluster cluster) {
      return cluster.get(resource, namespace, object.name());
    }
  }

  /// Returns the places of the objects that were moved.
  ///
  /// @param objects the applied objects
  List<Place> places(List<KubeObject> objects) {
    return sources(objects).stream()
        .map(source -> new Place(source.resource, source.namespace))
        .toList();
  }

  /// Finds the objects that were moved to one of `objects`.
  ///
  /// @param objects the applied objects
  /// @param uids their uids: an object can have another group now, and still be the same
  /// @throws dev.japply.cluster.ClusterException if an object cannot be read
  Moved find(List<KubeObject> objects, Set<String> uids) {
    var deletions = new ArrayList<PlannedObject>();
    var remarks = new ArrayList<Problem>();
    for (Source source : sources(objects)) {
      Optional<MapValue> live =
          source.read(cluster).filter(there -> !uids.contains(LiveMetadata.uid(there)));
      if (live.isEmpty()) {
        continue; // the move is done
      }
      PlannedObject planned = planner.plan(source.object, source.successor, live.get());
      if (!selector.matches(live.get())) {
        remarks.add(unselected(planned.desired(), source.successor));
      } else if (planned.action() instanceof Action.Unchanged) {
        planner.remark(planned, source.successor).ifPresent(remarks::add);
      } else {
        deletions.add(planned);
      }
    }
    return new Moved(deletions, remarks);
  }

  /// Refuses the deletion of a Namespace or a type with objects that are not deleted themselves.
  ///
  /// @param pruned the deletions of other objects
  /// @throws dev.japply.cluster.ClusterException if the objects cannot be listed
  Moved checked(Moved moved, List<PlannedObject> pruned) {
    Set<ObjectKey> deleted = new HashSet<>();
    Set<String> uids = new HashSet<>();
    Stream.concat(moved.deletions.stream(), pruned.stream())
        .filter(PlannedObject::isDeletion)
        .forEach(planned -> {
          deleted.add(planned.desired().key());
          uids.add(LiveMetadata.uid(planned.desired().tree()));
        });
    return new Moved(
        moved.deletions.stream()
            .map(planned -> planned.isDeletion() ? checked(planned, deleted, uids) : planned)
            .toList(),
        moved.remarks);
  }

  private PlannedObject checked(PlannedObject planned, Set<ObjectKey> deleted, Set<String> uids) {
    KubeObject object = planned.desired();
    List<KubeObject> others = new DeletedAlong(cluster).others(object, deleted, uids);
    if (others.isEmpty()) {
      return planned;
    }
    int more = others.size() - DeletedAlong.NAMED;
    String what =
        "is not moved: its deletion would also delete %s%s"
            .formatted(DeletedAlong.first(others), more > 0 ? " and " + more + " more" : "");
    Problem problem = object.error(what, "move these objects, too, or delete them first");
    return PlannedObject.refused(object, object.tree(), List.of(problem));
  }

  private static Problem unselected(KubeObject object, KubeObject successor) {
    return object.warning(
        WarningId.NOT_PRUNED,
        "stays after its move to %s, because --selector does not match it"
            .formatted(successor.key().subject()),
        "delete it by hand, or prune with another selector");
  }

  /// Returns the objects whose types the server has.
  private List<Source> sources(List<KubeObject> objects) {
    String namespace = cluster.defaultNamespace();
    var sources = new ArrayList<Source>();
    for (Move move : moves.moves()) {
      Moves.successor(move, objects, namespace)
          .flatMap(successor -> source(move.from(), successor, namespace))
          .ifPresent(sources::add);
    }
    return sources;
  }

  /// Returns an object whose type the server has; empty if it has no such type, so that all its
  /// objects are gone.
  private Optional<Source> source(MovedObject from, KubeObject successor, String namespace) {
    Gvk type = from.type(successor);
    Optional<Resource> resource =
        type.version().isEmpty()
            ? new TypeNames(cluster.types().served()).one(type.groupKind())
            : cluster.resource(type);
    return resource.map(found -> {
      String own = from.namespace().isEmpty() ? namespace : from.namespace();
      return new Source(from, found, found.namespaced() ? own : "", successor);
    });
  }
}
