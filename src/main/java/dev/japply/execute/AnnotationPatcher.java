package dev.japply.execute;

import dev.japply.event.Event;
import dev.japply.event.Outcome;
import dev.japply.live.Cluster;
import dev.japply.live.ClusterException;
import dev.japply.live.Patch;
import dev.japply.live.WriteOptions;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.problem.Problem;
import dev.japply.refusal.ServerProblems;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Writes the last-applied annotation of objects, and nothing else of them.
///
/// A write is for the object as it was read. When somebody else wrote in between it is read again:
/// with the same annotation the write is sent again, with another one it is given up.
public final class AnnotationPatcher {
  private static final int RETRIES = 5;

  private final Cluster cluster;
  private final WriteOptions options;
  private final boolean guarded;
  private final Consumer<Event> events;

  /// @param guarded whether to see to the writes of others; kubectl writes over them
  /// @param events is told of requests
  public AnnotationPatcher(
      Cluster cluster, WriteOptions options, boolean guarded, Consumer<Event> events) {
    this.cluster = cluster;
    this.options = options;
    this.guarded = guarded;
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
  /// @return how it ended, which has not gone to the events
  public Event patch(Target target, MapValue read, String text, Outcome outcome) {
    KubeObject desired = target.desired();
    try {
      MapValue live = read;
      for (int retry = 1; ; retry++) {
        Optional<MapValue> after = attempt(target, live, text, retry);
        if (after.isPresent()) {
          return new Event.Applied(desired, outcome, after.get());
        }
        live = reread(target);
        if (!annotation(live).equals(annotation(read))) {
          return new Event.Failed(desired, List.of(changed(desired)));
        }
        events.accept(new Event.Retrying(desired, "changed by somebody else", retry));
      }
    } catch (ClusterException e) {
      return new Event.Failed(desired, ServerProblems.of(desired, e));
    }
  }

  /// The object afterwards; empty when it was not the one that was read any more.
  private Optional<MapValue> attempt(Target target, MapValue live, String text, int retry) {
    MapValue body = body(live, text);
    events.accept(new Event.Sending(target.desired(), "PATCH", body));
    try {
      return Optional.of(send(target, body));
    } catch (ClusterException e) {
      if (e.isConflict() && retry <= RETRIES) {
        return Optional.empty();
      }
      return Optional.of(arrived(target, text, e));
    }
  }

  private MapValue send(Target target, MapValue body) {
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
        guarded && version instanceof StringValue read
            ? metadata.with("resourceVersion", read)
            : metadata);
  }

  /// A write without an answer may have been carried out: then all is well.
  private MapValue arrived(Target target, String text, ClusterException failure) {
    if (LostAnswer.mayBeDone(failure) && !options.dryRun()) {
      MapValue now = reread(target);
      if (LastApplied.text(now).equals(text)) {
        return now;
      }
    }
    throw failure;
  }

  private MapValue reread(Target target) {
    KubeObject desired = target.desired();
    return cluster
        .get(target.resource(), desired.namespace(), desired.name())
        .orElseThrow(() ->
            new ClusterException(
                404,
                "NotFound",
                target.resource().plural() + " \"" + desired.name() + "\" not found",
                MapValue.EMPTY));
  }

  private static Node annotation(MapValue live) {
    return live.map("metadata").map("annotations").get(LastApplied.KEY);
  }

  private static Problem changed(KubeObject desired) {
    return Problem.error(
        desired.origin(),
        desired.key().subject(),
        "the last-applied annotation was changed by somebody else since it was read",
        "look at it with `japply apply view-last-applied`, and do it again");
  }
}
