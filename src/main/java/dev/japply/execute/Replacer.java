package dev.japply.execute;

import dev.japply.event.Event;
import dev.japply.event.Outcome;
import dev.japply.execute.Attempts.Budget;
import dev.japply.execute.Attempts.Policy;
import dev.japply.execute.Rehearsal.Answer;
import dev.japply.execute.UntilGone.Doomed;
import dev.japply.execute.UntilGone.End;
import dev.japply.execute.Write.Fate;
import dev.japply.live.Cluster;
import dev.japply.live.ClusterException;
import dev.japply.live.DeleteOptions;
import dev.japply.live.WriteOptions;
import dev.japply.object.KubeObject;
import dev.japply.object.RestoreBody;
import dev.japply.plan.Action;
import dev.japply.plan.Planner;
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

  /// Deletes and creates it. The answer says how that ended: as `end`, where a refusal is none that
  /// deleting the object helps against.
  Optional<Event> replace(ObjectRun.RefusedPatch refused, Optional<Event> end) {
    if (!helps(refused.refusal()) || stop.requested()) {
      return end;
    }
    MapValue live = refused.sent().live().orElseThrow();
    try {
      Optional<List<Problem>> objections = objections(refused, live);
      if (objections.isEmpty()) {
        return end;
      }
      if (!objections.get().isEmpty()) {
        return failed(objections.get());
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

  /// Why nothing is to be deleted; empty when the run is to end.
  private Optional<List<Problem>> objections(ObjectRun.RefusedPatch refused, MapValue live) {
    if (options.likeKubectl()) {
      return Optional.of(List.of());
    }
    Optional<String> precious = ReplaceProblems.precious(desired.gvk());
    if (precious.isPresent()) {
      List<Problem> said = ServerProblems.of(refused.sent(), refused.refusal());
      return Optional.of(ReplaceProblems.with(precious.get(), said));
    }
    return new Rehearsal(cluster, options, stop, events)
        .ask(target, live)
        .map(answer ->
            switch (answer) {
              case Answer.Taken taken -> List.of();
              case Answer.Refused(List<Problem> why) ->
                  ReplaceProblems.with(ReplaceProblems.MISTAKE, why);
              case Answer.CutOff(List<Problem> why) ->
                  ReplaceProblems.with(ReplaceProblems.CUT_OFF, why);
            });
  }

  private Optional<Event> replace(MapValue live, KeptCopy copy) {
    if (!stop.beginWrite()) {
      copy.remove();
      return Optional.empty();
    }
    try {
      return deleteThenCreate(live, copy);
    } finally {
      stop.endWrite();
    }
  }

  private Optional<Event> deleteThenCreate(MapValue live, KeptCopy copy) {
    Event deleted = delete(live, copy);
    if (!(deleted instanceof Event.Applied)) {
      return Optional.of(deleted);
    }
    try {
      return switch (await(live)) {
        case End.Gone gone -> create(live, copy);
        case End.Succeeded other -> create(live, copy);
        case End.Late(MapValue there) ->
            failed(
                List.of(
                    new WaitProblems(desired, FORCED)
                        .late(there, limit(live), "apply again when it is gone; " + copy.hint())));
        case End.CutOff cutOff -> failed(List.of(problems.cutOff(copy)));
      };
    } catch (ClusterException e) {
      return Optional.of(unseen(copy, about(live, e)));
    }
  }

  /// Deletes the object that was read, and no later one of its name: that is left for what follows.
  private Event delete(MapValue live, KeptCopy copy) {
    String uid = options.likeKubectl() ? "" : live.map("metadata").text("uid");
    var delete =
        new DeleteOptions(
            how.deletion().propagation(), how.deletion().gracePeriodSeconds(), uid, false);
    Attempts attempts = attempts(Budget.RESENDING, options.likeKubectl());
    var write =
        Write.delete(
            () -> cluster.delete(target.resource(), desired.namespace(), desired.name(), delete));
    return attempts
        .settle(
            () ->
                delete(attempts, write)
                    .map(done -> new Event.Applied(desired, Outcome.RECREATED, live)),
            e -> refusedDelete(write, copy, live, e),
            problem -> unknown(copy, problem))
        .orElseGet(() -> unknown(copy, problems.cutOff(copy)));
  }

  private static Optional<MapValue> delete(Attempts attempts, Write write) {
    try {
      return attempts.send(write);
    } catch (ClusterException e) {
      return switch (write.fate(e)) {
        case DONE, CHANGED -> Optional.of(MapValue.EMPTY);
        case NOT_DONE, UNKNOWN, BUSY -> throw e;
      };
    }
  }

  private Event refusedDelete(Write write, KeptCopy copy, MapValue live, ClusterException e) {
    if (write.fate(e) == Fate.UNKNOWN) {
      return unknown(copy, LostAnswer.unresolved(desired, e, "it was sent once"));
    }
    copy.remove();
    return new Event.Failed(desired, about(live, e));
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

  private Optional<Event> create(MapValue live, KeptCopy copy) {
    var policy = Policy.of(Budget.READING, options, desired).patiently();
    var run = new ObjectRun(means, target, policy, held, events);
    Optional<Event> end = run.apply();
    return switch (end.orElse(null)) {
      case Event.Applied applied -> {
        copy.remove();
        yield Optional.of(recreated(applied));
      }
      case Event.Failed(var object, List<Problem> why) when run.endedReading() ->
          Optional.of(unseen(copy, why));
      case Event.Failed(var object, List<Problem> why) when !held.requested() ->
          Optional.of(restore(live, copy, why));
      case Event.Unknown(var object, Problem problem) -> Optional.of(unknown(copy, problem));
      case null, default -> failed(List.of(problems.cutOff(copy)));
    };
  }

  private Event recreated(Event.Applied applied) {
    Outcome outcome = options.likeKubectl() ? Outcome.CONFIGURED : Outcome.RECREATED;
    return applied.outcome() == Outcome.CREATED
        ? new Event.Applied(applied.desired(), outcome, applied.object())
        : applied;
  }

  /// Puts the old object back, since the new one failed for `why`. What has come there meanwhile
  /// stays: it is the old one, of which the answer was lost, or the new one, which came late.
  private Event restore(MapValue live, KeptCopy copy, List<Problem> why) {
    Attempts attempts = attempts(Budget.READING, false);
    return attempts
        .settle(
            () -> restore(attempts, live).map(there -> restored(attempts, copy, there, why)),
            e -> new Event.Failed(desired, problems.lost(why, about(live, e), copy)),
            problem -> unknown(copy, problem))
        .orElseGet(() -> new Event.Failed(desired, List.of(problems.cutOff(copy))));
  }

  private Optional<MapValue> restore(Attempts attempts, MapValue live) {
    Optional<MapValue> there =
        attempts.isRetry()
            ? attempts.read(
                () -> cluster.get(target.resource(), desired.namespace(), desired.name()))
            : Optional.empty();
    MapValue body = RestoreBody.of(live);
    var options = new WriteOptions(this.options.fieldManager(), "", false);
    var write =
        new Write(
            Write.Kind.POST,
            body,
            () -> cluster.create(target.resource(), desired.namespace(), body, options));
    return there.isPresent() ? there : attempts.send(write);
  }

  private Event restored(Attempts attempts, KeptCopy copy, MapValue there, List<Problem> why) {
    var schema = cluster.strategicSchema(target.resource().gvk());
    boolean late =
        new Planner(options.merge()).plan(desired, Optional.of(there), schema)
            instanceof Action.Unchanged;
    if (late) {
      copy.remove();
      return recreated(new Event.Applied(desired, Outcome.CREATED, there));
    }
    if (attempts.isRetry() && attempts.lost().isEmpty()) {
      return new Event.Failed(desired, ReplaceProblems.with(problems.succeeded(copy), why));
    }
    copy.remove();
    return new Event.Failed(desired, ReplaceProblems.with(ReplaceProblems.RESTORED, why));
  }

  /// Attempts that the end of the run does not cut off while there is time.
  private Attempts attempts(Budget budget, boolean likeKubectl) {
    var policy = new Policy(budget, likeKubectl, false, false, /* patient= */ true);
    return new Attempts(desired, policy, held, events);
  }

  /// It was deleted, and what is there now could not be read.
  private Event unseen(KeptCopy copy, List<Problem> why) {
    return new Event.Unknown(desired, problems.unseen(why.getFirst(), copy));
  }

  private Event unknown(KeptCopy copy, Problem problem) {
    return new Event.Unknown(
        desired, ReplaceProblems.with(copy.hint(), List.of(problem)).getFirst());
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
