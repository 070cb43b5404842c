package dev.japply.apply;

import dev.japply.plan.Action;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner.Annotation;
import dev.japply.problem.Problem;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Sees that an object which is to be created anew, as was planned before, would be so now: that
/// the server takes no patch of it, takes the new object, and that nothing goes along with it.
///
/// @param how as it is deleted
record RecreateDryRun(ApplyContext context, ForceReplace how) {
  /// What is to be done with the object; refused where it is no longer to be created anew. Empty
  /// when the run is to end.
  Optional<PlannedObject> again(ResolvedObject target, Action.Recreate planned) {
    return new ObjectPreview(asking(), Annotation.WRITTEN, Set.of())
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
    String what = "would not be created anew now";
    return PlannedObject.refused(
        desired,
        List.of(Problem.error(desired.origin(), desired.key().subject(), what, "plan again")));
  }

  private ApplyContext asking() {
    ExecutionOptions forced =
        context.options().with(DryRun.SERVER, new ApplyMethod.ClientSide(how));
    return new ApplyContext(context.cluster(), context.objects(), forced, context.cancellation());
  }
}
