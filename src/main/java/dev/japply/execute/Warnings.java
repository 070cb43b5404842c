package dev.japply.execute;

import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.object.LastApplied.Stored;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.util.Optional;

/// What kubectl warns of, in its words.
final class Warnings {
  private Warnings() {}

  static Optional<Problem> missingAnnotation(Target target, MapValue live) {
    if (!(LastApplied.read(live) instanceof Stored.Absent)) {
      return Optional.empty();
    }
    String what =
        ("resource %s/%s is missing the %s annotation which is required by japply apply. "
                + "japply apply"
                + " should only be used on resources created declaratively by either kubectl create"
                + " --save-config or kubectl apply. The missing annotation will be patched"
                + " automatically.")
            .formatted(target.resource().plural(), target.desired().name(), LastApplied.KEY);
    return Optional.of(Problem.warning(Origin.NONE, "", what, ""));
  }

  /// On a dry run, that the server could not say what it makes of an object.
  static Problem notAsked(KubeObject desired, String missing) {
    String what =
        "the server cannot check it on a dry run, since %s is not there yet".formatted(missing);
    return Problem.warning(desired.origin(), desired.key().subject(), what, "");
  }

  static Problem beingDeleted(MapValue live) {
    String name = live.map("metadata").text("name");
    String what = "Detected changes to resource " + name + " which is currently being deleted.";
    return Problem.warning(Origin.NONE, "", what, "");
  }
}
