package dev.japply.apply;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.cluster.Cluster;
import dev.japply.plan.Action;
import dev.japply.plan.ChangeReasons;
import dev.japply.plan.ObjectExplanation;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner;
import dev.japply.plan.Planner.Annotation;
import dev.japply.plan.ReasonDetail;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Plans by the live object and the method of the options.
///
/// @param cluster has the schema of a live object that is merged here
/// @param warns whether refusals to expect and lost values are reported before a patch is sent
record NewPlanner(Cluster cluster, ExecutionOptions options, Planner planner, boolean warns)
    implements TargetPlanner {
  /// A planner for applying objects.
  static NewPlanner forApply(Cluster cluster, ExecutionOptions options) {
    // Warnings follow from the reasons.
    var planner = new Planner(options.planning().with(ReasonDetail.SENT));
    return new NewPlanner(cluster, options, planner, true);
  }

  /// A planner for server-side apply.
  static NewPlanner forServer(Cluster cluster, ExecutionOptions options) {
    var planner = new Planner(options.planning(), Annotation.LEFT);
    return new NewPlanner(cluster, options, planner, false);
  }

  /// A planner without warnings.
  static NewPlanner of(Cluster cluster, ExecutionOptions options, Planner planner) {
    return new NewPlanner(cluster, options, planner, false);
  }

  @Override
  public Decision decide(ResolvedObject target, @Nullable MapValue live, RetryState retries) {
    return switch (options.method()) {
      case ApplyMethod.ClientSide here -> {
        Planner.Decided decided =
            planner.decide(target.desired(), live, live == null ? null : schema(target));
        yield warns
            ? warning(options, target, live, decided.action(), decided.grounds())
            : new Decision(decided.action(), decided.grounds(), List.of());
      }
      case ApplyMethod.ServerSide(boolean force, String subresource, boolean compared) ->
          Decision.of(
              planner
                  .refuseOnServer(target.desired())
                  .<Action.OneWrite>map(refused -> refused)
                  .orElseGet(() ->
                      new Action.Apply(
                          planner.normalize(target.desired()).tree(), force, subresource)));
    };
  }

  private @Nullable Schema schema(ResolvedObject target) {
    return cluster.schema(target.resource().gvk()).orElse(null);
  }

  /// Returns the decision for `action`, with warnings about values of others that a patch changes.
  static Decision warning(
      ExecutionOptions options,
      ResolvedObject target,
      @Nullable MapValue live,
      Action.OneWrite action,
      ChangeReasons grounds) {
    if (live == null || !(action instanceof Action.Patch) || grounds.reasons().isEmpty()) {
      return new Decision(action, grounds, List.of());
    }
    ChangeReasons reasons = ChangeReasons.of(grounds.reasons());
    var planned = new PlannedObject(target.desired(), action, live, MISSING, reasons);
    boolean asked = options.dryRun() != DryRun.CLIENT;
    List<Problem> harms =
        ObjectExplanation.harms(planned, options.fieldManager(), options.replaces(), asked);
    return new Decision(action, grounds, harms);
  }
}
