package dev.japply.apply;

import dev.japply.apply.ApplyMethod.ServerSide;
import dev.japply.apply.RetryPolicy.Budget;
import dev.japply.apply.Writer.Result.Cancelled;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ServerProblems;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.LiveMetadata;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.StalePlanCheck.Verdict;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Carries out the plan for one object, where it still fits the live object. A dry run of the
/// client only checks that.
///
/// @param check decides about the fit
/// @param events receives warnings and requests
record PlannedApplier(ApplyContext context, PlanCheck check, Consumer<Event> events) {
  /// Maximum number of attempts to delete an object that other clients write to, such as the
  /// controller that updates its status.
  private static final int ATTEMPTS = 10;

  /// Carries out `planned`; empty if the run ended before anything was sent.
  Optional<Event.Ended> apply(ResolvedObject target, PlannedObject planned) {
    boolean stays = !(planned.action() instanceof Action.Delete);
    ApplyContext own = stays ? context.of(target.desired()) : context;
    if (stays && own.options().method() instanceof ServerSide method) {
      return new ServerSidePlanApplier(own, method, check, events).apply(target, planned);
    }
    return switch (planned.action()) {
      case Action.Merged merged ->
          new ObjectApplier(context, events)
              .apply(target, stored(planned), check.mode(context.options().dryRun()));
      case Action.Apply apply -> checked(target, planned, Outcome.SERVERSIDE_APPLIED, 1);
      case Action.Recreate recreate -> checked(target, planned, Outcome.RECREATED, 1);
      case Action.Delete delete -> checked(target, planned, Outcome.PRUNED, 1);
    };
  }

  private StoredPlanner stored(PlannedObject planned) {
    return new StoredPlanner(context.cluster(), context.options(), check, planned);
  }

  private boolean isDryRun() {
    return context.options().dryRun() == DryRun.CLIENT;
  }

  /// Reads the object, and carries out the plan where it fits.
  ///
  /// @param outcome the outcome on a dry run of the client
  /// @param attempt the number of the attempt, from 1
  private Optional<Event.Ended> checked(
      ResolvedObject target, PlannedObject planned, Outcome outcome, int attempt) {
    KubeObject desired = target.desired();
    var policy = RetryPolicy.of(Budget.READING, context.options(), desired);
    var writer = new Writer(desired, policy, context.cancellation(), events);
    MapValue live;
    Verdict.Settled verdict;
    try {
      live = writer.read(() -> context.objects().read(target)).orElse(null);
      verdict = stored(planned).verdict(target, live);
    } catch (ClusterException e) {
      boolean ended = writer.next(new WriteResult.NotSent(e)).orElseThrow() instanceof Cancelled;
      return ended
          ? Optional.empty()
          : ended(new Event.Failed(desired, ServerProblems.of(desired, e)));
    }
    return switch (verdict) {
      case Verdict.Stale(List<Problem> why) -> ended(new Event.Failed(desired, why));
      case Verdict.Done done ->
          applied(planned, isPruned(outcome, attempt) ? outcome : Outcome.withoutWrite(live), live);
      case Verdict.Fitting fitting when isDryRun() -> applied(planned, outcome, live);
      case Verdict.Fitting(Action.Recreate recreate) when live != null ->
          recreate(target, planned, recreate, live, attempt);
      case Verdict.Fitting(Action.Delete delete) when live != null ->
          delete(target, planned, live, attempt);
      case Verdict.Fitting(Action.Delete delete) -> applied(planned, Outcome.PRUNED, null);
      case Verdict.Fitting(Action.Merged merged) ->
          new ObjectApplier(context, events)
              .apply(target, stored(planned), check.mode(context.options().dryRun()));
      case Verdict.Fitting other -> Optional.empty();
    };
  }

  /// Whether an object that is to be deleted was there at an earlier attempt.
  private static boolean isPruned(Outcome outcome, int attempt) {
    return outcome == Outcome.PRUNED && attempt > 1;
  }

  private static Optional<Event.Ended> applied(
      PlannedObject planned, Outcome outcome, @Nullable MapValue live) {
    MapValue object = live == null ? planned.object() : live;
    return ended(new Event.Applied(planned.desired(), outcome, object));
  }

  private static Optional<Event.Ended> ended(Event.Ended end) {
    return Optional.of(end);
  }

  /// Checks once more that the server refuses a patch and accepts a new object, unless that follows
  /// from the check of the plan. So nothing is deleted for no effect, nor because of an edited plan
  /// file.
  private Optional<Event.Ended> recreate(
      ResolvedObject target,
      PlannedObject planned,
      Action.Recreate recreate,
      MapValue live,
      int attempt) {
    ReplaceOptions own = check.replacement(target.desired());
    PlannedObject fitting = planned.with(recreate, live);
    Optional<PlannedObject> checked =
        check.recreations().isPresent()
            ? new RecreateCheck(context, own).again(target, recreate)
            : Optional.of(fitting);
    Optional<Event> end =
        checked.flatMap(anew ->
            new RecreateApplier(context, own, target, events).carryOut(anew, version(live)));
    return endedOrAgain(target, planned, Outcome.RECREATED, attempt, end);
  }

  /// Deletes the object.
  private Optional<Event.Ended> delete(
      ResolvedObject target, PlannedObject planned, MapValue live, int attempt) {
    Optional<Event> end =
        new Deleter(
                context.cluster(),
                check.replacement().deletion(),
                context.options(),
                context.cancellation())
            .carryOut(planned, version(live), events);
    return endedOrAgain(target, planned, Outcome.PRUNED, attempt, end);
  }

  /// Returns the version to delete; empty for any.
  private String version(MapValue live) {
    return check.deletesVersions() ? LiveMetadata.version(live) : "";
  }

  /// Checks the object again if another client has written to it since the check, so that it was
  /// not deleted.
  private Optional<Event.Ended> endedOrAgain(
      ResolvedObject target,
      PlannedObject planned,
      Outcome outcome,
      int attempt,
      Optional<Event> end) {
    boolean changed =
        check.deletesVersions() && end.isPresent() && end.get() instanceof Event.Warned;
    return changed && attempt < ATTEMPTS
        ? checked(target, planned, outcome, attempt + 1)
        : end.map(event -> ended(planned, event));
  }

  /// Another object of the same name was the reason for a refusal of the plan a moment ago.
  private Event.Ended ended(PlannedObject planned, Event event) {
    return switch (event) {
      case Event.Ended end -> end;
      case Event.Warned(Problem why) -> {
        Problem error =
            check.deletesVersions()
                ? check.different(planned)
                : Problem.error(why.origin(), why.subject(), why.what(), "plan again");
        yield new Event.Failed(planned.desired(), List.of(error));
      }
      case Event other -> throw new IllegalStateException("no end of a deletion: " + other);
    };
  }
}
