package dev.japply.apply;

import dev.japply.cluster.Cluster;
import dev.japply.plan.Action;
import dev.japply.plan.Grounds;
import dev.japply.plan.Planner;
import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Plans by what is live, and by who merges.
///
/// @param cluster is asked for the schema of a live object that is merged here
record NewPlanner(Cluster cluster, ApplyMethod method, Planner planner) implements TargetPlanner {

  @Override
  public Action.OneWrite plan(ResolvedObject target, @Nullable MapValue live) {
    return plan(target, live, unwanted -> {});
  }

  @Override
  public Action.OneWrite plan(
      ResolvedObject target, @Nullable MapValue live, Consumer<Grounds> grounds) {
    return switch (method) {
      case ApplyMethod.ClientSide here -> {
        Planner.Decided decided =
            planner.decide(target.desired(), live, live == null ? null : schema(target));
        grounds.accept(decided.grounds());
        yield decided.action();
      }
      case ApplyMethod.ServerSide(boolean force, String subresource, boolean compared) ->
          planner
              .refuseOnServer(target.desired())
              .<Action.OneWrite>map(refused -> refused)
              .orElseGet(() ->
                  new Action.Apply(planner.normalize(target.desired()).tree(), force, subresource));
    };
  }

  private @Nullable Schema schema(ResolvedObject target) {
    return cluster.schema(target.resource().gvk()).orElse(null);
  }
}
