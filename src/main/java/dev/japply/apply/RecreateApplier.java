package dev.japply.apply;

import dev.japply.apply.DeletionWait.DeletedObject;
import dev.japply.apply.DeletionWait.End;
import dev.japply.apply.Event.Outcome;
import dev.japply.apply.ObjectApplier.ObjectResults;
import dev.japply.apply.RetryPolicy.Budget;
import dev.japply.apply.RetryPolicy.RetryState;
import dev.japply.apply.Writer.WriteRequest;
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
import dev.japply.plan.ChangeReasons;
import dev.japply.plan.LiveMetadata;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.ServerSideManifest;
import dev.japply.plan.UndoPlanner;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Deletes an object and creates it again, where the server refuses a patch and would accept a new
/// object. From the DELETE on it is one write, which the end of the run does not cut in two while
/// there is time; a copy of the object is kept, and restored if the new one fails. The new object
/// is created by the method of the options: by a POST, or by a server-side apply.
final class RecreateApplier {
  private final ApplyContext context;
  private final Cluster cluster;
  private final ExecutionOptions options;
  private final RecreateOptions replacement;
  private final ResolvedObject target;
  private final KubeObject desired;
  private final Consumer<Event> events;
  private final RecreateProblems problems;
  private final ManifestWish manifest;
  private final ObjectResults results;

  RecreateApplier(
      ApplyContext context,
      RecreateOptions replacement,
      ResolvedObject target,
      Consumer<Event> events) {
    this.context = context;
    this.cluster = context.cluster();
    this.options = context.options();
    this.replacement = replacement;
    this.target = target;
    this.desired = target.desired();
    this.events = events;
    this.problems = new RecreateProblems(desired, replacement.by());
    this.manifest = ManifestWish.of(context, options.planner());
    this.results = new ObjectResults(context, events);
  }

  /// Carries out the plan: deletes and creates the object, or reports the failure.
  Optional<Event.Ended> carryOut(PlannedObject planned) {
    return carryOut(planned, "").map(Event.Ended.class::cast);
  }

  /// Carries out the plan for that version of the object; a dry run deletes nothing. The returned
  /// event is a warning if the plan must be checked again: the object has another version by now,
  /// and was not deleted, or an undo takes over the object that another client has created after
  /// the deletion.
  ///
  /// @param version empty for any
  Optional<Event> carryOut(PlannedObject planned, String version) {
    if (options.dryRun() != DryRun.NONE
        || !(planned.action() instanceof Action.Recreate recreate)
        || !(planned.before() instanceof MapValue live)) {
      return Optional.of(results.of(planned, null));
    }
    try {
      BackupFile copy = BackupFile.write(replacement.copies(), desired.key(), live);
      return replace(planned, recreate, live, copy, version);
    } catch (IOException e) {
      return failed(List.of(problems.noCopy(replacement.copies(), e)));
    }
  }

