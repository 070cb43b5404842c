package dev.japply.apply;

import dev.japply.plan.Action;
import dev.japply.plan.ChangeReasons;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Decides about one write to an object.
@FunctionalInterface
interface TargetPlanner {
  /// Returns the decision for `target`.
  ///
  /// @param live the live object; null if there is none, or it was not read
  /// @param retries the attempts so far
  Decision decide(ResolvedObject target, @Nullable MapValue live, RetryState retries);

  /// Decision about an object.
  ///
  /// @param warnings problems to report before the first patch of the object
  record Decision(Action.OneWrite action, ChangeReasons grounds, List<Problem> warnings) {
    public Decision {
      warnings = List.copyOf(warnings);
    }

    /// A decision without reasons.
    static Decision of(Action.OneWrite action) {
      return new Decision(action, ChangeReasons.NONE, List.of());
    }
  }
}
