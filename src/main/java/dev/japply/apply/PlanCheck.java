package dev.japply.apply;

import dev.japply.object.KubeObject;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.RecreateRules;
import dev.japply.plan.ServerSidePlanCheck;
import dev.japply.plan.StalePlanCheck;
import dev.japply.plan.StalePlanCheck.Verdict;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
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
  /// @param type the schema of the live object; null if it is not known
  Verdict.Settled verdict(
      PlannedObject planned, PlannedObject replanned, String manager, @Nullable Schema type);

  /// Returns a field whose value from the server is not the planned one; empty if there is none, or
  /// the plan has no result of the server.
  ///
  /// @param live the live object; missing if there is none
  /// @param after the result of the plan's write, as the server returns it
  /// @param schema the schema of the object
  Optional<FieldPath> otherResult(
      PlannedObject planned, Node live, MapValue after, Supplier<Optional<Schema>> schema);

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
    public Verdict verdict(
        PlannedObject planned, @Nullable MapValue live, Supplier<Optional<Schema>> schema) {
      return check.verdict(planned, live, schema);
    }

    @Override
    public Verdict.Settled verdict(
        PlannedObject planned, PlannedObject replanned, String manager, @Nullable Schema type) {
      return new ServerSidePlanCheck(check.terms(), manager).verdict(planned, replanned, type);
    }

    @Override
    public Optional<FieldPath> otherResult(
        PlannedObject planned, Node live, MapValue after, Supplier<Optional<Schema>> schema) {
      return check.otherResult(planned, live, after, schema);
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
