package dev.japply.apply;

import dev.japply.apply.ApplyMethod.ServerSide;
import dev.japply.apply.Attempts.Budget;
import dev.japply.apply.Attempts.Policy;
import dev.japply.cluster.ServerProblems;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.PlanCheck;
import dev.japply.plan.PlanCheck.Verdict;
import dev.japply.plan.PlannedObject;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Carries out what was planned for one object before, where it still fits what is live then. On a
/// client's dry run it only looks whether it does.
///
/// @param how what is deleted, and how
record PlannedApplier(ApplyContext context, PlannedObject planned, PlanCheck check, Replacement how)
    implements Applier {

  @Override
  public Optional<Event.Ended> apply(ResolvedObject target, Consumer<Event> events) {
    return switch (planned.action()) {
      case Action.Merged merged -> new ObjectRun(context, target, stored(), events).apply();
      case Action.Apply apply when isDryRun() ->
          whereFitting(
              target, events, Outcome.SERVERSIDE_APPLIED, (action, live) -> Optional.empty());
      case Action.Apply apply -> apply(apply, target, events);
      case Action.Recreate recreate ->
          whereFitting(
              target,
              events,
              Outcome.RECREATED,
              (action, live) -> recreate(action, target, live, events));
      case Action.Delete delete ->
          whereFitting(
              target,
              events,
              Outcome.PRUNED,
              (action, live) -> live == null ? applied(Outcome.PRUNED, null) : delete(events));
    };
  }

  private StoredPlanner stored() {
    return new StoredPlanner(context.cluster(), context.options().writeOptions(), check, planned);
  }

  /// What was read, and whether the plan fits it.
  private record Look(@Nullable MapValue live, Verdict verdict) {
    static Look failed(List<Problem> problems) {
      return new Look(null, new Verdict.Stale(problems));
    }
  }

  /// Reads the object, and does `action` where the plan fits.
  ///
  /// @param outcome what is said instead on a client's dry run
  private Optional<Event.Ended> whereFitting(
      ResolvedObject target,
      Consumer<Event> events,
      Outcome outcome,
      BiFunction<Action, @Nullable MapValue, Optional<Event.Ended>> action) {
    KubeObject desired = target.desired();
    return look(target, events)
        .flatMap(look ->
            switch (look.verdict()) {
              case Verdict.Stale(List<Problem> why) -> Optional.of(new Event.Failed(desired, why));
              case Verdict.Done done -> applied(Outcome.UNCHANGED, look.live());
              case Verdict.Fitting fitting when isDryRun() -> applied(outcome, look.live());
              case Verdict.Fitting(Action now) -> action.apply(now, look.live());
            });
  }

  private boolean isDryRun() {
    return context.options().dryRun() == DryRun.CLIENT;
  }

  private Optional<Look> look(ResolvedObject target, Consumer<Event> events) {
    KubeObject desired = target.desired();
    var policy = Policy.of(Budget.READING, context.options(), desired);
    var attempts = new Attempts(desired, policy, context.cancellation(), events);
    return attempts.settle(
        () -> Optional.of(look(target, attempts)),
        e -> Look.failed(ServerProblems.of(desired, e)),
        unknown -> Look.failed(List.of(unknown)));
  }

  private Look look(ResolvedObject target, Attempts attempts) {
    MapValue live = attempts.read(() -> context.objects().read(target)).orElse(null);
    return new Look(
        live,
        check.verdict(planned, live, () -> context.cluster().schema(target.resource().gvk())));
  }

  private Optional<Event.Ended> applied(Outcome outcome, @Nullable MapValue live) {
    MapValue object = live == null ? planned.object() : live;
    return Optional.of(new Event.Applied(planned.desired(), outcome, object));
  }

  private Optional<Event.Ended> apply(
      Action.Apply apply, ResolvedObject target, Consumer<Event> events) {
    boolean compared = planned.before() instanceof MapValue;
    var method = new ServerSide(apply.force(), apply.subresource(), compared);
    return new ServerSideApplier(context, method, stored()).apply(target, events);
  }

  /// Asks once more whether the server takes no patch, and would take the new object: nothing is
  /// deleted in vain, nor because somebody has written that into the plan.
  private Optional<Event.Ended> recreate(
      Action action, ResolvedObject target, @Nullable MapValue live, Consumer<Event> events) {
    if (live == null || !(action instanceof Action.Recreate recreate)) {
      return Optional.empty();
    }
    return new RecreationCheck(context, how)
        .again(target, recreate)
        .flatMap(anew -> new Replacer(context, how, target, events).carryOut(anew));
  }

  private Optional<Event.Ended> delete(Consumer<Event> events) {
    return new Deleter(context.cluster(), how.deletion(), context.options(), context.cancellation())
        .carryOut(planned, events)
        .map(this::ended);
  }

  /// That another object has the name by now is what the plan was refused for a moment ago.
  private Event.Ended ended(Event event) {
    return switch (event) {
      case Event.Ended end -> end;
      case Event.Warned(Problem why) -> failed(why);
      case Event other -> throw new IllegalStateException("no end of a deletion: " + other);
    };
  }

  private Event.Ended failed(Problem why) {
    Problem error = Problem.error(why.origin(), why.subject(), why.what(), "plan again");
    return new Event.Failed(planned.desired(), List.of(error));
  }
}
