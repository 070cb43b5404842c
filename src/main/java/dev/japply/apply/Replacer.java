package dev.japply.apply;

import dev.japply.apply.Attempts.Budget;
import dev.japply.apply.Attempts.Policy;
import dev.japply.apply.DeletionWait.DeletedObject;
import dev.japply.apply.DeletionWait.End;
import dev.japply.apply.Write.Fate;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.DeleteOptions;
import dev.japply.cluster.RequestContext;
import dev.japply.cluster.ServerProblems;
import dev.japply.cluster.WriteOptions;
import dev.japply.io.Cancellation.CriticalSection;
import dev.japply.object.KubeObject;
import dev.japply.object.RestoreBody;
import dev.japply.plan.Action;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Difference;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner;
import dev.japply.problem.Problem;
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

  private final ApplyContext context;
  private final Cluster cluster;
  private final ExecutionOptions options;
  private final Replacement how;
  private final ResolvedObject target;
  private final KubeObject desired;
  private final Consumer<Event> events;
  private final ReplaceProblems problems;
  private final Planner planner;

  Replacer(ApplyContext context, Replacement how, ResolvedObject target, Consumer<Event> events) {
    this.context = context;
    this.cluster = context.cluster();
    this.options = context.options();
    this.how = how;
    this.target = target;
    this.desired = target.desired();
    this.events = events;
    this.problems = new ReplaceProblems(desired);
    this.planner = new Planner(options.planning());
  }

  /// Deletes and creates it. The answer says how that ended: as `end`, where a refusal is none that
  /// deleting the object helps against.
  Optional<Event.Ended> replace(RefusedPatch refused, Event.Ended end) {
    Optional<PlannedObject> planned = new Recreation(context, target, events).plan(refused);
    return planned.isPresent() ? carryOut(planned.get()) : Optional.of(end);
  }

  /// Does what is planned: deletes and creates the object, or says why not.
  Optional<Event.Ended> carryOut(PlannedObject planned) {
    if (!(planned.action() instanceof Action.Recreate(String uid, MapValue body))
        || !(planned.before() instanceof MapValue live)) {
      return Optional.of(new ObjectRun(context, target, events).end(planned));
    }
    try {
      return replace(planned, uid, live, KeptCopy.write(how.copies(), desired.key(), live));
    } catch (IOException e) {
      return failed(List.of(problems.noCopy(how.copies(), e)));
    }
  }

  private Optional<Event.Ended> replace(
      PlannedObject planned, String uid, MapValue live, KeptCopy copy) {
    Optional<CriticalSection> section = context.cancellation().enter();
    if (section.isEmpty()) {
      copy.remove();
      return Optional.empty();
    }
    try {
      return new Replacing(section.get(), planned, live, copy).deleteThenCreate(uid);
    } finally {
      section.get().leave();
    }
  }

  /// Deleting and creating the object, which the end of the run does not cut in two while there is
  /// time.
  private final class Replacing {
    private final CriticalSection section;
    private final PlannedObject planned;
    private final MapValue live;
    private final KeptCopy copy;
    private final ObjectRun creation;

    Replacing(CriticalSection section, PlannedObject planned, MapValue live, KeptCopy copy) {
      this.section = section;
      this.planned = planned;
      this.live = live;
      this.copy = copy;
      var policy = Policy.of(Budget.READING, options, desired).patiently();
      var within =
          new ApplyContext(
              cluster, context.objects(), options, new Outage(section), context.done());
      this.creation = new ObjectRun(within, target, creating(planned.action()), policy, events);
    }

    /// Creates what is planned; merges into what has come there meanwhile.
    private TargetPlanner creating(Action action) {
      var merging = new NewPlanner(cluster, options.method(), Replacer.this.planner);
      return (target, live) ->
          live == null && action instanceof Action.Recreate(String uid, MapValue body)
              ? new Action.Create(body)
              : merging.plan(target, live);
    }

    private Optional<Event.Ended> deleteThenCreate(String uid) {
      Event.Ended end = delete(uid);
      if (!(end instanceof Event.Applied)) {
        return Optional.of(end);
      }
      try {
        return switch (await()) {
          case End.Gone gone -> create();
          case End.Succeeded other -> create();
          case End.Late(MapValue there) ->
              failed(
                  List.of(
                      new WaitProblems(desired, FORCED)
                          .late(there, limit(), "apply again when it is gone; " + copy.hint())));
          case End.CutOff cutOff -> failed(List.of(problems.cutOff(copy)));
        };
      } catch (ClusterException e) {
        return Optional.of(unseen(about(live, e)));
      }
    }

    /// Deletes the object that was read, and no later one of its name: that is left for what
    /// follows.
    private Event.Ended delete(String uid) {
      var delete =
          new DeleteOptions(
              how.deletion().propagation(),
              how.deletion().gracePeriodSeconds(),
              options.allows(Difference.DELETES_BY_UID) ? uid : "",
              /* dryRun= */ false);
      Attempts attempts = attempts(Budget.RESENDING, options.compatibility());
      var write =
          Write.delete(
              () -> cluster.delete(target.resource(), desired.namespace(), desired.name(), delete));
      return attempts
          .settle(
              () ->
                  delete(attempts, write)
                      .map(done -> new Event.Applied(desired, Outcome.RECREATED, live)),
              e -> endRefused(write, e),
              problem -> unknown(problem))
          .orElseGet(() -> unknown(problems.cutOff(copy)));
    }

    private Optional<MapValue> delete(Attempts attempts, Write write) {
      try {
        return attempts.send(write);
      } catch (ClusterException e) {
        return switch (write.fate(e)) {
          case DONE, CHANGED -> Optional.of(MapValue.EMPTY);
          case NOT_DONE, UNKNOWN, ERROR, BUSY, UNREADY -> throw e;
        };
      }
    }

    private Event.Ended endRefused(Write write, ClusterException e) {
      Fate fate = write.fate(e);
      if (fate == Fate.UNKNOWN || fate == Fate.ERROR) {
        return unknown(LostAnswer.unresolved(desired, e, "it was sent once"));
      }
      copy.remove();
      return new Event.Failed(desired, about(live, e));
    }

    private End await() {
      var deleted = DeletedObject.of(target.resource(), live);
      return new DeletionWait(cluster, section)
          .await(
              deleted,
              limit(),
              there -> events.accept(new WaitProblems(desired, FORCED).waiting(there)));
    }

    private Duration limit() {
      boolean atOnce =
          !options.allows(Difference.AWAITS_REPLACED) && !how.deletion().timeout().isPositive();
      return atOnce ? Duration.ZERO : how.deletion().limit(live);
    }

    private Optional<Event.Ended> create() {
      return switch (creation.apply().orElse(null)) {
        case Event.Applied applied -> {
          copy.remove();
          boolean created = applied.outcome() == Outcome.CREATED;
          yield Optional.of(created ? recreated(applied.object()) : applied);
        }
        case Event.Failed(var object, List<Problem> why) when creation.endedReading() ->
            Optional.of(unseen(why));
        case Event.Failed(var object, List<Problem> why) when !section.requested() ->
            Optional.of(restore(why));
        case Event.Unknown(var object, Problem problem) -> Optional.of(unknown(problem));
        case Event.Failed cutOff -> failed(List.of(problems.cutOff(copy)));
        case null -> failed(List.of(problems.cutOff(copy)));
      };
    }

    private Event.Ended recreated(MapValue object) {
      return creation.end(planned.withAfter(object));
    }

    /// Puts the old object back, since the new one failed for `why`. What has come there meanwhile
    /// stays: it is the old one, of which the answer was lost, or the new one, which came late.
    private Event.Ended restore(List<Problem> why) {
      Attempts attempts = attempts(Budget.READING, Compatibility.japply());
      return attempts
          .settle(
              () -> putBack(attempts).map(there -> endRestored(attempts, there, why)),
              e -> new Event.Failed(desired, problems.lost(why, about(live, e), copy)),
              problem -> unknown(problem))
          .orElseGet(() -> new Event.Failed(desired, List.of(problems.cutOff(copy))));
    }

    private Optional<MapValue> putBack(Attempts attempts) {
      Optional<MapValue> there =
          attempts.isRetry() ? attempts.read(() -> target.readFrom(cluster)) : Optional.empty();
      MapValue body = RestoreBody.of(live);
      var written = new WriteOptions(options.fieldManager(), "", false);
      var write =
          new Write(
              Write.Kind.POST,
              body,
              () -> cluster.create(target.resource(), desired.namespace(), body, written));
      return there.isPresent() ? there : attempts.send(write);
    }

    private Event.Ended endRestored(Attempts attempts, MapValue there, List<Problem> why) {
      var schema = cluster.schema(target.resource().gvk()).orElse(null);
      boolean late = planner.plan(desired, there, schema) instanceof Action.Unchanged;
      if (late) {
        copy.remove();
        return recreated(there);
      }
      if (attempts.isRetry() && attempts.lost().isEmpty()) {
        return new Event.Failed(desired, ReplaceProblems.with(problems.succeeded(copy), why));
      }
      copy.remove();
      return new Event.Failed(desired, ReplaceProblems.with(ReplaceProblems.RESTORED, why));
    }

    /// Attempts that the end of the run does not cut off while there is time.
    private Attempts attempts(Budget budget, Compatibility compatibility) {
      var policy = new Policy(budget, compatibility, false, false, /* patient= */ true);
      return new Attempts(desired, policy, new Outage(section), events);
    }

    /// It was deleted, and what is there now could not be read.
    private Event.Ended unseen(List<Problem> why) {
      return new Event.Unknown(desired, problems.unseen(why.getFirst(), copy));
    }

    private Event.Ended unknown(Problem problem) {
      return new Event.Unknown(
          desired, ReplaceProblems.with(copy.hint(), List.of(problem)).getFirst());
    }
  }

  /// The problems that `e` tells, without the secrets of the old object, either.
  private List<Problem> about(MapValue live, ClusterException e) {
    return ServerProblems.of(new RequestContext(desired, live, null, Optional::empty), e);
  }

  private Optional<Event.Ended> failed(List<Problem> why) {
    return Optional.of(new Event.Failed(desired, why));
  }
}
