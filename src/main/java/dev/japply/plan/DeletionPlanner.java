package dev.japply.plan;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.object.KubeObject;
import dev.japply.object.LastApplier;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.Value.MapValue;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Decides whether an object of manifests is deleted.
///
/// @param managers the user's field managers
/// @param set the id of the ApplySet that is deleted; empty for none
/// @param taken objects that are deleted although others applied them, or have objects in them
/// @param options forbid deletions, and decide about differences from kubectl
public record DeletionPlanner(
    Set<String> managers, String set, List<NamedObjects> taken, PlanOptions options) {
  public DeletionPlanner {
    managers = Set.copyOf(managers);
    taken = List.copyOf(taken);
  }

  /// Returns this planner for the members of an ApplySet.
  public DeletionPlanner ofSet(String id) {
    return new DeletionPlanner(managers, id, taken, options);
  }

  /// Returns this planner with another manager of the user's.
  public DeletionPlanner with(String manager) {
    var all = new HashSet<>(managers);
    all.add(manager);
    return new DeletionPlanner(all, set, taken, options);
  }

  /// Whether `object` is deleted although others applied it, or have objects in it.
  public boolean takes(KubeObject object) {
    return taken.stream().anyMatch(rule -> rule.matches(object.gvk(), object.name()));
  }

  /// Plans for one object: it is deleted, or is as it shall be, or the deletion is refused.
  ///
  /// @param desired the object of the manifest
  /// @param live null if it does not exist
  public PlannedObject plan(KubeObject desired, @Nullable MapValue live) {
    if (live == null) {
      return new PlannedObject(desired, new Action.Unchanged(), MISSING, MISSING);
    }
    KubeObject there = desired.withTree(live);
    if (kept(live).isPresent()) {
      return new PlannedObject(there, new Action.Unchanged(), live, live);
    }
    var deletion =
        new PlannedObject(there, new Action.Delete(LiveMetadata.uid(live)), live, MISSING);
    return options
        .forbidden()
        .problem(deletion)
        .or(() -> foreign(desired, live))
        .map(problem -> PlannedObject.refused(there, live, List.of(problem)))
        .orElse(deletion);
  }

  /// Returns the warning about an object that stays; empty if it does not.
  public Optional<Problem> remark(PlannedObject planned) {
    return planned.before() instanceof MapValue live && planned.action() instanceof Action.Unchanged
        ? kept(live)
            .map(annotation ->
                planned
                    .desired()
                    .warning(
                        WarningId.NOT_DELETED,
                        "stays, because of its annotation " + annotation,
                        "remove the annotation to delete it"))
        : Optional.empty();
  }

  private Optional<String> kept(MapValue live) {
    return options.allows(Difference.KEEPS_PROTECTED_OBJECTS)
        ? PruneProtection.of(live)
        : Optional.empty();
  }

  /// Returns the reason why the object is another's; empty if it is not, or is taken all the same.
  private Optional<Problem> foreign(KubeObject desired, MapValue live) {
    if (!options.allows(Difference.REFUSES_DELETING_OTHERS) || takes(desired)) {
      return Optional.empty();
    }
    String other = live.map("metadata").map("labels").text(ApplySetParent.PART_OF);
    if (!other.isEmpty() && !other.equals(set)) {
      return Optional.of(
          refusal(
              desired, "belongs to the ApplySet with the id " + other, "delete it with its set"));
    }
    return LastApplier.of(live)
        .filter(applier -> !managers.contains(applier.manager()))
        .map(applier ->
            refusal(
                desired,
                "was applied last by %s, %s".formatted(applier.manager(), applier.time()),
                "remove it there"));
  }

  private static Problem refusal(KubeObject desired, String what, String first) {
    return desired.error(what, first + ", or delete it all the same by " + take(desired));
  }

  /// Returns the flag that deletes the object in any case.
  public static String take(KubeObject object) {
    return "--take=" + object.gvk().groupKind() + "/" + object.name();
  }
}
