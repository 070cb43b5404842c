package dev.japply.cli.command;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.apply.Apply;
import dev.japply.apply.ApplySummary;
import dev.japply.apply.Event;
import dev.japply.apply.EventBuffering;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.ForceReplace;
import dev.japply.apply.Outcome;
import dev.japply.apply.ReadinessWait;
import dev.japply.apply.UndoCheck;
import dev.japply.apply.UndoPreview;
import dev.japply.cluster.Cluster;
import dev.japply.io.Cancellation;
import dev.japply.plan.Action;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.RecordedWrite.History;
import dev.japply.plan.UndoPlanner;
import dev.japply.plan.UndoPlanner.Undone;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Takes the writes of a run back: plans all of them, and carries the plan out.
///
/// @param cluster receives the writes
/// @param how deletion of objects
record UndoExecution(
    Cluster cluster,
    ExecutionOptions options,
    ForceReplace how,
    UndoPlanner planner,
    Cancellation cancellation) {

  /// Returns the plans of all objects. Changes nothing.
  ///
  /// @param events receives the progress
  List<Undone> plan(List<History> histories, Consumer<Event> events) {
    return new UndoPreview(cluster, options, planner, cancellation, events).plan(histories);
  }

  /// Returns the objects of `plan` that change.
  static List<PlannedObject> changing(List<Undone> plan) {
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
  ApplySummary carryOut(List<PlannedObject> plan, List<History> histories, Consumer<Event> events) {
    var settings =
        new Apply.Settings(
            options,
            /* enforced= */ false,
            null,
            /* waveByWave= */ false,
            ReadinessWait.NONE,
            EventBuffering.WHOLE);
    return new Apply(cluster, settings, cancellation, event -> told(event).ifPresent(events))
        .run(plan, new UndoCheck(planner, histories), how);
  }

  /// Replaces the words about pruning: the objects are in no manifest in any case.
  private static Optional<Event> told(Event event) {
    return switch (event) {
      case Event.Pruning pruning -> Optional.empty();
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
