package dev.japply.apply;

import dev.japply.plan.Action;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner.Annotation;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Checks that a planned recreation still holds: the server refuses a patch, accepts the new
/// object, and no other objects are deleted with it.
///
/// @param replacement deletion of the object, by the rule for it
record RecreateCheck(ApplyContext context, ReplaceOptions replacement) {
  /// Returns the plan for the object; refused if it is no longer to be recreated; empty if the run
  /// was cancelled.
  Optional<PlannedObject> again(ResolvedObject target, Action.Recreate planned) {
    return new ObjectPreview(dryRun(), Annotation.WRITTEN, Set.of())
        .run(target)
        .map(now -> isStill(now.planned(), planned) ? now.planned() : refused(target));
  }

  private static boolean isStill(PlannedObject now, Action.Recreate planned) {
    return now.action() instanceof Action.Refused
        || (now.action() instanceof Action.Recreate recreate
            && recreate.uid().equals(planned.uid()));
  }

  private static PlannedObject refused(ResolvedObject target) {
    var desired = target.desired();
    String what = "would not be recreated now";
    return PlannedObject.refused(desired, List.of(desired.error(what, "plan again")));
  }

  private ApplyContext dryRun() {
    ExecutionOptions forced =
        context.options().with(DryRun.SERVER, new ApplyMethod.ClientSide(replacement));
    return context.with(forced, context.cancellation());
  }
}
