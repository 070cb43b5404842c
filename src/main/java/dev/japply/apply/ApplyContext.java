package dev.japply.apply;

import dev.japply.cluster.Cluster;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.DroppedFields;
import dev.japply.plan.EndlessWrites;
import dev.japply.plan.PlannedObject;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Everything that the objects of one run share.
///
/// @param cancellation ends the run
/// @param dropped the warnings about fields that the server does not store
record ApplyContext(
    Cluster cluster,
    LiveObjects objects,
    ExecutionOptions options,
    RunCancellation cancellation,
    DroppedFieldWarnings dropped) {

  ApplyContext(
      Cluster cluster,
      LiveObjects objects,
      ExecutionOptions options,
      RunCancellation cancellation) {
    this(cluster, objects, options, cancellation, new DroppedFieldWarnings());
  }

  /// Returns the context of one object, which may have options of its own.
  ApplyContext of(KubeObject object) {
    ExecutionOptions own = options.of(object);
    return own.equals(options) ? this : with(own, cancellation);
  }

  /// Returns the context of a part of the run.
  ApplyContext with(ExecutionOptions other, RunCancellation within) {
    return new ApplyContext(cluster, objects, other, within, dropped);
  }

  /// Warnings about fields that the server accepts and does not store, and about such values that
  /// two managers apply: one for each field of a kind in a run. An unknown field is an error,
  /// unless the user ignores such fields.
  static final class DroppedFieldWarnings {
    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    /// Returns the warnings about a write.
    ///
    /// @param planned the write with the server's response as its result
    List<Problem> of(PlannedObject planned, ExecutionOptions options) {
      if (options.dryRun() == DryRun.CLIENT
          || !options.fieldValidation().equals("Strict")
          || !(planned.after() instanceof MapValue after)) {
        return List.of();
      }
      KubeObject desired = planned.desired();
      var warnings = new ArrayList<Problem>();
      if (planned.action() instanceof Action.Apply apply && options.dryRun() == DryRun.NONE) {
        EndlessWrites.of(options.fieldManager(), apply.manifest(), planned.before(), after).stream()
            .filter(path -> reported.add(desired.gvk() + " " + general(path) + " twice"))
            .forEach(path -> warnings.add(fighting(desired, path)));
      }
      DroppedFields.of(planned.action(), planned.before(), after).stream()
          .filter(path -> reported.add(desired.gvk() + " " + general(path)))
          .forEach(path -> warnings.add(warning(desired, path)));
      return warnings;
    }

    private static Problem fighting(KubeObject desired, FieldPath path) {
      return Problem.warning(
          WarningId.FIGHTING_VALUE,
          desired.positions().apply(path),
          desired.key().subject(),
          path
              + ": the server stores another value than this, so the apply has written the object"
              + " without a change, as it does after each apply of another manager",
          "remove the field, or use the stored value");
    }

    /// Returns the path without the numbers of items.
    private static String general(FieldPath path) {
      return path.toString().replaceAll("\\[\\d+]", "[]");
    }

    private static Problem warning(KubeObject desired, FieldPath path) {
      return Problem.warning(
          WarningId.DROPPED_FIELD,
          desired.positions().apply(path),
          desired.key().subject(),
          path + ": the server accepts this field, but does not store it",
          "enable its feature on the server, or remove it");
    }
  }
}
