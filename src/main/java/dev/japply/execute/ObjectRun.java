package dev.japply.execute;

import dev.japply.event.Event;
import dev.japply.event.Outcome;
import dev.japply.live.Cluster;
import dev.japply.live.ClusterException;
import dev.japply.live.Patch;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.Planner;
import dev.japply.problem.Problem;
import dev.japply.refusal.Sent;
import dev.japply.refusal.ServerProblems;
import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Applies one object: reads it, plans, sends at most one write; when somebody else wrote in
/// between, reads and plans again.
///
/// So it does when the answer to a write is lost: what was read then shows whether the write was
/// carried out. If not, the next one is guarded by the version that was read, so that of two writes
/// on the way the later one does nothing.
final class ObjectRun {
  private static final int RETRIES = 5;

  /// So many answers may be lost before it is not written again.
  private static final int LOSSES = 3;

  /// How often the object is read while reads fail, too.
  private static final int READS = 5;

  /// kubectl's pause before each retry but the first, which comes at once.
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /// A kind of write, and what it comes to.
  private enum Write {
    POST(Outcome.CREATED),
    PATCH(Outcome.CONFIGURED);

    private final Outcome outcome;

    Write(Outcome outcome) {
      this.outcome = outcome;
    }
  }

  /// A write whose answer was lost.
  private record Lost(Write write, ClusterException failure) {}

  /// A patch that the server did not take, whatever was tried.
  ///
  /// @param sent what it was, with the live object
  record RefusedPatch(Sent sent, ClusterException refusal) {}

  /// What runs share.
  record Means(Cluster cluster, LiveObjects objects, ApplyOptions options, Stop stop) {
    /// The same for a run that ends at another time.
    Means with(Stop other) {
      return new Means(cluster, objects, options, other);
    }
  }

  private final Cluster cluster;
  private final LiveObjects objects;
  private final ApplyOptions options;
  private final Planner planner;
  private final Stop stop;
  private final Target target;
  private final KubeObject desired;
  private final Consumer<Event> events;

  /// The request that is under way, for the words about its failure.
  private Sent sent;

  /// The write that is under way; empty while the object is read.
  private Optional<Write> write = Optional.empty();

  private Optional<Lost> lost = Optional.empty();
  private int losses;

  private Optional<RefusedPatch> refused = Optional.empty();

  ObjectRun(Means means, Target target, Consumer<Event> events) {
    this.cluster = means.cluster();
    this.objects = means.objects();
    this.options = means.options();
    this.planner = new Planner(options.merge());
    this.stop = means.stop();
    this.target = target;
    this.desired = target.desired();
    this.events = events;
    this.sent = Sent.of(desired);
  }

  /// How it ended; empty when the run was ended before anything was sent.
  Optional<Event> end() {
    try {
      Optional<Event> end = run();
      return end.isPresent() ? end : lost.map(what -> unresolved(what, "the run was ended"));
    } catch (ClusterException e) {
      return failed(e);
    }
  }

  private Optional<Event> failed(ClusterException e) {
    boolean unanswered = write.isPresent() && LostAnswer.mayBeDone(e);
    boolean unwritten = write.isEmpty() || LostAnswer.notTried(e, stop);
    if (unanswered && stop.requested()) {
      return Optional.of(
          new Event.Unknown(desired, LostAnswer.unanswered(desired, write.get().name())));
    }
    if (lost.isPresent() && (unanswered || unwritten)) {
      boolean seen = lost.get().failure().equals(e);
      String then = seen ? "the object does not show it so far" : ServerProblems.sentence(e);
      return Optional.of(unresolved(lost.get(), then));
    }
    if (unwritten && stop.requested()) {
      return Optional.empty();
    }
    refused = write.filter(Write.PATCH::equals).map(patch -> new RefusedPatch(sent, e));
    return Optional.of(new Event.Failed(desired, ServerProblems.of(sent, e)));
  }

  /// The patch that the server did not take, when that is how it ended.
  Optional<RefusedPatch> refusedPatch() {
    return refused;
  }

  private Event unresolved(Lost what, String then) {
    return new Event.Unknown(desired, LostAnswer.unresolved(desired, what.failure(), then));
  }

  private Optional<Event> run() {
    Optional<MapValue> live = read();
    live.ifPresent(this::warnOfMissingAnnotation);
    for (int retry = 1; ; retry++) {
      try {
        return attempt(live);
      } catch (ClusterException e) {
        live = again(e, retry);
      }
    }
  }

  /// The object as it is after a write that failed with `e`.
  ///
  /// @throws ClusterException `e`, when there is no use in going on
  private Optional<MapValue> again(ClusterException e, int retry) {
    boolean unanswered = write.isPresent() && LostAnswer.mayBeDone(e) && !options.likeKubectl();
    if (unanswered) {
      lost = write.map(what -> new Lost(what, e));
      losses++;
    }
    if (retry > RETRIES || !(unanswered || mayPassNextTime(e))) {
      throw e;
    }
    String why = unanswered ? "the answer was lost" : "changed by somebody else";
    events.accept(new Event.Retrying(desired, why, retry));
    if (retry > 1) {
      stop.pause(PAUSE);
    }
    if (stop.requested()) {
      throw e;
    }
    return unanswered ? readPatiently() : read();
  }

