package dev.japply.apply;

import dev.japply.cluster.Cluster;
import dev.japply.plan.Action;
import dev.japply.plan.Difference;
import dev.japply.plan.PlanCheck;
import dev.japply.plan.PlanCheck.Verdict;
import dev.japply.plan.PlannedObject;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Plans nothing anew: does what was planned before where it still fits, and refuses it elsewhere.
///
/// @param cluster has the schema of a live object
record StoredPlanner(
    Cluster cluster, ExecutionOptions options, PlanCheck check, PlannedObject planned)
    implements TargetPlanner {
  @Override
  public Decision decide(ResolvedObject target, @Nullable MapValue live, RetryState retries) {
    Action.OneWrite action = action(target, live);
    return options.allows(Difference.WARNS_BEFORE_PATCHES)
        ? NewPlanner.warning(options, target, live, action, planned.grounds())
        : new Decision(action, planned.grounds(), List.of());
  }

  private Action.OneWrite action(ResolvedObject target, @Nullable MapValue live) {
    Verdict verdict = check.verdict(planned, live, () -> cluster.schema(target.resource().gvk()));
    return switch (verdict) {
      case Verdict.Fitting(Action.OneWrite action) -> guarded(action);
      case Verdict.Fitting(Action action) ->
          throw new IllegalStateException("not done by one write: " + planned);
      case Verdict.Done done -> new Action.Unchanged();
      case Verdict.Stale(List<Problem> problems) -> new Action.Refused(problems);
    };
  }

  /// A patch only onto the version for which it was just found to fit.
  private static Action.OneWrite guarded(Action.OneWrite action) {
    return action instanceof Action.Patch(var strategic, var body, var result, var guarded)
        ? new Action.Patch(strategic, body, result, /* guarded= */ true)
        : action;
  }
}
