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
import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Applies one object: reads it, plans, sends at most one write; when somebody else wrote in
/// between, reads and plans again.
final class ObjectApplier {
  private static final int RETRIES = 5;

  /// kubectl's pause before each retry but the first, which comes at once.
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Cluster cluster;
  private final ApplyOptions options;
  private final Planner planner;
  private final Stop stop;

  ObjectApplier(Cluster cluster, ApplyOptions options, Stop stop) {
    this.cluster = cluster;
    this.options = options;
    this.planner = new Planner(options.merge());
    this.stop = stop;
  }

  /// Applies `target`; the answer says how it ended, and has not gone to `events`.
  Event apply(Target target, Consumer<Event> events) {
    KubeObject desired = target.desired();
    Optional<Problem> unnamed = NameRule.check(desired);
    if (unnamed.isPresent()) {
      return new Event.Failed(desired, List.of(unnamed.get()));
    }
    var run = new Run(target, events);
    try {
      return run.run();
    } catch (ClusterException e) {
      return new Event.Failed(desired, ServerProblems.of(run.sent, e));
    }
  }

  /// Applying one object, with its place in the retries.
  private final class Run {
    private final Target target;
    private final KubeObject desired;
    private final Consumer<Event> events;

    /// The request that is under way, for the words about its failure.
    private Sent sent;

    Run(Target target, Consumer<Event> events) {
      this.target = target;
      this.desired = target.desired();
      this.events = events;
      this.sent = Sent.of(desired);
    }

    Event run() {
      Optional<MapValue> live = read();
      live.ifPresent(this::warnOfMissingAnnotation);
      for (int retry = 1; ; retry++) {
        try {
          return attempt(live);
        } catch (ClusterException e) {
          if (retry > RETRIES || !mayPassNextTime(e)) {
            throw e;
          }
          events.accept(new Event.Retrying(desired, retry));
          if (retry > 1) {
            stop.pause(PAUSE);
          }
          if (stop.requested()) {
            throw e;
          }
          live = read();
        }
      }
    }

    private Optional<MapValue> read() {
      sent = Sent.of(desired);
      return cluster.get(target.resource(), desired.namespace(), desired.name());
    }

    private Event attempt(Optional<MapValue> live) {
      if (live.isPresent() && options.dryRun() == DryRun.CLIENT && options.likeKubectl()) {
        return new Event.Applied(desired, Outcome.CONFIGURED, live.get());
      }
      var schema = live.flatMap(found -> cluster.strategicSchema(target.resource().gvk()));
      return switch (planner.plan(desired, live, schema)) {
        case Action.Refused(List<Problem> problems) -> new Event.Failed(desired, problems);
        case Action.Unchanged() -> end(Outcome.UNCHANGED, live.orElseThrow());
        case Action.Create(MapValue body) -> create(body);
        case Action.Patch patch -> patch(live.orElseThrow(), patch);
      };
    }

    private Event create(MapValue body) {
      if (options.dryRun() == DryRun.CLIENT) {
        return new Event.Applied(desired, Outcome.CREATED, body);
      }
      events.accept(new Event.Sending(desired, "POST", body));
      sent = new Sent(desired, Optional.empty(), Optional.empty(), this::schema);
      MapValue created =
          cluster.create(target.resource(), desired.namespace(), body, options.writeOptions());
      return new Event.Applied(desired, Outcome.CREATED, created);
    }

    private Event patch(MapValue live, Action.Patch action) {
      if (options.dryRun() == DryRun.CLIENT) {
        return end(Outcome.CONFIGURED, action.result());
      }
      events.accept(new Event.Sending(desired, "PATCH", action.body()));
      sent = new Sent(desired, Optional.of(live), Optional.of(action.result()), this::schema);
      var type = action.strategic() ? Patch.Type.STRATEGIC : Patch.Type.MERGE;
      MapValue after =
          cluster.patch(
              target.resource(),
              desired.namespace(),
              desired.name(),
              new Patch(type, action.body()),
              options.writeOptions());
      boolean changed = options.likeKubectl() || options.dryRun().tellsApart(live, after);
      return end(changed ? Outcome.CONFIGURED : Outcome.UNCHANGED, after);
    }

    private Optional<Schema> schema() {
      try {
        return cluster.strategicSchema(target.resource().gvk());
      } catch (ClusterException e) {
        return Optional.empty();
      }
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
}
