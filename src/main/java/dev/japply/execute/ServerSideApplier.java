package dev.japply.execute;

import dev.japply.event.Event;
import dev.japply.event.Outcome;
import dev.japply.execute.ApplyMethod.ServerSide;
import dev.japply.live.Cluster;
import dev.japply.live.ClusterException;
import dev.japply.object.KubeObject;
import dev.japply.plan.Planner;
import dev.japply.problem.Problem;
import dev.japply.refusal.ServerProblems;
import dev.japply.refusal.ServerSideProblems;
import dev.japply.tree.Value.MapValue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Applies one object by server-side apply: one PATCH with the manifest, and no read.
///
/// What is applied twice is the same as what is applied once. So when an answer is lost the PATCH
/// is sent again, and after a conflict of versions, too; not after one with other managers, which
/// the user must settle.
final class ServerSideApplier implements Applier {
  /// How often a PATCH is sent.
  private static final int TRIES = 5;

  /// Before each try but the second.
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Cluster cluster;
  private final LiveObjects objects;
  private final ApplyOptions options;
  private final ServerSide how;
  private final Planner planner;
  private final Stop stop;

  ServerSideApplier(ObjectRun.Means means, ServerSide how) {
    this.cluster = means.cluster();
    this.objects = means.objects();
    this.options = means.options();
    this.how = how;
    this.planner = new Planner(options.merge(), Planner.Annotation.LEFT);
    this.stop = means.stop();
  }

  @Override
  public Optional<Event> apply(Target target, Consumer<Event> events) {
    KubeObject desired = target.desired();
    Optional<Problem> unnamed = NameRule.check(desired);
    return unnamed.isPresent()
        ? Optional.of(new Event.Failed(desired, List.of(unnamed.get())))
        : new Run(target.with(planner.read(desired)), events).end();
  }

  /// Applying one object, with its place in the retries.
  private final class Run {
    private final KubeObject desired;
    private final Consumer<Event> events;
    private final ServerSideWrites writes;
    private final Target target;
    private Optional<ClusterException> lost = Optional.empty();

    /// What was there before, where that is asked for.
    private Optional<MapValue> before = Optional.empty();

    Run(Target target, Consumer<Event> events) {
      this.target = target;
      this.desired = target.desired();
      this.events = events;
      this.writes =
          new ServerSideWrites(cluster, options.writeOptions(), how, stop, target, events);
    }

    Optional<Event> end() {
      for (int tries = 1; ; tries++) {
        try {
          if (how.compared() && lost.isEmpty()) {
            before = objects.read(target);
          }
          Optional<Event> end = writes.apply().map(this::applied);
          return end.isPresent() ? end : lost.map(e -> unresolved(e, "the run was ended"));
        } catch (ClusterException e) {
          if (!again(e, tries)) {
            return failed(e);
          }
        }
      }
    }

    private Event applied(MapValue answer) {
      boolean dry = options.dryRun() != DryRun.NONE;
      MapValue object = dry ? answer : new Migration(writes, stop).after(answer);
      if (object.map("metadata").has("deletionTimestamp")) {
        events.accept(new Event.Warned(Warnings.beingDeleted(object)));
      }
      boolean same = before.isPresent() && !options.dryRun().tellsApart(before.get(), object);
      Outcome outcome = same ? Outcome.SERVERSIDE_UNCHANGED : Outcome.SERVERSIDE_APPLIED;
      return new Event.Applied(desired, outcome, object);
    }

    /// Whether to send the PATCH again after it failed with `e`.
    private boolean again(ClusterException e, int tries) {
      boolean unanswered = LostAnswer.mayBeDone(e);
      boolean down = lost.isPresent() && LostAnswer.mayPass(e);
      boolean version = e.isConflict() && !ServerSideProblems.isOwnership(e) && !pinned();
      if (unanswered && !options.likeKubectl()) {
        lost = Optional.of(e);
      }
      boolean hopeful = unanswered || down || version;
      if (!hopeful || tries == TRIES || options.likeKubectl() || stop.requested()) {
        return false;
      }
      String why = version ? "changed by somebody else" : "the answer was lost";
      events.accept(new Event.Retrying(desired, why, tries));
      if (tries > 1) {
        stop.pause(PAUSE);
      }
      return true;
    }

    /// A resourceVersion in the manifest makes every try but the first fail.
    private boolean pinned() {
      return desired.tree().map("metadata").has("resourceVersion");
    }

    private Optional<Event> failed(ClusterException e) {
      return LostAnswer.notTried(e, stop) && lost.isEmpty()
          ? Optional.empty()
          : Optional.of(told(e));
    }

    private Event told(ClusterException e) {
      boolean unanswered = LostAnswer.mayBeDone(e);
      if (unanswered && stop.requested()) {
        return new Event.Unknown(desired, LostAnswer.unanswered(desired, "PATCH"));
      }
      boolean ownWrite = e.isConflict() && pinned();
      if (lost.isPresent() && (unanswered || ownWrite || LostAnswer.mayPass(e))) {
        boolean seen = lost.get().equals(e);
        return unresolved(
            lost.get(), seen ? "it was sent again in vain" : ServerProblems.sentence(e));
      }
      return new Event.Failed(desired, new ServerSideRefusal(cluster, planner).told(target, e));
    }

    private Event unresolved(ClusterException failure, String then) {
      return new Event.Unknown(desired, LostAnswer.unresolved(desired, failure, then));
    }
  }
}
