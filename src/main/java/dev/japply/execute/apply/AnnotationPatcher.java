package dev.japply.execute.apply;

import dev.japply.apierror.RequestContext;
import dev.japply.apierror.ServerProblems;
import dev.japply.compat.Compatibility;
import dev.japply.compat.Difference;
import dev.japply.event.Event;
import dev.japply.event.Outcome;
import dev.japply.execute.ResolvedObject;
import dev.japply.execute.run.Attempts;
import dev.japply.execute.run.Attempts.Budget;
import dev.japply.execute.run.Attempts.Policy;
import dev.japply.execute.run.Outage;
import dev.japply.execute.run.Write;
import dev.japply.live.Cluster;
import dev.japply.live.Patch;
import dev.japply.live.WriteOptions;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.problem.Problem;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Writes the last-applied annotation of objects, and nothing else of them.
///
/// A write is for the object as it was read. When somebody else wrote in between, or the answer was
/// lost, it is read again: with the same annotation the write is sent again, with another one it is
/// given up.
public final class AnnotationPatcher {
  private final Cluster cluster;
  private final WriteOptions options;
  private final Policy policy;
  private final Outage cancellation;
  private final Consumer<Event> events;

  /// @param compatibility whether the writes of others are written over, and lost answers are
  ///   errors
  /// @param events is told of requests
  public AnnotationPatcher(
      Cluster cluster,
      WriteOptions options,
      Compatibility compatibility,
      Outage cancellation,
      Consumer<Event> events) {
    this.cluster = cluster;
    this.options = options;
    this.policy =
        new Policy(
            Budget.READING,
            compatibility,
            options.dryRun(),
            /* pinned= */ false,
            /* patient= */ false);
    this.cancellation = cancellation;
    this.events = events;
  }

  /// The object with that annotation, as the server will have it.
  public static MapValue result(MapValue live, String text) {
    MapValue metadata = live.map("metadata");
    MapValue annotations = metadata.map("annotations").with(LastApplied.KEY, Value.text(text));
    return live.with("metadata", metadata.with("annotations", annotations));
  }

  /// Writes the annotation `text` to the object `read`.
  ///
  /// @param outcome how a write that went well is told
  /// @return how it ended, which has not gone to the events; empty when the run was ended before
  ///   anything was sent
  public Optional<Event.Ended> patch(
      ResolvedObject target, MapValue read, String text, Outcome outcome) {
    return new Run(target, read, text, outcome).patch();
  }

  /// Writing to one object.
  private final class Run {
    private final ResolvedObject target;
    private final KubeObject desired;
    private final MapValue read;
    private final String text;
    private final Outcome outcome;
    private final Attempts attempts;

    /// What is written to; empty when it has to be read again.
    private Optional<MapValue> next;

    Run(ResolvedObject target, MapValue read, String text, Outcome outcome) {
      this.target = target;
      this.desired = target.desired();
      this.read = read;
      this.text = text;
      this.outcome = outcome;
      this.attempts = new Attempts(desired, policy, cancellation, events);
      this.next = Optional.of(read);
    }

    Optional<Event.Ended> patch() {
      return attempts.settle(
          this::attempt,
          e -> new Event.Failed(desired, ServerProblems.of(RequestContext.over(read, desired), e)));
    }

    private Optional<Event.Ended> attempt() {
      boolean first = next.isPresent();
      Optional<MapValue> live = first ? next : attempts.read(() -> target.readFrom(cluster));
      next = Optional.empty();
      if (live.isEmpty()) {
        return Optional.of(failed("it was deleted by somebody else since it was read", ""));
      }
      if (attempts.lost().isPresent() && LastApplied.text(live.get()).equals(text)) {
        return Optional.of(new Event.Applied(desired, outcome, live.get()));
      }
      if (!annotation(live.get()).equals(annotation(read))) {
        return Optional.of(
            failed(
                "the last-applied annotation was changed by somebody else since it was read",
                "look at it with `japply apply view-last-applied`, and do it again"));
      }
      if (!first) {
        attempts.forgive();
      }
      return write(live.get()).map(after -> new Event.Applied(desired, outcome, after));
    }

    private Optional<MapValue> write(MapValue live) {
      MapValue body = body(live, text);
      return attempts.send(new Write(Write.Kind.PATCH, body, () -> send(target, body)));
    }

    private Event.Ended failed(String what, String hint) {
      return new Event.Failed(
          desired, List.of(Problem.error(desired.origin(), desired.key().subject(), what, hint)));
    }
  }

  private MapValue send(ResolvedObject target, MapValue body) {
    return cluster.patch(
        target.resource(),
        target.desired().namespace(),
        target.desired().name(),
        new Patch(Patch.Type.MERGE, body),
        options);
  }

  private MapValue body(MapValue live, String text) {
    MapValue metadata = MapValue.of("annotations", MapValue.of(LastApplied.KEY, Value.text(text)));
    Node version = live.map("metadata").get("resourceVersion");
    return MapValue.of(
        "metadata",
        policy.allows(Difference.GUARDS_ANNOTATION_EDITS) && version instanceof StringValue read
            ? metadata.with("resourceVersion", read)
            : metadata);
  }

  private static Node annotation(MapValue live) {
    return live.map("metadata").map("annotations").get(LastApplied.KEY);
  }
}
