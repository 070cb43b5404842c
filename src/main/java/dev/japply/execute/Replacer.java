package dev.japply.execute;

import dev.japply.event.Event;
import dev.japply.event.Outcome;
import dev.japply.execute.UntilGone.Doomed;
import dev.japply.execute.UntilGone.End;
import dev.japply.live.Cluster;
import dev.japply.live.ClusterException;
import dev.japply.live.DeleteOptions;
import dev.japply.live.WriteOptions;
import dev.japply.object.KubeObject;
import dev.japply.object.RestoreBody;
import dev.japply.problem.Problem;
import dev.japply.refusal.Sent;
import dev.japply.refusal.ServerProblems;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Deletes an object and creates it anew, where the server takes no patch of it and would take it
/// as a new one. From the DELETE on it is one write, which the end of the run does not cut in two
/// while there is time; a copy of the object is kept, and it is put back when the new one fails.
final class Replacer {
  /// So often the object is deleted, or put back, while answers are lost.
  private static final int TRIES = 3;

  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final String FORCED = "deleted by --force";

  private final ObjectRun.Means means;
  private final Cluster cluster;
  private final ApplyOptions options;
  private final Stop stop;
  private final Stop held;
  private final Replacement how;
  private final Target target;
  private final KubeObject desired;
  private final Consumer<Event> events;
  private final ReplaceProblems problems;

  Replacer(ObjectRun.Means means, Replacement how, Target target, Consumer<Event> events) {
    this.means = means;
    this.cluster = means.cluster();
    this.options = means.options();
    this.stop = means.stop();
    this.held = new HeldStop(stop);
    this.how = how;
    this.target = target;
    this.desired = target.desired();
    this.events = events;
    this.problems = new ReplaceProblems(desired);
  }

  /// How it ended: as `end`, where a refusal is none that deleting the object helps against.
  Optional<Event> replace(ObjectRun.RefusedPatch refused, Optional<Event> end) {
    if (!helps(refused.refusal()) || stop.requested()) {
      return end;
    }
    MapValue live = refused.sent().live().orElseThrow();
    try {
      List<Problem> objections = objections(refused, live);
      if (!objections.isEmpty()) {
        return failed(objections);
      }
      return replace(live, KeptCopy.write(how.copies(), desired.key(), live));
    } catch (IOException e) {
      return failed(List.of(problems.noCopy(how.copies(), e)));
    }
  }

  /// What kubectl takes for a reason. A resourceVersion in the manifest says that another version
  /// is not to be touched.
  private boolean helps(ClusterException e) {
    boolean pinned = desired.tree().map("metadata").has("resourceVersion");
    return e.status() == ReplaceProblems.INVALID
        || (e.isConflict() && (options.likeKubectl() || !pinned));
  }

  private List<Problem> objections(ObjectRun.RefusedPatch refused, MapValue live) {
    if (options.likeKubectl()) {
      return List.of();
    }
    Optional<String> precious = ReplaceProblems.precious(desired.gvk());
    if (precious.isPresent()) {
      return ReplaceProblems.with(
          precious.get(), ServerProblems.of(refused.sent(), refused.refusal()));
    }
    return ReplaceProblems.with(
        ReplaceProblems.MISTAKE, new Rehearsal(cluster, options).problems(target, live));
  }

  private Optional<Event> replace(MapValue live, KeptCopy copy) {
    if (!stop.beginWrite()) {
      copy.remove();
      return Optional.empty();
    }
    try {
      return deleted(live, copy);
    } finally {
      stop.endWrite();
    }
  }

  private Optional<Event> deleted(MapValue live, KeptCopy copy) {
    try {
      delete(live);
    } catch (ClusterException e) {
      if (LostAnswer.mayBeDone(e)) {
        return Optional.of(
            new Event.Unknown(desired, LostAnswer.unresolved(desired, e, copy.hint())));
      }
      copy.remove();
      return failed(about(live, e));
    }
    try {
      return switch (await(live)) {
        case End.Gone gone -> created(live, copy);
        case End.Succeeded other -> created(live, copy);
        case End.Late(MapValue there) ->
            failed(
                List.of(
                    new WaitProblems(desired, FORCED)
                        .late(there, limit(live), "apply again when it is gone; " + copy.hint())));
        case End.CutOff cutOff -> failed(List.of(problems.cutOff(copy)));
      };
    } catch (ClusterException e) {
      return failed(ReplaceProblems.with(copy.hint(), about(live, e)));
    }
  }

