package dev.japply.apply;

import dev.japply.apply.Event.Outcome;
import dev.japply.apply.RetryPolicy.Budget;
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

/// Carries out the wish for one object: its manifest, or a stored plan.
///
/// @param context shared with the other objects of the run
/// @param events receives warnings and requests
record ObjectApplier(ApplyContext context, Consumer<Event> events) {
  /// Maximum number of attempts to delete an object that other clients write to, such as the
  /// controller that updates its status.
  private static final int ATTEMPTS = 10;

  /// Applies `target`; empty if the run ended before anything was sent.
  Optional<Event.Ended> apply(ResolvedObject target) {
    Optional<Event.Ended> unnamed = unnamed(target);
    return unnamed.isPresent() ? unnamed : of(target).apply(target, /* first= */ true);
  }

  private static Optional<Event.Ended> unnamed(ResolvedObject target) {
    return ResolvedObject.unnamed(target.desired())
        .map(problem -> new Event.Failed(target.desired(), List.of(problem)));
  }

  /// The object may have options of its own.
  private ObjectApplier of(ResolvedObject target) {
    return new ObjectApplier(context.of(target.desired()), events);
  }

  private ExecutionOptions options() {
    return context.options();
  }

  private ObjectResults results() {
    return new ObjectResults(context, events);
  }

  /// Applies an object whose migration from client-side apply has failed after it was applied once
  /// more, if a rule allows to recreate it: the server refuses it then.
  ///
  /// @param first whether the object was not applied before by this run
  private Optional<Event.Ended> apply(ResolvedObject given, boolean first) {
    ManifestWish wish = ManifestWish.forApply(context);
    if (options().method().isOnServer() && options().dryRun() == DryRun.CLIENT) {
      return Optional.of(wish.assumed(given.desired()));
    }
    ResolvedObject target = given.with(wish.sent(given.desired()));
    ObjectLoop.End end =
        wish.run(target, wish.mode(target.desired()), wish.policy(target.desired()), events);
    if (!(end instanceof ObjectLoop.End.Planned(var planned, var lost, var local))) {
      return results().of(target, wish, end);
    }
    if (planned.action() instanceof Action.Recreate) {
      RecreateOptions how = options().method().replacement(target.desired()).orElseThrow();
      return new RecreateApplier(context, how, target, events).carryOut(planned);
    }
    Event.Ended done = wish.finish(target, planned, lost, events);
    boolean unfinished = planned.action() instanceof Action.Apply && done instanceof Event.Failed;
    return first && unfinished && options().replaces(target.desired())
        ? apply(given, /* first= */ false)
        : Optional.of(done);
  }

  /// Carries out the plan for `target`, where it still fits the live object; empty if the run ended
  /// before anything was sent. A dry run of the client only checks the plan.
  ///
  /// @param terms decide about the fit
  Optional<Event.Ended> apply(
      ResolvedObject target, PlannedObject planned, StoredPlan.Terms terms) {
    ObjectApplier own = of(target);
    return own.apply(target, new StoredPlan(own.context, terms, planned));
  }

  private Optional<Event.Ended> apply(ResolvedObject given, StoredPlan wish) {
    Optional<Event.Ended> unnamed = wish.method().isPresent() ? unnamed(given) : Optional.empty();
    if (unnamed.isPresent()) {
      return unnamed;
    }
    ResolvedObject target = given.with(wish.sent(given.desired()));
    var policy = RetryPolicy.of(Budget.READING, options(), target.desired());
    for (int attempt = 1; ; attempt++) {
      ObjectLoop.End end = wish.run(target, policy, events);
      if (!(end instanceof ObjectLoop.End.Planned(var fitting, var lost, var local))) {
        return results().of(target, wish, end);
      }
      Optional<Event> done = carryOut(target, wish, fitting, lost, attempt);
      // Another client has written to the object since the check, so that it was not deleted.
      boolean changed =
          wish.terms().areOfUndo() && done.filter(Event.Warned.class::isInstance).isPresent();
      if (!changed || attempt == ATTEMPTS) {
        return done.map(event -> ended(wish, event));
      }
    }
  }

  private Optional<Event> carryOut(
      ResolvedObject target,
      StoredPlan wish,
      PlannedObject fitting,
      WriteResult.@Nullable Uncertain lost,
      int attempt) {
    StoredPlan.Terms terms = wish.terms();
    boolean tried = options().dryRun() == DryRun.CLIENT;
    MapValue live = fitting.before() instanceof MapValue there ? there : null;
    String version = terms.areOfUndo() && live != null ? LiveMetadata.version(live) : "";
    return switch (fitting.action()) {
      case Action.Recreate recreate when !tried ->
          new RecreateApplier(context, terms.replacement(target.desired()), target, events)
              .carryOut(fitting, version);
      case Action.Delete delete when !tried && live != null ->
          new Deleter(context, terms.replacement().deletion(), events)
              .carryOut(target, fitting, version);
      case Action.Recreate recreate -> applied(fitting, Outcome.RECREATED);
      case Action.Delete delete -> applied(fitting, Outcome.of(delete));
      case Action.Unchanged same when wish.isDeletion() -> {
        boolean wasThere = wish.planned().isDeletion() && attempt > 1;
        yield applied(fitting, wasThere ? Outcome.PRUNED : Outcome.withoutWrite(live));
      }
      case Action.OneWrite written -> Optional.of(wish.finish(target, fitting, lost, events));
    };
  }

  private static Optional<Event> applied(PlannedObject planned, Outcome outcome) {
    return Optional.of(new Event.Applied(planned.desired(), outcome, planned.object()));
  }

  /// Another object of the same name was the reason for a refusal of the plan a moment ago.
  private static Event.Ended ended(StoredPlan wish, Event event) {
    return switch (event) {
      case Event.Ended end -> end;
      case Event.Warned(Problem why) -> {
        Problem error =
            wish.terms().areOfUndo()
                ? wish.terms().check().different(wish.planned())
                : Problem.error(why.origin(), why.subject(), why.what(), "plan again");
        yield new Event.Failed(wish.planned().desired(), List.of(error));
      }
      case Event other -> throw new IllegalStateException("no end of a deletion: " + other);
    };
  }

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
        case WriteResult.Unknown(Problem problem) ->
            Optional.of(new Event.Unknown(desired, problem));
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
    /// @param lost an earlier write that may have been carried out, and made an object that is as
    ///   it should be; null if there is none
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
        case Action.Delete delete -> applied(planned, Outcome.of(delete));
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
}
