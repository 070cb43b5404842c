package dev.japply.apply;

import dev.japply.object.KubeObject;
import dev.japply.plan.DroppedFields;
import dev.japply.plan.PlannedObject;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Warnings about fields that the server accepts and does not store: one for each field of a kind
/// in a run. An unknown field is an error, unless the user ignores such fields.
final class DroppedFieldWarnings {
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
    return DroppedFields.of(planned.action(), planned.before(), after).stream()
        .filter(path -> reported.add(desired.gvk() + " " + general(path)))
        .map(path -> warning(desired, path))
        .toList();
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
