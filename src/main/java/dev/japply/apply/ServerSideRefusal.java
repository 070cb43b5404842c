package dev.japply.apply;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.RequestContext;
import dev.japply.cluster.ServerSideProblems;
import dev.japply.cluster.ServerSideProblems.Conflict;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.Planner;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Finds data for the message about a refused server-side apply: the live object, which was not
/// read before, and the result of a merge.
///
/// @param manager the field manager of the apply
record ServerSideRefusal(Cluster cluster, Planner planner, String manager) {

  /// Returns the problems in `e`. Reads the live object if that helps.
  ///
  /// @param known the live object; null if it was not read
  /// @param open selects the conflicts to report
  List<Problem> problems(
      ResolvedObject target,
      @Nullable MapValue known,
      ClusterException e,
      Predicate<Conflict> open) {
    KubeObject desired = target.desired();
    boolean helps = known == null && ServerSideProblems.isAboutLive(e);
    MapValue live = helps ? live(target).orElse(null) : known;
    MapValue result = e.isInvalid() && live != null ? merged(target, live) : null;
    return ServerSideProblems.of(
        new RequestContext(desired, live, result, () -> schema(target)), e, open, manager);
  }

  private Optional<MapValue> live(ResolvedObject target) {
    try {
      return target.readFrom(cluster);
    } catch (ClusterException e) {
      return Optional.empty(); // the refusal is reported without it
    }
  }

  private @Nullable MapValue merged(ResolvedObject target, MapValue live) {
    try {
      return planner.plan(target.desired(), live, schema(target).orElse(null))
              instanceof Action.Patch patch
          ? patch.result()
          : null;
    } catch (ClusterException e) {
      return null;
    }
  }

  private Optional<Schema> schema(ResolvedObject target) {
    return cluster.schema(target.resource().gvk());
  }
}
