package dev.japply.apply;

import dev.japply.apply.Event.Outcome;
import dev.japply.apply.Writer.WriteRequest;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.Difference;
import dev.japply.plan.LiveMetadata;
import dev.japply.plan.PlannedObject;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Turns the end of an [ObjectLoop] into the result of the object.
///
/// @param events receives warnings about the result
record ObjectResults(ApplyContext context, Consumer<Event> events) {
  /// Returns the result of a loop; empty if the run ended before anything was sent.
  Optional<Event.Ended> of(ResolvedObject target, Wish wish, ObjectLoop.End end) {
    KubeObject desired = target.desired();
    return switch (end) {
      case ObjectLoop.End.Planned(var planned, var lost, var local) ->
          Optional.of(of(planned, lost));
      case ObjectLoop.End.Refused refused -> Optional.of(failed(target, wish, refused));
      case WriteResult.Unknown(Problem problem) -> Optional.of(new Event.Unknown(desired, problem));
      case WriteResult.Cancelled cancelled -> Optional.empty();
    };
  }

  /// Returns the result of a refusal by the server.
  Event.Failed failed(ResolvedObject target, Wish wish, ObjectLoop.End.Refused refused) {
    List<Problem> problems = wish.problems(target, refused);
    if (refused.result() instanceof WriteResult.NotSent) {
      return new Event.Failed(target.desired(), problems);
    }
    PlannedObject planned =
        PlannedObject.refused(target.desired(), refused.request().live(), problems)
            .with(refused.reasons());
    return new Event.Failed(target.desired(), problems, planned);
  }

  /// Returns the result of a planned action.
  ///
  /// @param lost an earlier write that may have been carried out, and made an object that is as it
  ///   should be; null if there is none
  Event.Ended of(PlannedObject planned, WriteResult.@Nullable Uncertain lost) {
    warnOfDropped(planned);
    return switch (planned.action()) {
      case Action.Refused(List<Problem> problems) ->
          new Event.Failed(planned.desired(), problems, planned);
      case Action.Create create -> applied(planned, Outcome.CREATED);
      case Action.Patch patch -> existing(planned, outcome(planned, patch));
      case Action.Unchanged same -> existing(planned, outcome(lost));
      case Action.Apply apply -> applied(planned, Outcome.SERVERSIDE_APPLIED);
      case Action.Recreate recreate -> applied(planned, recreated());
      case Action.Delete delete -> applied(planned, Outcome.PRUNED);
    };
  }

  static Event.Applied applied(PlannedObject planned, Outcome outcome) {
    return new Event.Applied(planned.desired(), outcome, planned.object(), planned);
  }

  private Event.Applied existing(PlannedObject planned, Outcome outcome) {
    if (outcome == Outcome.CONFIGURED) {
      warnOfDeletion(planned.object());
    }
    return applied(planned, outcome);
  }

  /// kubectl calls an object that it has deleted and created a changed one.
  private Outcome recreated() {
    return context.options().allows(Difference.REPORTS_RECREATED)
        ? Outcome.RECREATED
        : Outcome.CONFIGURED;
  }

  private Outcome outcome(PlannedObject planned, Action.Patch patch) {
    DryRun dryRun = context.options().dryRun();
    boolean changed =
        dryRun == DryRun.CLIENT
            || !context.options().allows(Difference.RECOGNIZES_EMPTY_CHANGES)
            || !(planned.before() instanceof MapValue live)
            || dryRun.isChange(patch, live, planned.object());
    return changed ? Outcome.CONFIGURED : Outcome.UNCHANGED;
  }

  private static Outcome outcome(WriteResult.@Nullable Uncertain lost) {
    return lost == null
        ? Outcome.UNCHANGED
        : lost.kind() == WriteRequest.Kind.POST ? Outcome.CREATED : Outcome.CONFIGURED;
  }

  /// Warns of fields that the server does not store.
  void warnOfDropped(PlannedObject planned) {
    context
        .dropped()
        .of(planned, context.options())
        .forEach(warning -> events.accept(new Event.Warned(warning)));
  }

  /// Warns if `object`, which was written, is being deleted.
  void warnOfDeletion(MapValue object) {
    if (LiveMetadata.isBeingDeleted(object)) {
      events.accept(new Event.Warned(ApplyWarnings.beingDeleted(object)));
    }
  }
}
