package dev.japply.execute;

import dev.japply.event.Event;
import dev.japply.event.Outcome;
import dev.japply.execute.Attempts.Budget;
import dev.japply.execute.Attempts.Policy;
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
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Applies one object: reads it, plans, sends at most one write; when somebody else wrote in
/// between, or has deleted it, reads and plans again.
///
/// So it does when the answer to a write is lost: what was read then shows whether the write was
/// carried out. If not, the next one is guarded by the version that was read, so that of two writes
/// on the way the later one does nothing.
final class ObjectRun {
  /// A patch that the server did not take, whatever was tried.
  ///
  /// @param sent what it was, with the live object
  record RefusedPatch(Sent sent, ClusterException refusal) {}

  /// What runs share.
  record Means(Cluster cluster, LiveObjects objects, ApplyOptions options, Stop stop) {}

  /// A patch that was sent, and the object for which it was computed.
  private record Sending(MapValue live, Action.Patch patch) {
    /// Whether somebody has written since, and nothing that the patch is about.
    boolean isBeside(MapValue now) {
      return !version(now).equals(version(live)) && !patch.isAbout(live, now);
    }

    private static String version(MapValue object) {
      return object.map("metadata").text("resourceVersion");
    }
  }

  private final Cluster cluster;
  private final LiveObjects objects;
  private final ApplyOptions options;
  private final Planner planner;
  private final Target target;
  private final KubeObject desired;
  private final Consumer<Event> events;
  private final Attempts attempts;

  /// The request that is under way, for the words about its failure.
  private Sent sent;

  private Optional<Sending> sending = Optional.empty();
  private Optional<RefusedPatch> refused = Optional.empty();
  private boolean looked;

  ObjectRun(Means means, Target target, Consumer<Event> events) {
    this(
        means,
        target,
        Policy.of(Budget.READING, means.options(), target.desired()),
        means.stop(),
        events);
  }

  /// A run that has its own ways of trying again, and ends at its own time.
  ObjectRun(Means means, Target target, Policy policy, Stop stop, Consumer<Event> events) {
    this.cluster = means.cluster();
    this.objects = means.objects();
    this.options = means.options();
    this.planner = new Planner(options.merge());
    this.target = target;
    this.desired = target.desired();
    this.events = events;
    this.sent = Sent.of(desired);
    this.attempts = new Attempts(desired, policy, stop, events);
  }

  /// Applies it; the answer says how it ended, empty when the run was ended before anything was
  /// sent.
  Optional<Event> apply() {
    return attempts.settle(this::attempt, this::fail);
  }

  /// The patch that the server did not take, when that is how it ended.
  Optional<RefusedPatch> refusedPatch() {
    return refused;
  }

  /// Whether it ended with a read that failed.
  boolean endedReading() {
    return attempts.wasReading();
  }

  private Event fail(ClusterException e) {
    boolean patched = !attempts.wasReading() && sending.isPresent();
    refused = patched ? Optional.of(new RefusedPatch(sent, e)) : Optional.empty();
    return new Event.Failed(desired, ServerProblems.of(sent, e));
  }

  private Optional<Event> attempt() {
    sent = Sent.of(desired);
    Optional<MapValue> live = attempts.read(() -> objects.read(target));
    if (!looked) {
      live.ifPresent(this::warnOfMissingAnnotation);
      looked = true;
    }
    if (sending.isPresent() && live.filter(sending.get()::isBeside).isPresent()) {
      attempts.forgive();
    }
    sending = Optional.empty();
    return carryOut(live);
  }

  private Optional<Event> carryOut(Optional<MapValue> live) {
    if (live.isPresent() && options.dryRun() == DryRun.CLIENT && options.likeKubectl()) {
      return Optional.of(new Event.Applied(desired, Outcome.CONFIGURED, live.get()));
    }
    var schema = live.flatMap(found -> schema());
    return switch (planner.plan(desired, live, schema)) {
      case Action.Refused(List<Problem> problems) ->
          Optional.of(new Event.Failed(desired, problems));
      case Action.Unchanged() -> Optional.of(end(outcome(), live.orElseThrow()));
      case Action.Create(MapValue body) -> create(body);
      case Action.Patch patch -> patch(live.orElseThrow(), patch);
    };
  }

  /// What came of an object that is as it should be: a write whose answer was lost may have made it
  /// so.
  private Outcome outcome() {
    return attempts
        .lost()
        .map(lost -> lost.kind() == Write.Kind.POST ? Outcome.CREATED : Outcome.CONFIGURED)
        .orElse(Outcome.UNCHANGED);
  }

  private Optional<Event> create(MapValue body) {
    if (options.dryRun() == DryRun.CLIENT) {
      return Optional.of(new Event.Applied(desired, Outcome.CREATED, body));
    }
    sent = new Sent(desired, Optional.empty(), Optional.empty(), this::schema);
    var write =
        new Write(
            Write.Kind.POST,
            body,
            () ->
                cluster.create(
                    target.resource(), desired.namespace(), body, options.writeOptions()));
    return attempts
        .send(write)
        .map(created -> new Event.Applied(desired, Outcome.CREATED, created));
  }

  private Optional<Event> patch(MapValue live, Action.Patch action) {
    if (options.dryRun() == DryRun.CLIENT) {
      return Optional.of(end(Outcome.CONFIGURED, action.result()));
    }
    sent = new Sent(desired, Optional.of(live), Optional.of(action.result()), this::schema);
    sending = Optional.of(new Sending(live, action));
    boolean guarded = action.guarded() || attempts.lost().isPresent();
    var type = action.strategic() ? Patch.Type.STRATEGIC : Patch.Type.MERGE;
    MapValue body = guarded ? action.onlyOnto(live) : action.body();
    var write =
        new Write(
            Write.Kind.PATCH,
            body,
            () ->
                cluster.patch(
                    target.resource(),
                    desired.namespace(),
                    desired.name(),
                    new Patch(type, body),
                    options.writeOptions()));
    return attempts.send(write).map(after -> patched(live, after));
  }

  private Event patched(MapValue live, MapValue after) {
    boolean changed = options.likeKubectl() || options.dryRun().tellsApart(live, after);
    return end(changed ? Outcome.CONFIGURED : Outcome.UNCHANGED, after);
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
}
