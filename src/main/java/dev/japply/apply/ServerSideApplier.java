package dev.japply.apply;

import dev.japply.apply.ApplyMethod.ServerSide;
import dev.japply.apply.Attempts.Budget;
import dev.japply.apply.Attempts.Policy;
import dev.japply.cluster.ClusterException;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.Difference;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Applies one object by server-side apply: one PATCH with the manifest, and no read but where it
/// is to be told whether something changed.
///
/// What is applied twice is the same as what is applied once. So when an answer is lost the PATCH
/// is sent again, and after a conflict of versions, too; not after one with other managers, which
/// the user must settle.
final class ServerSideApplier implements Applier {
  private final ApplyContext context;
  private final ServerSide how;
  private final Planner planner;
  private final TargetPlanner plans;

  ServerSideApplier(ApplyContext context, ServerSide how) {
    this(context, how, new NewPlanner(context.cluster(), how, planner(context)));
  }

  /// One that does what `plans` say.
  ServerSideApplier(ApplyContext context, ServerSide how, TargetPlanner plans) {
    this.context = context;
    this.how = how;
    this.planner = planner(context);
    this.plans = plans;
  }

  private static Planner planner(ApplyContext context) {
    return new Planner(context.options().planning(), Planner.Annotation.LEFT);
  }

  @Override
  public Optional<Event.Ended> apply(ResolvedObject target, Consumer<Event> events) {
    KubeObject desired = target.desired();
    Optional<Problem> unnamed = NameRule.check(desired);
    return unnamed.isPresent()
        ? Optional.of(new Event.Failed(desired, List.of(unnamed.get())))
        : new Run(target.with(planner.normalize(desired)), events).apply();
  }

  /// Applying one object.
  private final class Run implements ObjectPass.Ends {
    private final ResolvedObject target;
    private final KubeObject desired;
    private final Consumer<Event> events;
    private final Attempts attempts;
    private final ObjectPass pass;

    /// What was there before, where that is asked for; null for nothing.
    private @Nullable MapValue before;

    Run(ResolvedObject target, Consumer<Event> events) {
      this.target = target;
      this.desired = target.desired();
      this.events = events;
      var policy = Policy.of(Budget.RESENDING, context.options(), desired);
      this.attempts = new Attempts(desired, policy, context.cancellation(), events);
      this.pass = new ObjectPass(context.cluster(), context.options().writeOptions(), target, this);
    }

    Optional<Event.Ended> apply() {
      Optional<Event.Ended> applied =
          attempts.settle(() -> pass.run().map(this::applied), this::fail);
      return applied.map(this::migrateIfNeeded).map(this::end);
    }

    @Override
    public boolean reads() {
      return how.compared();
    }

    /// What was read before a write whose answer was lost stays what was there before.
    @Override
    public Optional<MapValue> read() {
      if (attempts.lost().isEmpty()) {
        before = attempts.read(() -> context.objects().read(target)).orElse(null);
      }
      return Optional.ofNullable(before);
    }

    @Override
    public Action.OneWrite plan(@Nullable MapValue live) {
      return plans.plan(target, live);
    }

    @Override
    public Optional<MapValue> take(Write write, @Nullable MapValue expected) {
      return attempts.send(write);
    }

    private Event.Ended applied(PlannedObject planned) {
      if (how.compared()) {
        context.done().accept(planned);
      }
      return planned.action() instanceof Action.Refused(List<Problem> why)
          ? new Event.Failed(desired, why)
          : new Event.Applied(desired, Outcome.SERVERSIDE_APPLIED, planned.object());
    }

    private Event.Ended migrateIfNeeded(Event.Ended end) {
      if (!(end instanceof Event.Applied applied) || context.options().dryRun() != DryRun.NONE) {
        return end;
      }
      var writes = new ServerSideWrites(context, how, target, events);
      boolean failing = context.options().allows(Difference.FAILS_UNFINISHED_MIGRATION);
      return new Migration(writes, failing).migrate(applied);
    }

    private Event.Ended fail(ClusterException e) {
      return new Event.Failed(
          desired, new ServerSideRefusal(context.cluster(), planner).problems(target, e));
    }

    private Event.Ended end(Event.Ended end) {
      if (!(end instanceof Event.Applied(var object, var outcome, MapValue after))) {
        return end;
      }
      if (after.map("metadata").has("deletionTimestamp")) {
        events.accept(new Event.Warned(Warnings.beingDeleted(after)));
      }
      DryRun dryRun = context.options().dryRun();
      boolean same = before != null && !dryRun.tellsApart(before, after);
      return new Event.Applied(object, same ? Outcome.SERVERSIDE_UNCHANGED : outcome, after);
    }
  }
}
