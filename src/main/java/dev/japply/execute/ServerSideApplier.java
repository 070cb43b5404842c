package dev.japply.execute;

import dev.japply.event.Event;
import dev.japply.event.Outcome;
import dev.japply.execute.ApplyMethod.ServerSide;
import dev.japply.live.ClusterException;
import dev.japply.object.KubeObject;
import dev.japply.plan.Planner;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Applies one object by server-side apply: one PATCH with the manifest, and no read.
///
/// What is applied twice is the same as what is applied once. So when an answer is lost the PATCH
/// is sent again, and after a conflict of versions, too; not after one with other managers, which
/// the user must settle.
final class ServerSideApplier implements Applier {
  private final ObjectRun.Means means;
  private final ServerSide how;
  private final Planner planner;

  ServerSideApplier(ObjectRun.Means means, ServerSide how) {
    this.means = means;
    this.how = how;
    this.planner = new Planner(means.options().merge(), Planner.Annotation.LEFT);
  }

  @Override
  public Optional<Event> apply(Target target, Consumer<Event> events) {
    KubeObject desired = target.desired();
    Optional<Problem> unnamed = NameRule.check(desired);
    return unnamed.isPresent()
        ? Optional.of(new Event.Failed(desired, List.of(unnamed.get())))
        : new Run(target.with(planner.read(desired)), events).apply();
  }

  /// Applying one object.
  private final class Run {
    private final KubeObject desired;
    private final Consumer<Event> events;
    private final ServerSideWrites writes;
    private final Attempts attempts;
    private final Target target;

    /// What was there before, where that is asked for.
    private Optional<MapValue> before = Optional.empty();

    Run(Target target, Consumer<Event> events) {
      this.target = target;
      this.desired = target.desired();
      this.events = events;
      this.writes = new ServerSideWrites(means, how, target, events);
      this.attempts = writes.attempts();
    }

    Optional<Event> apply() {
      Optional<Event> applied = attempts.settle(this::attempt, this::fail);
      return applied.map(this::migrate).map(this::end);
    }

    private Event migrate(Event end) {
      return end instanceof Event.Applied applied && means.options().dryRun() == DryRun.NONE
          ? new Migration(writes, means.options().likeKubectl()).migrate(applied)
          : end;
    }

    private Optional<Event> attempt() {
      if (how.compared() && attempts.lost().isEmpty()) {
        before = attempts.read(() -> means.objects().read(target));
      }
      return writes
          .apply(attempts)
          .map(object -> new Event.Applied(desired, Outcome.SERVERSIDE_APPLIED, object));
    }

    private Event fail(ClusterException e) {
      return new Event.Failed(
          desired, new ServerSideRefusal(means.cluster(), planner).told(target, e));
    }

    private Event end(Event end) {
      if (!(end instanceof Event.Applied(var object, var outcome, MapValue after))) {
        return end;
      }
      if (after.map("metadata").has("deletionTimestamp")) {
        events.accept(new Event.Warned(Warnings.beingDeleted(after)));
      }
      DryRun dryRun = means.options().dryRun();
      boolean same = before.isPresent() && !dryRun.tellsApart(before.get(), after);
      return new Event.Applied(object, same ? Outcome.SERVERSIDE_UNCHANGED : outcome, after);
    }
  }
}
