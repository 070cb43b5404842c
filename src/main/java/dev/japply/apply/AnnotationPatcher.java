package dev.japply.apply;

import dev.japply.apply.Attempts.Budget;
import dev.japply.apply.Attempts.Policy;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.RequestContext;
import dev.japply.cluster.ServerProblems;
import dev.japply.cluster.WriteOptions;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.plan.Action;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Difference;
import dev.japply.plan.PlannedObject;
import dev.japply.problem.Problem;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Writes the last-applied annotation of objects, and nothing else of them: goes
/// [dev.japply.apply.ObjectPass] with a patch that is no merge.
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
  /// @return how it ended, which has not gone to the events; empty when the run was interrupted
  ///   before anything was sent
  public Optional<Event.Ended> patch(
      ResolvedObject target, MapValue read, String text, Outcome outcome) {
    return patch(target, read, text, outcome, live -> true);
  }

  /// The same, for as long as `holds` is true of the live object: the text may have been made of
  /// what is live.
  public Optional<Event.Ended> patch(
      ResolvedObject target,
      MapValue read,
      String text,
      Outcome outcome,
      Predicate<MapValue> holds) {
    return new Run(target, read, text, outcome, holds).patch();
  }

  /// Writing to one object.
  private final class Run implements ObjectPass.Ends {
    private final ResolvedObject target;
    private final KubeObject desired;
    private final MapValue read;
    private final String text;
    private final Outcome outcome;
    private final Predicate<MapValue> holds;
    private final Attempts attempts;
    private final ObjectPass pass;

    Run(
        ResolvedObject target,
        MapValue read,
        String text,
        Outcome outcome,
        Predicate<MapValue> holds) {
      this.target = target;
      this.desired = target.desired();
      this.read = read;
      this.text = text;
      this.outcome = outcome;
      this.holds = holds;
      this.attempts = new Attempts(desired, policy, cancellation, events);
      this.pass = new ObjectPass(cluster, options, target, this);
    }

    Optional<Event.Ended> patch() {
      return attempts.settle(
          () -> pass.run().map(this::end),
          e -> new Event.Failed(desired, ServerProblems.of(RequestContext.over(read, desired), e)));
    }

    @Override
    public Optional<MapValue> read() {
      return attempts.isRetry() ? attempts.read(() -> target.readFrom(cluster)) : Optional.of(read);
    }

    @Override
    public Action.OneWrite plan(@Nullable MapValue live) {
      if (live == null) {
        return refused("it was deleted by somebody else since it was read", "");
      }
      if (attempts.lost().isPresent() && LastApplied.text(live).equals(text)) {
        return new Action.Unchanged();
      }
      if (!annotation(live).equals(annotation(read))) {
        return refused(
            "the last-applied annotation was changed by somebody else since it was read",
            "look at it with `japply apply view-last-applied`, and try again");
      }
      if (!holds.test(live)) {
        return refused("a field was changed by somebody else since it was read", "try again");
      }
      attempts.forgive();
      return write(live);
    }

    @Override
    public Optional<MapValue> take(Write write, @Nullable MapValue expected) {
      return attempts.send(write);
    }

    private Action.Patch write(MapValue live) {
      boolean guarded =
          policy.allows(Difference.GUARDS_ANNOTATION_EDITS)
              && live.map("metadata").has("resourceVersion");
      MapValue annotations = MapValue.of(LastApplied.KEY, Value.text(text));
      MapValue body = MapValue.of("metadata", MapValue.of("annotations", annotations));
      return new Action.Patch(/* strategic= */ false, body, result(live, text), guarded);
    }

    private Action.Refused refused(String what, String hint) {
      String subject = desired.key().subject();
      return new Action.Refused(List.of(Problem.error(desired.origin(), subject, what, hint)));
    }

    private Event.Ended end(PlannedObject planned) {
      return planned.action() instanceof Action.Refused(List<Problem> problems)
          ? new Event.Failed(desired, problems)
          : new Event.Applied(desired, outcome, planned.object());
    }
  }

  private static Node annotation(MapValue live) {
    return live.map("metadata").map("annotations").get(LastApplied.KEY);
  }
}
