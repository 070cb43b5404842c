package dev.japply.plan;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.object.LastApplier;
import dev.japply.object.SecretCopies;
import dev.japply.plan.Moves.MovedObject;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Decides whether an object that was moved is deleted. It must be the user's own, as for a prune.
///
/// @param managers the user's field managers
/// @param sets the ids of the ApplySets whose members may be deleted
/// @param options forbid deletions
/// @param copies values of Secrets of the run, which the object may repeat
public record MovePlanner(
    Set<String> managers, Set<String> sets, PlanOptions options, SecretCopies copies) {
  public MovePlanner {
    managers = Set.copyOf(managers);
    sets = Set.copyOf(sets);
  }

  /// Plans for one object: it is deleted, or stays, or the deletion is refused.
  ///
  /// @param from the object as the project names it
  /// @param successor the object that takes its place
  public PlannedObject plan(MovedObject from, KubeObject successor, MapValue live) {
    SecretCopies all = copies.and(SecretCopies.fromSecrets(Stream.of(live)));
    var object = new KubeObject(live, from.place(), path -> from.place(), all);
    if (kept(live).isPresent()) {
      return new PlannedObject(object, new Action.Unchanged(), live, live);
    }
    var deletion =
        new PlannedObject(
            object, new Action.Delete(LiveMetadata.uid(live), successor.key()), live, MISSING);
    return options
        .forbidden()
        .problem(deletion)
        .or(() -> foreign(object))
        .map(problem -> PlannedObject.refused(object, live, List.of(problem)))
        .orElse(deletion);
  }

  /// Returns the warning about an object that stays.
  ///
  /// @param successor the object that takes its place
  public Optional<Problem> remark(PlannedObject planned, KubeObject successor) {
    return planned.action() instanceof Action.Unchanged
        ? kept(planned.desired().tree())
            .map(annotation ->
                planned
                    .desired()
                    .warning(
                        WarningId.NOT_PRUNED,
                        "stays after its move to %s, because of its annotation %s"
                            .formatted(successor.key().subject(), annotation),
                        "remove the annotation to delete it"))
        : Optional.empty();
  }

  private Optional<String> kept(MapValue live) {
    return options.allows(Difference.KEEPS_PROTECTED_OBJECTS)
        ? PruneProtection.of(live)
        : Optional.empty();
  }

  /// Returns the reason why the object is another's; empty if it is not.
  private Optional<Problem> foreign(KubeObject object) {
    MapValue live = object.tree();
    String other = live.map("metadata").map("labels").text(ApplySetParent.PART_OF);
    if (!other.isEmpty() && !sets.contains(other)) {
      return Optional.of(refusal(object, "belongs to the ApplySet with the id " + other));
    }
    Optional<LastApplier> applier = LastApplier.of(live);
    if (applier.isEmpty()) {
      return LastApplied.text(live).isEmpty()
          ? Optional.of(refusal(object, "was never applied"))
          : Optional.empty();
    }
    return applier
        .filter(last -> !managers.contains(last.manager()))
        .map(last ->
            refusal(object, "was applied last by %s, %s".formatted(last.manager(), last.time())));
  }

  private static Problem refusal(KubeObject object, String what) {
    return object.error(
        "is not moved: it " + what, "delete it by hand, or remove the move from the project file");
  }
}
