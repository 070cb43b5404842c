package dev.japply.apply;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ServerProblems;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.object.SecretValues;
import dev.japply.plan.StayingFields;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Warnings with kubectl's wording.
final class ApplyWarnings {
  private static final int BAD_REQUEST = 400;
  private static final int FORBIDDEN = 403;

  /// The field manager of `kubectl create`.
  private static final String CREATE = "kubectl-create";

  /// Compiled if a dry run is refused.
  private static final class Patterns {
    /// Wording of the API server for a refusal by any authorizer.
    static final Pattern NO_RIGHT = Pattern.compile("cannot (?:create|patch) ");

    static final Pattern DRY_RUN = Pattern.compile("(?i)\\bdry[ -]?run\\b");
  }

  private ApplyWarnings() {}

  static Optional<Problem> missingAnnotation(ResolvedObject target, MapValue live) {
    if (live.map("metadata").map("annotations").get(LastApplied.KEY) instanceof StringValue) {
      return Optional.empty();
    }
    String what =
        ("resource %s/%s is missing the %s annotation which is required by japply apply. "
                + "japply apply"
                + " should only be used on resources created declaratively by either kubectl create"
                + " --save-config or kubectl apply. The missing annotation will be patched"
                + " automatically.")
            .formatted(target.resource().plural(), target.desired().name(), LastApplied.KEY);
    return Optional.of(Problem.warning(WarningId.MISSING_ANNOTATION, Origin.NONE, "", what, ""));
  }

  /// Warns of fields that stay in an object that was created otherwise than by an apply. kubectl
  /// does not.
  static Optional<Problem> staying(KubeObject desired, MapValue live, String manager) {
    if (live.map("metadata").map("annotations").has(LastApplied.KEY)) {
      return Optional.empty();
    }
    List<FieldPath> fields = StayingFields.of(live, desired, Set.of(manager, CREATE));
    return fields.isEmpty()
        ? Optional.empty()
        : Optional.of(
            desired.warning(
                WarningId.MISSING_ANNOTATION,
                "it was not created by an apply: " + StayingFields.sentence(fields),
                StayingFields.removal(desired, fields, "")));
  }

  /// Warns on a dry run that the server could not compute the result for an object.
  static Problem notSent(KubeObject desired, String missing) {
    String what =
        "the server cannot check it in a dry run, because %s does not exist yet".formatted(missing);
    return desired.warning(WarningId.DRY_RUN, what, "");
  }

  static Problem beingDeleted(MapValue live) {
    String name = live.map("metadata").text("name");
    String what = "Detected changes to resource " + name + " which is currently being deleted.";
    return Problem.warning(WarningId.BEING_DELETED, Origin.NONE, "", what, "");
  }

  /// Whether a dry run was refused because it is a dry run: the user may not write, or a webhook or
  /// a server supports none. Other refusals (a quota, a policy) would hold for a real run, too.
  static boolean refusesDryRun(ClusterException e) {
    String message = Objects.requireNonNullElse(e.getMessage(), "");
    return switch (e.status()) {
      case FORBIDDEN -> Patterns.NO_RIGHT.matcher(message).find();
      case BAD_REQUEST -> Patterns.DRY_RUN.matcher(message).find();
      default -> false;
    };
  }

  static Problem noDryRun(KubeObject desired, ClusterException e) {
    return mergedLocally(desired, SecretValues.scrubbed(ServerProblems.sentence(e), desired));
  }

  static Problem kindToCome(KubeObject desired) {
    return mergedLocally(desired, "its CustomResourceDefinition does not exist yet");
  }

  private static Problem mergedLocally(KubeObject desired, String why) {
    String hint =
        "showing the local merge for this and all such objects, without what the server adds";
    return desired.warning(WarningId.DRY_RUN, why, hint);
  }
}
