package dev.japply.apply;

import dev.japply.plan.PlannedObject;
import dev.japply.plan.ServerSidePlanCheck;
import dev.japply.plan.StalePlanCheck;
import dev.japply.plan.StalePlanCheck.Verdict;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Checks whether the plan for an object still fits the live object.
interface PlanCheck {
  /// Checks `planned` against the live object.
  ///
  /// @param live the live object; null if it does not exist
  /// @param schema the schema of the live object
  Verdict verdict(
      PlannedObject planned, @Nullable MapValue live, Supplier<Optional<Schema>> schema);

  /// Checks `planned`, of a server-side apply, against the same object planned again.
  ///
  /// @param manager the field manager
  /// @param type the schema of the live object; null if it is not known
  Verdict verdict(PlannedObject planned, PlannedObject anew, String manager, @Nullable Schema type);

  /// Returns the problem of a plan that would be different now.
  Problem different(PlannedObject planned);

  /// Whether a dry run must show that an object has to be recreated.
  boolean triesRecreations();

  /// The check of a plan from manifests.
  static PlanCheck stale(StalePlanCheck check) {
    return new PlanCheck() {
      @Override
      public Verdict verdict(
          PlannedObject planned, @Nullable MapValue live, Supplier<Optional<Schema>> schema) {
        return check.verdict(planned, live, schema);
      }

      @Override
      public Verdict verdict(
          PlannedObject planned, PlannedObject anew, String manager, @Nullable Schema type) {
        return new ServerSidePlanCheck(check.terms(), manager).verdict(planned, anew, type);
      }

      @Override
      public Problem different(PlannedObject planned) {
        return StalePlanCheck.different(planned);
      }

      @Override
      public boolean triesRecreations() {
        return true;
      }
    };
  }
}
