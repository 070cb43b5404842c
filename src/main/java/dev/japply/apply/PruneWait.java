package dev.japply.apply;

import dev.japply.apply.DeletionWait.DeletedObject;
import dev.japply.apply.DeletionWait.End;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ServerProblems;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.plan.Difference;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.Value.MapValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Waits until pruned objects are gone, if the user requires that; kubectl takes the flag and does
/// not wait.
record PruneWait(
    Cluster cluster, PruneRequest request, ExecutionOptions options, Cancellation cancellation) {
  /// Waits for `objects`, one after another: they all go at the same time.
  ///
  /// @return whether all are gone
  boolean await(List<MapValue> objects, Consumer<Event> events) {
    boolean awaited = request.awaited() && options.allows(Difference.AWAITS_PRUNED);
    if (!awaited || options.dryRun() != DryRun.NONE) {
      return true;
    }
    boolean gone = true;
    var left = new ArrayList<>(objects);
    while (!left.isEmpty() && !cancellation.requested()) {
      gone &= isGone(left.getFirst(), events);
      if (!cancellation.requested()) {
        left.removeFirst();
      }
    }
    if (!left.isEmpty()) {
      left.forEach(
          live -> events.accept(new Event.Warned(unwatched(KubeObject.of(live, Origin.NONE)))));
    }
    return gone && left.isEmpty();
  }

  private boolean isGone(MapValue live, Consumer<Event> events) {
    KubeObject object = KubeObject.of(live, Origin.NONE);
    var problems = new WaitProblems(object, "pruned");
    Duration limit = request.deletion().limit(live);
    try {
      var deleted = DeletedObject.of(cluster.resource(object.gvk()).orElseThrow(), live);
      End end =
          new DeletionWait(cluster, cancellation)
              .await(deleted, limit, there -> events.accept(problems.waiting(there)));
      if (end instanceof End.Late(MapValue there)) {
        Problem late =
            problems.late(there, limit, "apply again with --prune --wait to keep waiting");
        events.accept(Event.about(late));
        return false;
      }
      return true;
    } catch (ClusterException e) {
      ServerProblems.of(object, e).forEach(problem -> events.accept(Event.about(problem)));
      return false;
    }
  }

  private static Problem unwatched(KubeObject object) {
    return Problem.warning(
        WarningId.NOT_PRUNED,
        Origin.NONE,
        object.key().subject(),
        "pruned, but may still exist: the run was interrupted",
        "");
  }
}