  /// Deletes the object that was read, and no later one of its name: that is left for what follows.
  private void delete(MapValue live) {
    String uid = options.likeKubectl() ? "" : live.map("metadata").text("uid");
    var delete =
        new DeleteOptions(
            how.deletion().propagation(), how.deletion().gracePeriodSeconds(), uid, false);
    events.accept(new Event.Sending(desired, "DELETE", MapValue.EMPTY));
    for (int tries = 1; ; tries++) {
      try {
        cluster.delete(target.resource(), desired.namespace(), desired.name(), delete);
        return;
      } catch (ClusterException e) {
        boolean another = e.isConflict() && !uid.isEmpty();
        if (e.isNotFound() || another) {
          return;
        }
        if (options.likeKubectl() || tries == TRIES || !mayTryAgain(e)) {
          throw e;
        }
        held.pause(PAUSE);
      }
    }
  }

  private boolean mayTryAgain(ClusterException e) {
    return LostAnswer.mayBeDone(e) && !held.requested();
  }

  private End await(MapValue live) {
    var doomed = Doomed.of(target.resource(), live);
    return new UntilGone(cluster, held)
        .await(
            doomed,
            limit(live),
            there -> events.accept(new WaitProblems(desired, FORCED).waiting(there)));
  }

  private Duration limit(MapValue live) {
    boolean atOnce = options.likeKubectl() && !how.deletion().timeout().isPositive();
    return atOnce ? Duration.ZERO : how.deletion().limit(live);
  }

  private Optional<Event> created(MapValue live, KeptCopy copy) {
    Optional<Event> end = new ObjectRun(means.with(held), target, events).end();
    return switch (end.orElse(null)) {
      case Event.Applied applied -> {
        copy.remove();
        yield Optional.of(recreated(applied));
      }
      case Event.Failed(var object, List<Problem> why) when !held.requested() ->
          failed(restored(live, copy, why));
      case Event.Unknown(var object, Problem problem) ->
          Optional.of(
              new Event.Unknown(
                  desired, ReplaceProblems.with(copy.hint(), List.of(problem)).getFirst()));
      case null, default -> failed(List.of(problems.cutOff(copy)));
    };
  }

  private Event recreated(Event.Applied applied) {
    Outcome outcome = options.likeKubectl() ? Outcome.CONFIGURED : Outcome.RECREATED;
    return applied.outcome() == Outcome.CREATED
        ? new Event.Applied(applied.desired(), outcome, applied.object())
        : applied;
  }

  /// Puts the old object back, since the new one failed.
  private List<Problem> restored(MapValue live, KeptCopy copy, List<Problem> why) {
    MapValue body = RestoreBody.of(live);
    events.accept(new Event.Sending(desired, "POST", body));
    var write = new WriteOptions(options.fieldManager(), "", false);
    for (int tries = 1; ; tries++) {
      try {
        cluster.create(target.resource(), desired.namespace(), body, write);
        copy.remove();
        return ReplaceProblems.with(ReplaceProblems.RESTORED, why);
      } catch (ClusterException e) {
        boolean done = ServerProblems.alreadyExists(e) && tries > 1;
        if (done) {
          copy.remove();
          return ReplaceProblems.with(ReplaceProblems.RESTORED, why);
        }
        if (tries == TRIES || !mayTryAgain(e)) {
          return problems.lost(why, about(live, e), copy);
        }
        held.pause(PAUSE);
      }
    }
  }

  /// The problems that `e` tells, without the secrets of the old object, either.
  private List<Problem> about(MapValue live, ClusterException e) {
    return ServerProblems.of(
        new Sent(desired, Optional.of(live), Optional.empty(), Optional::empty), e);
  }

  private Optional<Event> failed(List<Problem> why) {
    return Optional.of(new Event.Failed(desired, why));
  }
}
