package dev.japply.apply;

import dev.japply.apply.RetryPolicy.Budget;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.RequestContext;
import dev.japply.cluster.ServerProblems;
import dev.japply.cluster.WriteOptions;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.plan.Action;
import dev.japply.problem.Problem;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Writes the last-applied annotation of objects and nothing else, in the loop of every write with
/// a planner of its own.
///
/// A write is for the object as it was read. After a conflict or an unknown outcome the object is
/// read again: the write is sent again only if the annotation is the same.
public final class AnnotationPatcher {
  private final Cluster cluster;
  private final WriteOptions options;
  private final RetryPolicy policy;
  private final RunCancellation cancellation;
  private final Consumer<Event> events;

  /// @param events receives requests
  public AnnotationPatcher(
      Cluster cluster, WriteOptions options, RunCancellation cancellation, Consumer<Event> events) {
    this.cluster = cluster;
    this.options = options;
    this.policy =
        new RetryPolicy(
            Budget.READING, options.dryRun(), /* pinned= */ false, /* patient= */ false);
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
  /// @param outcome the outcome to report for a successful write
  /// @return the final event, which has not gone to the events; empty if the run was interrupted
  ///   before anything was sent
  public Optional<Event.Ended> patch(
      ResolvedObject target, MapValue read, String text, Outcome outcome) {
    return patch(target, read, text, outcome, live -> true);
  }

  /// The same, for as long as `holds` is true of the live object: the text may depend on it.
  public Optional<Event.Ended> patch(
      ResolvedObject target,
      MapValue read,
      String text,
      Outcome outcome,
      Predicate<MapValue> holds) {
    KubeObject desired = target.desired();
    var loop =
        new ObjectLoop(
            cluster,
            LiveObjects.of(cluster, cancellation, target, read),
            options,
            Mode.annotation(),
            target,
            new AnnotationPlanner(desired, read, text, holds),
            new Writer(desired, policy, cancellation, events),
            events);
    return switch (loop.run()) {
      case ObjectLoop.End.Planned(var planned, var lost, var local) ->
          Optional.of(
              planned.action() instanceof Action.Refused(List<Problem> problems)
                  ? new Event.Failed(desired, problems)
                  : new Event.Applied(desired, outcome, planned.object()));
      case ObjectLoop.End.Refused refused -> {
        RequestContext request = RequestContext.over(read, desired);
        yield Optional.of(new Event.Failed(desired, ServerProblems.of(request, refused.failure())));
      }
      case ObjectLoop.End.Unknown(Problem problem, var grounds) ->
          Optional.of(new Event.Unknown(desired, problem));
      case ObjectLoop.End.Cancelled cancelled -> Optional.empty();
    };
  }

  /// Plans the write to one object.
  private final class AnnotationPlanner implements TargetPlanner {
    private final KubeObject desired;
    private final MapValue read;
    private final String text;
    private final Predicate<MapValue> holds;

    AnnotationPlanner(KubeObject desired, MapValue read, String text, Predicate<MapValue> holds) {
      this.desired = desired;
      this.read = read;
      this.text = text;
      this.holds = holds;
    }

    @Override
    public Decision decide(ResolvedObject target, @Nullable MapValue live, RetryState retries) {
      return Decision.of(action(live, retries.lost() != null));
    }

    private Action.OneWrite action(@Nullable MapValue live, boolean lost) {
      if (live == null) {
        return refused("it was deleted by another client since it was read", "");
      }
      if (lost && LastApplied.text(live).equals(text)) {
        return new Action.Unchanged();
      }
      if (!annotation(live).equals(annotation(read))) {
        return refused(
            "the last-applied annotation was changed by another client since it was read",
            "look at it with `japply apply view-last-applied`, and try again");
      }
      return holds.test(live)
          ? write(live)
          : refused("a field was changed by another client since it was read", "try again");
    }

    private Action.Patch write(MapValue live) {
      boolean guarded = live.map("metadata").has("resourceVersion");
      MapValue annotations = MapValue.of(LastApplied.KEY, Value.text(text));
      MapValue body = MapValue.of("metadata", MapValue.of("annotations", annotations));
      return new Action.Patch(/* strategic= */ false, body, result(live, text), guarded);
    }

    private Action.Refused refused(String what, String hint) {
      String subject = desired.key().subject();
      return new Action.Refused(List.of(Problem.error(desired.origin(), subject, what, hint)));
    }
  }

  private static Node annotation(MapValue live) {
    return live.map("metadata").map("annotations").get(LastApplied.KEY);
  }
}
