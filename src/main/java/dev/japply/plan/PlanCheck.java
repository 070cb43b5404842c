package dev.japply.plan;

import dev.japply.plan.StalePlanCheck.Verdict;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Checks whether the plan for an object still fits the live object.
public sealed interface PlanCheck permits StalePlanCheck, UndoCheck {
  /// Returns the object of `planned`, planned again for `live` without a request. The action of a
  /// server-side apply, which takes one, and of a deletion is the planned one.
  ///
  /// @param live the live object; null if it does not exist
  /// @param type the schema of the live object; null if it is not known
  PlannedObject again(PlannedObject planned, @Nullable MapValue live, @Nullable Schema type);

  /// Compares `planned` with the same object planned again.
  ///
  /// @param again the plan for the live object, with the result of a dry run if it is a server-side
  ///   apply
  /// @param manager the field manager
  /// @param type the schema of the live object; null if it is not known
  Verdict verdict(
      PlannedObject planned, PlannedObject again, String manager, @Nullable Schema type);

  /// Returns a field whose value from the server is not the planned one; empty if there is none, or
  /// the plan has no result of the server. A recreated object without one is stored as it is sent.
  ///
  /// @param live the live object; missing if there is none
  /// @param after the result of the plan's write, as the server returns it
  /// @param type the schema of the object; null if it is not known
  Optional<FieldPath> otherResult(
      PlannedObject planned, Node live, MapValue after, @Nullable Schema type);

  /// Returns the problem of a plan that would be different now.
  Problem different(PlannedObject planned);
}
