package dev.japply.execute;

import dev.japply.live.Cluster;
import dev.japply.live.ClusterException;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.Planner;
import dev.japply.problem.Problem;
import dev.japply.refusal.Sent;
import dev.japply.refusal.ServerSideProblems;
import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;

/// Finds out what the words about a refused server-side apply need: what is live, which was not
/// read before, and what a merge would come to.
record ServerSideRefusal(Cluster cluster, Planner planner) {

  /// The problems that `e` tells of.
  List<Problem> told(Target target, ClusterException e) {
    Optional<MapValue> live =
        e.status() == 409 || e.status() == 422 ? live(target) : Optional.empty();
    return told(target, live, e);
  }

  /// The same, where it is known what is live.
  List<Problem> told(Target target, Optional<MapValue> live, ClusterException e) {
    KubeObject desired = target.desired();
    Optional<MapValue> result =
        e.status() == 422 ? live.flatMap(found -> merged(target, found)) : Optional.empty();
    return ServerSideProblems.of(new Sent(desired, live, result, () -> schema(target)), e);
  }

  private Optional<MapValue> live(Target target) {
    KubeObject desired = target.desired();
    try {
      return cluster.get(target.resource(), desired.namespace(), desired.name());
    } catch (ClusterException e) {
      return Optional.empty(); // the refusal is told without it
    }
  }

  private Optional<MapValue> merged(Target target, MapValue live) {
    try {
      return planner.plan(target.desired(), Optional.of(live), schema(target))
              instanceof Action.Patch patch
          ? Optional.of(patch.result())
          : Optional.empty();
    } catch (ClusterException e) {
      return Optional.empty();
    }
  }

  private Optional<Schema> schema(Target target) {
    return cluster.strategicSchema(target.resource().gvk());
  }
}
