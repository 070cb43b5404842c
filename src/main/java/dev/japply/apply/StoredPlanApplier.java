package dev.japply.apply;

import dev.japply.apply.ApplyMethod.ServerSide;
import dev.japply.cluster.ServerSideProblems;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.LiveMetadata;
import dev.japply.plan.PlannedObject;
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
record StoredPlanApplier(ApplyContext context, PlanCheck check, Consumer<Event> events) {
  /// Maximum number of attempts to delete an object that other clients write to, such as the
  /// controller that updates its status.
  private static final int ATTEMPTS = 10;

  /// Carries out `planned`; empty if the run ended before anything was sent.
  Optional<Event.Ended> apply(ResolvedObject target, PlannedObject planned) {
    var wish = new StoredPlan(context.of(target.desired()), check, planned);
    return wish.method().isPresent()
        ? new StoredPlanApplier(wish.context(), check, events)
            .applyOnServer(target, wish, wish.method().get())
        : merge(target, wish);
  }

  private boolean isDryRun() {
    return context.options().dryRun() == DryRun.CLIENT;
  }

  private ObjectApplier applier() {
    return new ObjectApplier(context, events);
  }

  /// Carries out a plan of client-side apply, of an undo, or of a deletion.
  private Optional<Event.Ended> merge(ResolvedObject target, StoredPlan wish) {
    PlannedObject planned = wish.planned();
    DryRun dryRun = context.options().dryRun();
    WriteMode mode =
        planned.action() instanceof Action.Merged ? check.mode(dryRun) : WriteMode.onto(dryRun);
    for (int attempt = 1; ; attempt++) {
      ObjectLoop.End end = applier().loop(target, wish, mode);
      if (!(end instanceof ObjectLoop.End.Planned(PlannedObject fitting, var lost, var local))
          || planned.action() instanceof Action.Merged) {
        return applier().results().of(target, end);
      }
      Optional<Event> done = carryOut(target, planned, fitting, attempt);
      // Another client has written to the object since the check, so that it was not deleted.
      boolean changed =
          check.deletesVersions() && done.isPresent() && done.get() instanceof Event.Warned;
      if (!changed || attempt == ATTEMPTS) {
        return done.map(event -> ended(planned, event));
      }
    }
  }

  /// Deletes or recreates an object.
  private Optional<Event> carryOut(
      ResolvedObject target, PlannedObject planned, PlannedObject fitting, int attempt) {
    MapValue live = fitting.before() instanceof MapValue there ? there : null;
    return switch (fitting.action()) {
      case Action.Recreate recreate when !isDryRun() ->
          new RecreateApplier(context, check.replacement(target.desired()), target, events)
              .carryOut(fitting, version(live));
      case Action.Delete delete when !isDryRun() && live != null ->
          new Deleter(context, check.replacement().deletion(), events)
              .carryOut(target, fitting, version(live));
      case Action.Recreate recreate -> applied(fitting, Outcome.RECREATED);
      case Action.Delete delete -> applied(fitting, Outcome.PRUNED);
      case Action.Unchanged same -> {
        boolean wasThere = planned.action() instanceof Action.Delete && attempt > 1;
        yield applied(fitting, wasThere ? Outcome.PRUNED : Outcome.withoutWrite(live));
      }
      case Action.Refused(List<Problem> problems) ->
          Optional.of(new Event.Failed(planned.desired(), problems));
      case Action.OneWrite written -> Optional.of(applier().results().of(fitting, null));
    };
  }

  private static Optional<Event> applied(PlannedObject planned, Outcome outcome) {
    return Optional.of(new Event.Applied(planned.desired(), outcome, planned.object()));
  }

  /// Returns the version to delete; empty for any.
  private String version(@Nullable MapValue live) {
    return check.deletesVersions() && live != null ? LiveMetadata.version(live) : "";
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

  private Optional<Event.Ended> applyOnServer(
      ResolvedObject given, StoredPlan wish, ServerSide method) {
    Optional<Problem> unnamed = GenerateNameCheck.check(given.desired());
    if (unnamed.isPresent()) {
      return Optional.of(new Event.Failed(given.desired(), List.of(unnamed.get())));
    }
    ResolvedObject target = given.with(context.options().planner().serverSide(given.desired()));
    WriteMode mode = WriteMode.onto(context.options().dryRun());
    ObjectLoop.End end = applier().loop(target, wish, mode);
    if (isOwnership(end)) {
      // It hides that the object has changed, so the plan is compared again.
      end = applier().loop(target, wish, mode);
    }
    return ended(target, end, method);
  }

  private static boolean isOwnership(ObjectLoop.End end) {
    return end instanceof ObjectLoop.End.Refused refused
        && ServerSideProblems.isOwnership(refused.failure());
  }

  private Optional<Event.Ended> ended(
      ResolvedObject target, ObjectLoop.End end, ServerSide method) {
    KubeObject desired = target.desired();
    return switch (end) {
      case ObjectLoop.End.Planned(PlannedObject planned, var lost, var local)
          when planned.action() instanceof Action.Recreate ->
          new RecreateApplier(context, check.replacement(desired), target, events)
              .carryOut(planned);
      case ObjectLoop.End.Planned(PlannedObject planned, var lost, var local) ->
          Optional.of(applier().migrated(target, method, planned, /* bound= */ true, lost != null));
      case ObjectLoop.End.Refused refused -> {
        List<Problem> problems = applier().results().problems(target, refused, conflict -> true);
        yield Optional.of(
            new Event.Failed(
                desired, isOwnership(refused) ? StoredPlan.planAgain(problems) : problems));
      }
      case ObjectLoop.End.Unknown(Problem problem, var grounds) ->
          Optional.of(new Event.Unknown(desired, problem));
      case ObjectLoop.End.Cancelled cancelled -> Optional.empty();
    };
  }
}
