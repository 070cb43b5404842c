package dev.japply.cli.undo;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.apply.Apply;
import dev.japply.apply.Apply.ApplySummary;
import dev.japply.apply.Apply.ReadinessWait;
import dev.japply.apply.DryRun;
import dev.japply.apply.Event;
import dev.japply.apply.Event.Detail;
import dev.japply.apply.Event.Outcome;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.OwnerRestore;
import dev.japply.apply.RecreateOptions;
import dev.japply.apply.RunCancellation;
import dev.japply.apply.UndoPreview;
import dev.japply.cluster.Cluster;
import dev.japply.io.Cancellation;
import dev.japply.object.ObjectKey;
import dev.japply.plan.Action;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.RecordedWrite.History;
import dev.japply.plan.UndoCheck;
import dev.japply.plan.UndoPlanner;
import dev.japply.plan.UndoPlanner.Undone;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.Value.MapValue;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/// Takes the writes of a run back: plans all of them, and carries the plan out.
///
/// @param cluster receives the writes
/// @param replacement deletion of objects
public record UndoExecution(
    Cluster cluster,
    ExecutionOptions options,
    RecreateOptions replacement,
    UndoPlanner planner,
    Cancellation cancellation) {
  private static final Set<Outcome> RESTORED =
      EnumSet.of(Outcome.CONFIGURED, Outcome.CREATED, Outcome.RECREATED);

  /// Returns the plans of all objects. Changes nothing.
  ///
  /// @param events receives the progress
  public List<Undone> plan(List<History> histories, Consumer<Event> events) {
    return new UndoPreview(cluster, options, planner, cancellation, events).plan(histories);
  }

  /// Returns the objects of `plan` that change.
  public static List<PlannedObject> changing(List<Undone> plan) {
    return plan.stream()
        .map(Undone::planned)
        .filter(planned ->
            !(planned.action() instanceof Action.Unchanged)
                && !(planned.action() instanceof Action.Refused))
        .toList();
  }

  /// Carries out the plan: the objects that stay first, and then the deletions.
  ///
  /// @param events receives everything that happens
  public ApplySummary carryOut(
      List<PlannedObject> plan, List<History> histories, Consumer<Event> events) {
    var settings =
        new Apply.Settings(
            options,
            /* enforced= */ false,
            null,
            /* waveByWave= */ false,
            ReadinessWait.NONE,
            ReadinessWait.NONE,
            Detail.WHOLE);
    var restored = new ConcurrentLinkedQueue<Event.Applied>();
    ApplySummary summary =
        new Apply(
                cluster,
                settings,
                cancellation,
                event -> {
                  if (event instanceof Event.Applied applied
                      && RESTORED.contains(applied.outcome())) {
                    restored.add(applied);
                  }
                  ofUndo(event).ifPresent(events);
                })
            .run(plan, new UndoCheck(planner, histories), replacement);
    if (options.dryRun() == DryRun.NONE) {
      restoreOwners(restored, histories, events);
    }
    return summary;
  }

  /// Gives the restored fields back to their former managers.
  private void restoreOwners(
      Collection<Event.Applied> restored, List<History> histories, Consumer<Event> events) {
    var byKey = new HashMap<ObjectKey, History>();
    histories.forEach(history -> byKey.put(history.key(), history));
    var stop = new RunCancellation(cancellation);
    var owners = new OwnerRestore(cluster, options, stop, events);
    int left = 0;
    for (Event.Applied applied : restored) {
      History history = byKey.get(applied.desired().key());
      PlannedObject planned = applied.planned();
      if (history == null || planned == null) {
        continue;
      }
      Optional<List<MapValue>> former =
          UndoPlanner.formerManagers(history, planned.before(), applied.object());
      if (former.isPresent() && stop.requested()) {
        left++;
      } else if (former.isPresent()) {
        owners.restore(applied.desired(), applied.object(), former.get());
      }
    }
    if (left > 0) {
      events.accept(new Event.Warned(unrestored(left)));
    }
  }

  private Problem unrestored(int objects) {
    String what =
        "the fields of %d more restored %s now belong to %s"
            .formatted(objects, objects == 1 ? "object" : "objects", options.fieldManager());
    return Problem.warning(WarningId.NOT_TAKEN_BACK, Origin.NONE, "", what, "");
  }

  /// Replaces the words about an apply and its pruning: the objects are in no manifest in any case.
  private static Optional<Event> ofUndo(Event event) {
    return switch (event) {
      case Event.Pruning pruning -> Optional.empty();
      case Event.Stopped stopped -> Optional.of(stopped.of(Event.Work.UNDO));
      case Event.Applied(var desired, Outcome outcome, var object, var planned)
          when outcome == Outcome.PRUNED ->
          Optional.of(
              new Event.Applied(
                  desired,
                  Outcome.DELETED,
                  object,
                  new PlannedObject(desired, new Action.Delete(""), object, MISSING)));
      case Event other -> Optional.of(other);
    };
  }
}
