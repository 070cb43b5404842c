package dev.japply.apply;

import dev.japply.object.KubeObject;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.RecreateRules;
import dev.japply.plan.StalePlanCheck;
import dev.japply.plan.StalePlanCheck.Verdict;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Checks whether the plan for an object still fits the live object.
interface PlanCheck {
  /// Returns the object of `planned`, planned again for `live` without a request.
  ///
  /// @param live the live object; null if it does not exist
  /// @param type the schema of the live object; null if it is not known
  PlannedObject again(PlannedObject planned, @Nullable MapValue live, @Nullable Schema type);

  /// Compares `planned` with the same object planned again.
  ///
  /// @param manager the field manager
  Verdict verdict(
      PlannedObject planned, PlannedObject again, String manager, @Nullable Schema type);

  /// Returns a field whose value from the server is not the planned one; empty if there is none, or
  /// the plan has no result of the server.
  ///
  /// @param live the live object; missing if there is none
  /// @param after the result of the plan's write, as the server returns it
  /// @param type the schema of the object; null if it is not known
  Optional<FieldPath> otherResult(
      PlannedObject planned, Node live, MapValue after, @Nullable Schema type);

  /// Returns the problem of a plan that would be different now.
  Problem different(PlannedObject planned);

  /// Returns the rules for the dry run that shows whether an object still has to be recreated;
  /// empty if there is no such dry run.
  Optional<RecreateRules> recreations();

  /// Whether an object is deleted only in the version that was checked.
  boolean deletesVersions();

  /// Returns the mode of the writes.
  default WriteMode mode(DryRun dryRun) {
    return WriteMode.clientSide(dryRun);
  }

  /// Returns the options for objects that are deleted, or deleted and created again.
  RecreateOptions replacement();

  /// Returns the recreation of `object`, by the rule for it if there is one.
  default RecreateOptions replacement(KubeObject object) {
    return recreations()
        .flatMap(rules -> rules.of(object))
        .map(replacement()::with)
        .orElse(replacement());
  }

  /// The check of a plan from manifests.
  ///
  /// @param rules the rules for recreation
  record OfManifests(StalePlanCheck check, RecreateRules rules, RecreateOptions replacement)
      implements PlanCheck {
    @Override
    public PlannedObject again(
        PlannedObject planned, @Nullable MapValue live, @Nullable Schema type) {
      return check.again(planned, live, type);
    }

    @Override
    public Verdict verdict(
        PlannedObject planned, PlannedObject again, String manager, @Nullable Schema type) {
      return check.verdict(planned, again, manager, type);
    }

    @Override
    public Optional<FieldPath> otherResult(
        PlannedObject planned, Node live, MapValue after, @Nullable Schema type) {
      return check.otherResult(planned, live, after, type);
    }

    @Override
    public Problem different(PlannedObject planned) {
      return StalePlanCheck.different(planned);
    }

    @Override
    public Optional<RecreateRules> recreations() {
      return Optional.of(rules);
    }

    @Override
    public boolean deletesVersions() {
      return false;
    }
  }
}
