package dev.japply.plan.file;

import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.Action;
import dev.japply.plan.LiveMetadata;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.file.DeletionPlan.PlannedDeletion;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Compares a plan of a deletion with the same deletion planned again. An object that is gone is
/// done.
///
/// @param strict whether another version of an object refuses the plan
public record DeletionPlanCheck(DeletionPlan plan, boolean strict) {
  private static final String AGAIN = "plan again";

  /// Returns the differences that refuse the plan.
  ///
  /// @param now the objects planned again
  /// @param dependents returns the objects that are deleted along with one
  public List<Problem> problems(
      List<PlannedObject> now, Function<PlannedObject, List<ObjectKey>> dependents) {
    Map<ObjectKey, PlannedDeletion> planned = new HashMap<>();
    plan.objects().forEach(each -> planned.put(each.entry().object().key(), each));
    var problems = new ArrayList<Problem>();
    for (PlannedObject object : now) {
      PlannedDeletion before = planned.get(object.desired().key());
      if (before == null) {
        if (object.isDeletion()) {
          problems.add(error(object, "the plan does not have it"));
        }
      } else {
        difference(before, object, dependents)
            .map(what -> error(object, what))
            .ifPresent(problems::add);
      }
    }
    return problems;
  }

  private static Problem error(PlannedObject object, String what) {
    KubeObject desired = object.desired();
    return Problem.error(desired.origin(), desired.key().subject(), what, AGAIN);
  }

  private Optional<String> difference(
      PlannedDeletion planned,
      PlannedObject now,
      Function<PlannedObject, List<ObjectKey>> dependents) {
    if (!(now.before() instanceof MapValue live)
        || !(planned.entry().before() instanceof MapValue before)
        || now.action() instanceof Action.Refused) {
      return Optional.empty(); // it is gone, or its error is reported
    }
    if (!(planned.entry().action() instanceof Action.Delete delete)
        || !delete.uid().equals(LiveMetadata.uid(live))) {
      return Optional.of("was recreated since it was planned");
    }
    if (!now.isDeletion()) {
      return Optional.of("changed since it was planned: it would stay now");
    }
    if (!labels(before).equals(labels(live))) {
      return Optional.of("changed since it was planned: metadata.labels");
    }
    if (strict && !LiveMetadata.version(before).equals(LiveMetadata.version(live))) {
      return Optional.of("changed since it was planned: it has another resourceVersion");
    }
    var more = new ArrayList<>(dependents.apply(now));
    more.removeAll(new HashSet<>(planned.dependents()));
    return more.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "changed since it was planned: its deletion would also delete "
                + more.getFirst().subject()
                + (more.size() == 1 ? "" : " and " + (more.size() - 1) + " more"));
  }

  private static MapValue labels(MapValue object) {
    return object.map("metadata").map("labels");
  }
}
