package dev.japply.execute.planning;

import dev.japply.execute.ApplyMethod;
import dev.japply.execute.ResolvedObject;
import dev.japply.live.Cluster;
import dev.japply.plan.Action;
import dev.japply.plan.Planner;
import dev.japply.tree.Value.MapValue;
import java.util.Optional;

/// Plans what to do with an object, by who merges.
///
/// @param cluster is asked for the schema of a live object that is merged here
public record TargetPlanner(Cluster cluster, ApplyMethod method, Planner planner) {

  /// What to do with the object of `target`, of which that is live.
  public Action.OneWrite plan(ResolvedObject target, Optional<MapValue> live) {
    return switch (method) {
      case ApplyMethod.ClientSide here -> merge(target, live);
      case ApplyMethod.ServerSide(boolean force, String subresource, boolean compared) ->
          new Action.Apply(planner.normalize(target.desired()).tree(), force, subresource);
    };
  }

  /// What a merge comes to here.
  Action.Merged merge(ResolvedObject target, Optional<MapValue> live) {
    return planner.plan(
        target.desired(), live, live.flatMap(found -> cluster.schema(target.resource().gvk())));
  }
}