  private Optional<Event> replace(
      PlannedObject planned,
      Action.Recreate recreate,
      MapValue live,
      BackupFile copy,
      String version) {
    Optional<CriticalSection> section = context.cancellation().enter();
    if (section.isEmpty()) {
      copy.remove();
      return Optional.empty();
    }
    try {
      return new Replacing(section.get(), planned, live, copy).deleteThenCreate(recreate, version);
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
    private final BackupFile copy;
    private final RunCancellation within;

    Replacing(CriticalSection section, PlannedObject planned, MapValue live, BackupFile copy) {
      this.section = section;
      this.planned = planned;
      this.live = live;
      this.copy = copy;
      this.within = new RunCancellation(section);
    }

    /// Creates the planned object; merges if another one exists by then. An undo restores an object
    /// whole, which is no manifest: another object is a conflict.
    private Wish creating(MapValue body) {
      return (target, live, retries) -> {
        if (live != null && !replacement.isOfUndo()) {
          return manifest.plan(target, live, retries);
        }
        Action action =
            live == null
                ? manifest.creation(body)
                : UndoPlanner.isRestored(body, live)
                    ? new Action.Unchanged()
                    : new Action.Refused(List.of(problems.created(copy)));
        return Optional.of(Wish.planned(desired, live, action, ChangeReasons.NONE));
      };
    }

    private Optional<Event> deleteThenCreate(Action.Recreate recreate, String version) {
      Optional<Event> failure = delete(recreate.uid(), version);
      if (failure.isPresent()) {
        return failure;
      }
      try {
        return switch (await()) {
          case End.Gone gone -> create(recreate.body());
          case End.Succeeded other -> create(recreate.body());
          case End.Late(MapValue there) ->
              failed(
                  List.of(
                      new WaitProblems(desired, "deleted by " + replacement.by())
                          .late(
                              there,
                              limit(),
                              problems.again() + " when it is gone; " + copy.hint())));
          case End.CutOff cutOff -> failed(List.of(problems.cutOff(copy)));
        };
      } catch (ClusterException e) {
        return ended(unseen(about(live, e)));
      }
    }

    /// Deletes the object that was read, and no later one of its name: the caller handles that.
    /// Empty if the object is gone, else the failure.
    ///
    /// @param version empty for any version of the object
    private Optional<Event> delete(String uid, String version) {
      DeleteOptions how = replacement.deletion().request(uid, version, /* dryRun= */ false);
      WriteRequest write = WriteRequest.delete(cluster, target, how);
      return switch (writer(Budget.RESENDING).write(write)) {
        case WriteResult.Stored gone -> Optional.empty();
        case WriteResult.Gone gone -> Optional.empty();
        case WriteResult.Changed changed when !version.isEmpty() && isThere(uid) -> {
          copy.remove();
          yield Optional.of(new Event.Warned(problems.changed()));
        }
        case WriteResult.Changed another -> Optional.empty();
        case WriteResult.Uncertain lost ->
            Optional.of(
                unknown(
                    WriteResult.Unknown.unresolved(desired, lost.failure(), "it was sent once")));
        case WriteResult.Failed refused -> {
          copy.remove();
          yield Optional.of(new Event.Failed(desired, about(live, refused.failure())));
        }
        case WriteResult.Unknown(Problem problem) -> Optional.of(unknown(problem));
        case WriteResult.Cancelled cancelled -> Optional.of(unknown(problems.cutOff(copy)));
      };
    }

    /// Whether the object still exists, and is not being deleted.
    private boolean isThere(String uid) {
      return target
          .readFrom(cluster)
          .filter(object ->
              LiveMetadata.uid(object).equals(uid) && !LiveMetadata.isBeingDeleted(object))
          .isPresent();
    }

    private End await() {
      var deleted = DeletedObject.of(target.resource(), live);
      return new DeletionWait(cluster, section)
          .await(
              deleted,
              limit(),
              there ->
                  events.accept(
                      new WaitProblems(desired, "deleted by " + replacement.by()).waiting(there)));
    }

    private Duration limit() {
      return replacement.deletion().limit(live);
    }

    private Optional<Event> create(MapValue body) {
      return switch (loop(target, creating(body)).run()) {
        case ObjectLoop.End.Planned(var merged, var lost, var local)
            when merged.action() instanceof Action.Refused(List<Problem> why) ->
            replacement.isOfUndo() ? conflict(why) : ended(unseen(why));
        case ObjectLoop.End.Planned(var done, var lost, var local) -> {
          copy.remove();
          yield Optional.of(created(done, lost, body));
        }
        case ObjectLoop.End.Refused refused when refused.result() instanceof WriteResult.NotSent ->
            ended(unseen(why(refused)));
        case ObjectLoop.End.Refused refused when !section.requested() ->
            restore(why(refused), body);
        case WriteResult.Unknown(Problem problem) -> ended(unknown(problem));
        case ObjectLoop.End.Refused cutOff -> failed(List.of(problems.cutOff(copy)));
        case WriteResult.Cancelled cutOff -> failed(List.of(problems.cutOff(copy)));
      };
    }

    /// Returns the conflict with an object of another client. An undo that takes it over does so by
    /// a write to that object, and has the deleted one in its file.
    private Optional<Event> conflict(List<Problem> why) {
      if (!replacement.takes()) {
        return failed(why);
      }
      copy.remove();
      return Optional.of(new Event.Warned(why.getFirst()));
    }

    private ObjectLoop loop(ResolvedObject target, Wish wish) {
      ApplyContext context = RecreateApplier.this.context.with(options, within);
      var policy = RetryPolicy.of(Budget.READING, options, target.desired()).patiently();
      boolean merges = !options.method().isOnServer() && !replacement.isOfUndo();
      WriteMode mode =
          merges ? WriteMode.clientSide(options.dryRun()) : WriteMode.onto(options.dryRun());
      return ObjectLoop.of(context, mode, target, wish, policy, events);
    }

    /// Returns the result of a write that succeeded: of the new object, or of another one that was
    /// there by then.
    private Event.Ended created(
        PlannedObject done, WriteResult.@Nullable Uncertain lost, MapValue body) {
      if (options.method().isOnServer()) {
        boolean created = !(done.before() instanceof MapValue) || lost != null;
        return created
            ? releasing(done.object(), body)
            : manifest.finish(target, done, /* lost= */ null, events);
      }
      if (replacement.isOfUndo()) {
        return recreated(done.object());
      }
      Event.Ended result = results.of(done, lost);
      return result instanceof Event.Applied applied && applied.outcome() == Outcome.CREATED
          ? recreated(applied.object())
          : result;
    }

    /// Applies the manifest to the new object, if that has more: values of the old one, which stay,
    /// and belong to no manager, as before.
    private Event.Ended releasing(MapValue object, MapValue body) {
      KubeObject released = desired.withTree(ServerSideManifest.unbound(desired.tree()));
      if (ServerSideManifest.unbound(body).equals(released.tree())) {
        return recreated(object);
      }
      return switch (loop(target.with(released), manifest).run()) {
        case ObjectLoop.End.Planned(var now, var lost, var local) -> recreated(now.object());
        case WriteResult.Cancelled cutOff -> recreated(object);
        case ObjectLoop.End.Refused refused -> results.failed(target, manifest, refused);
        case WriteResult.Unknown(Problem problem) -> new Event.Unknown(desired, problem);
      };
    }

    private List<Problem> why(ObjectLoop.End.Refused refused) {
      return manifest.problems(target, refused);
    }

    private Event.Ended recreated(MapValue object) {
      return results.of(planned.withAfter(object), null);
    }

    /// Restores the old object, since the new one failed for `why`. An object that exists by then
    /// stays: it is the old one, whose response was lost, or the new one, which was late.
    private Optional<Event> restore(List<Problem> why, MapValue body) {
      Writer writer = writer(Budget.READING);
      return switch (writer.write(() -> putBack(writer))) {
        case WriteResult.Stored(MapValue there) ->
            Optional.of(endRestored(writer.retries(), there, why, body));
        case WriteResult.Failed refused ->
            failed(problems.lost(why, about(live, refused.failure()), copy));
        case WriteResult.Unknown(Problem problem) -> ended(unknown(problem));
        case WriteResult.Cancelled cancelled -> failed(List.of(problems.cutOff(copy)));
      };
    }

    private WriteResult putBack(Writer writer) {
      Optional<MapValue> there =
          writer.retries().isRetry()
              ? writer.read(() -> target.readFrom(cluster))
              : Optional.empty();
      if (there.isPresent()) {
        return new WriteResult.Stored(there.get());
      }
      MapValue body = RestoreBody.of(live);
      var written = new WriteOptions(options.fieldManager(), "", false);
      return writer.send(
          new WriteRequest(
              WriteRequest.Kind.POST,
              body,
              () -> cluster.create(target.resource(), desired.namespace(), body, written)));
    }

    private Event.Ended endRestored(
        RetryState retries, MapValue there, List<Problem> why, MapValue body) {
      boolean late =
          replacement.isOfUndo()
              ? UndoPlanner.isRestored(body, there)
              : manifest.plan(target, there).action() instanceof Action.Unchanged;
      if (late) {
        copy.remove();
        return recreated(there);
      }
      if (retries.isRetry() && retries.lost() == null) {
        List<Problem> problem = RecreateProblems.with(problems.succeeded(copy), why);
        return new Event.Failed(desired, problem);
      }
      copy.remove();
      List<Problem> restored = RecreateProblems.with(problems.restored(), why);
      return new Event.Failed(desired, restored);
    }

    /// A writer that the end of the run does not cut off while there is time.
    private Writer writer(Budget budget) {
      var policy = new RetryPolicy(budget, false, false, /* patient= */ true);
      return new Writer(desired, policy, new RunCancellation(section), events);
    }

    /// Returns the result if the object was deleted, and the current state could not be read.
    private Event.Ended unseen(List<Problem> why) {
      return new Event.Unknown(desired, problems.unseen(why.getFirst(), copy));
    }

    private Event.Ended unknown(Problem problem) {
      return new Event.Unknown(
          desired, RecreateProblems.with(copy.hint(), List.of(problem)).getFirst());
    }
  }

  /// Returns the problems of `e`, without the secrets of the old object, either.
  private List<Problem> about(MapValue live, ClusterException e) {
    return ServerProblems.of(new RequestContext(desired, live, null, Optional::empty), e);
  }

  private Optional<Event> failed(List<Problem> why) {
    return ended(new Event.Failed(desired, why));
  }

  private static Optional<Event> ended(Event.Ended end) {
    return Optional.of(end);
  }
}
