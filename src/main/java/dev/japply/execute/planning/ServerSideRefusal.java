package dev.japply.execute.planning;

import dev.japply.apierror.RequestContext;
import dev.japply.apierror.ServerSideProblems;
import dev.japply.execute.ResolvedObject;
import dev.japply.live.Cluster;
import dev.japply.live.ClusterException;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.Planner;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;

/// Finds out what the words about a refused server-side apply need: what is live, which was not
/// read before, and what a merge would come to.
public record ServerSideRefusal(Cluster cluster, Planner planner) {

  /// The problems that `e` tells of.
  public List<Problem> problems(ResolvedObject target, ClusterException e) {
    Optional<MapValue> live =
        e.status() == 409 || e.status() == 422 ? live(target) : Optional.empty();
    return problems(target, live, e);
  }

  /// The same, where it is known what is live.
  List<Problem> problems(ResolvedObject target, Optional<MapValue> live, ClusterException e) {
    KubeObject desired = target.desired();
    Optional<MapValue> result =
        e.status() == 422 ? live.flatMap(found -> merged(target, found)) : Optional.empty();
    return ServerSideProblems.of(
        new RequestContext(desired, live, result, () -> schema(target)), e);
  }

  private Optional<MapValue> live(ResolvedObject target) {
    try {
      return target.readFrom(cluster);
    } catch (ClusterException e) {
      return Optional.empty(); // the refusal is told without it
    }
  }

  private Optional<MapValue> merged(ResolvedObject target, MapValue live) {
    try {
      return planner.plan(target.desired(), Optional.of(live), schema(target))
              instanceof Action.Patch patch
          ? Optional.of(patch.result())
          : Optional.empty();
    } catch (ClusterException e) {
      return Optional.empty();
    }
  }

  private Optional<Schema> schema(ResolvedObject target) {
    return cluster.schema(target.resource().gvk());
  }
}