  private Optional<MapValue> readPatiently() {
    for (int reads = 1; ; reads++) {
      try {
        return read();
      } catch (ClusterException e) {
        if (reads == READS || !LostAnswer.mayPass(e) || stop.requested()) {
          throw e;
        }
        stop.pause(PAUSE);
      }
    }
  }

  private Optional<MapValue> read() {
    sent = Sent.of(desired);
    write = Optional.empty();
    return objects.read(target);
  }

  private Optional<Event> attempt(Optional<MapValue> live) {
    if (live.isPresent() && options.dryRun() == DryRun.CLIENT && options.likeKubectl()) {
      return Optional.of(new Event.Applied(desired, Outcome.CONFIGURED, live.get()));
    }
    var schema = live.flatMap(found -> schema());
    return switch (planner.plan(desired, live, schema)) {
      case Action.Refused(List<Problem> problems) ->
          Optional.of(new Event.Failed(desired, problems));
      case Action.Unchanged() -> Optional.of(end(done(), live.orElseThrow()));
      case Action.Create(MapValue body) -> create(body);
      case Action.Patch patch -> patch(live.orElseThrow(), patch);
    };
  }

  /// What came of an object that is as it should be: a write whose answer was lost may have made it
  /// so.
  private Outcome done() {
    return lost.map(what -> what.write().outcome).orElse(Outcome.UNCHANGED);
  }

  private Optional<Event> create(MapValue body) {
    if (options.dryRun() == DryRun.CLIENT) {
      return Optional.of(new Event.Applied(desired, Outcome.CREATED, body));
    }
    sent = new Sent(desired, Optional.empty(), Optional.empty(), this::schema);
    return send(
            Write.POST,
            body,
            () ->
                cluster.create(
                    target.resource(), desired.namespace(), body, options.writeOptions()))
        .map(created -> new Event.Applied(desired, Outcome.CREATED, created));
  }

  private Optional<Event> patch(MapValue live, Action.Patch action) {
    if (options.dryRun() == DryRun.CLIENT) {
      return Optional.of(end(Outcome.CONFIGURED, action.result()));
    }
    sent = new Sent(desired, Optional.of(live), Optional.of(action.result()), this::schema);
    var type = action.strategic() ? Patch.Type.STRATEGIC : Patch.Type.MERGE;
    MapValue body = lost.isPresent() || action.guarded() ? action.onlyOnto(live) : action.body();
    return send(
            Write.PATCH,
            body,
            () ->
                cluster.patch(
                    target.resource(),
                    desired.namespace(),
                    desired.name(),
                    new Patch(type, body),
                    options.writeOptions()))
        .map(after -> patched(live, after));
  }

  private Event patched(MapValue live, MapValue after) {
    boolean changed = options.likeKubectl() || options.dryRun().tellsApart(live, after);
    return end(changed ? Outcome.CONFIGURED : Outcome.UNCHANGED, after);
  }

  /// Sends a write; empty when the run is to end.
  private Optional<MapValue> send(Write kind, MapValue body, Supplier<MapValue> request) {
    if (losses == LOSSES) {
      throw lost.orElseThrow().failure();
    }
    if (!stop.beginWrite()) {
      return Optional.empty();
    }
    try {
      events.accept(new Event.Sending(desired, kind.name(), body));
      write = Optional.of(kind);
      return Optional.of(request.get());
    } finally {
      stop.endWrite();
    }
  }

  private Optional<Schema> schema() {
    return cluster.strategicSchema(target.resource().gvk());
  }

  private Event end(Outcome outcome, MapValue object) {
    boolean tell = outcome == Outcome.CONFIGURED || options.likeKubectl();
    if (tell && object.map("metadata").has("deletionTimestamp")) {
      events.accept(new Event.Warned(Warnings.beingDeleted(object)));
    }
    return new Event.Applied(desired, outcome, object);
  }

  private void warnOfMissingAnnotation(MapValue live) {
    if (options.dryRun() != DryRun.CLIENT) {
      Warnings.missingAnnotation(target, live)
          .ifPresent(warning -> events.accept(new Event.Warned(warning)));
    }
  }

  /// A resourceVersion in the manifest makes every try fail the same way.
  private boolean mayPassNextTime(ClusterException e) {
    boolean pinned = desired.tree().map("metadata").has("resourceVersion");
    boolean conflict = e.isConflict() && (!pinned || options.likeKubectl());
    return conflict || (ServerProblems.alreadyExists(e) && !options.likeKubectl());
  }
}
