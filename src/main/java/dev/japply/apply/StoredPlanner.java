package dev.japply.apply;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.Patch;
import dev.japply.cluster.WriteOptions;
import dev.japply.plan.Action;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.StalePlanCheck;
import dev.japply.plan.StalePlanCheck.Verdict;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Carries out a stored plan where it still fits, and refuses it elsewhere; plans nothing itself.
///
/// @param cluster has the schema of a live object
record StoredPlanner(
    Cluster cluster, ExecutionOptions options, PlanCheck check, PlannedObject planned)
    implements TargetPlanner {
  @Override
  public Decision decide(ResolvedObject target, @Nullable MapValue live, RetryState retries) {
    Action.OneWrite action = action(target, live);
    return LivePlanner.warning(options, target, live, action, planned.grounds());
  }

  private Action.OneWrite action(ResolvedObject target, @Nullable MapValue live) {
    return switch (verdict(target, live)) {
      case Verdict.Fitting(Action.Patch patch) ->
          fitting(target, Objects.requireNonNull(live), patch);
      case Verdict.Fitting(Action.OneWrite action) -> action;
      case Verdict.Fitting(Action action) ->
          throw new IllegalStateException("not done by one write: " + planned);
      case Verdict.Done done -> new Action.Unchanged();
      case Verdict.Stale(List<Problem> problems) -> new Action.Refused(problems);
    };
  }

  /// Returns the verdict of the check. Where it depends on whether the server changes anything for
  /// a patch, a dry run shows that.
  Verdict.Settled verdict(ResolvedObject target, @Nullable MapValue live) {
    Verdict verdict = check.verdict(planned, live, () -> schema(target));
    return switch (verdict) {
      case Verdict.Settled settled -> settled;
      case Verdict.Applied(Action.Patch patch, List<Problem> otherwise) ->
          DryRun.SERVER.isChange(patch, Objects.requireNonNull(live), tried(target, patch))
              ? new Verdict.Stale(otherwise)
              : new Verdict.Done();
    };
  }

  /// Returns a patch only onto the version that was just found to fit. Where the plan states that
  /// the server changes nothing for it, or not some of its fields, or rewrites values, the server
  /// confirms that by a dry run.
  private Action.OneWrite fitting(ResolvedObject target, MapValue live, Action.Patch patch) {
    boolean same = planned.action() instanceof Action.Unchanged;
    if (same || !planned.grounds().kept().isEmpty() || planned.grounds().rewritten()) {
      MapValue after = tried(target, patch);
      boolean changes =
          same
              ? DryRun.SERVER.isChange(patch, live, after)
              : !StalePlanCheck.keeps(planned, live, after)
                  || check.otherResult(planned, live, after, () -> schema(target)).isPresent();
      if (changes) {
        return new Action.Refused(List.of(check.different(planned)));
      }
    }
    if (same) {
      return new Action.Unchanged();
    }
    return new Action.Patch(patch.strategic(), patch.body(), patch.result(), /* guarded= */ true);
  }

  private Optional<Schema> schema(ResolvedObject target) {
    return cluster.schema(target.resource().gvk());
  }

  private MapValue tried(ResolvedObject target, Action.Patch patch) {
    WriteOptions own = options.writeOptions();
    var dry = new WriteOptions(own.fieldManager(), own.fieldValidation(), true);
    Patch.Type type = patch.strategic() ? Patch.Type.STRATEGIC : Patch.Type.MERGE;
    return target.patch(cluster, new Patch(type, patch.body()), dry);
  }
}
