package dev.japply.apply;

import dev.japply.apply.Event.Outcome;
import dev.japply.apply.RetryPolicy.Budget;
import dev.japply.apply.RetryPolicy.RetryState;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.RequestContext;
import dev.japply.cluster.ServerProblems;
import dev.japply.cluster.WriteOptions;
import dev.japply.merge.JsonMergePatch;
import dev.japply.object.FieldSet;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.object.ManagedFields;
import dev.japply.object.OwnedFields;
import dev.japply.plan.Action;
import dev.japply.plan.ChangeReasons;
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

/// Writes the owners of fields and nothing else, in the loop of every write with a wish of its own:
/// the last-applied annotation, and the fields of a manager of server-side apply.
///
/// A write is for the object as it was read. After a conflict or an unknown outcome the object is
/// read again: the write is sent again only if annotation and fields are the same.
public final class OwnershipPatcher {
  private static final String METADATA = "metadata";
  private static final String ANNOTATIONS = "annotations";

  private final Cluster cluster;
  private final WriteOptions options;
  private final RetryPolicy policy;
  private final RunCancellation cancellation;
  private final Consumer<Event> events;

  /// @param events receives requests
  public OwnershipPatcher(
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
    return Owners.annotation(text).in(live);
  }

  /// The owners to write.
  ///
  /// @param annotation the last-applied annotation; null if it stays
  /// @param fields the fields of a manager of server-side apply; null if they stay
  public record Owners(@Nullable String annotation, @Nullable Fields fields) {
    /// Creates an instance for the annotation alone.
    public static Owners annotation(String text) {
      return new Owners(text, null);
    }

    /// Returns an object with these owners.
    public MapValue in(MapValue live) {
      return JsonMergePatch.apply(live, body(live));
    }

    private MapValue body(MapValue live) {
      MapValue metadata = MapValue.EMPTY;
      if (annotation != null) {
        metadata = metadata.with(ANNOTATIONS, MapValue.of(LastApplied.KEY, Value.text(annotation)));
      }
      if (fields != null) {
        ManagedFields entries =
            ManagedFields.of(live)
                .with(fields.manager(), fields.owned())
                .withoutRepeated(fields.manager());
        metadata = metadata.with("managedFields", entries.tree());
      }
      return MapValue.of(METADATA, metadata);
    }

    /// Whether an object has these owners.
    public boolean areIn(MapValue live) {
      return (annotation == null || LastApplied.text(live).equals(annotation))
          && (fields == null || fields.owned().equals(fields.in(live)));
    }

    /// Whether another client has changed none of these owners since the object was read.
    private boolean isCurrent(MapValue read, MapValue live) {
      return fields == null || fields.in(read).equals(fields.in(live));
    }
  }

  /// The fields of a manager of server-side apply.
  public record Fields(String manager, FieldSet owned) {
    private FieldSet in(MapValue live) {
      return OwnedFields.of(live, manager).fields();
    }
  }

  /// Writes the annotation `text` to the object `read`.
  ///
  /// @param outcome the outcome to report for a successful write
  /// @return the final event, which has not gone to the events; empty if the run was interrupted
  ///   before anything was sent
  public Optional<Event.Ended> patch(
      ResolvedObject target, MapValue read, String text, Outcome outcome) {
    return patch(target, read, Owners.annotation(text), outcome, live -> true);
  }

  /// Writes `owners`, for as long as `holds` is true of the live object: they may depend on it.
  public Optional<Event.Ended> patch(
      ResolvedObject target,
      MapValue read,
      Owners owners,
      Outcome outcome,
      Predicate<MapValue> holds) {
    KubeObject desired = target.desired();
    var loop =
        new ObjectLoop(
            cluster,
            LiveObjects.of(cluster, cancellation, target, read),
            options,
            WriteMode.onto(DryRun.NONE),
            target,
            new OwnersWish(desired, read, owners, holds),
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
      case WriteResult.Unknown(Problem problem) -> Optional.of(new Event.Unknown(desired, problem));
      case WriteResult.Cancelled cancelled -> Optional.empty();
    };
  }

  /// The owners that are wanted of one object.
  private record OwnersWish(
      KubeObject desired, MapValue read, Owners owners, Predicate<MapValue> holds) implements Wish {
    @Override
    public Optional<PlannedObject> plan(
        ResolvedObject target, @Nullable MapValue live, RetryState retries) {
      Action action = action(live, retries.lost() != null);
      return Optional.of(Wish.planned(desired, live, action, ChangeReasons.NONE));
    }

    private Action action(@Nullable MapValue live, boolean lost) {
      if (live == null) {
        return refused("it was deleted by another client since it was read", "");
      }
      if (lost && owners.areIn(live)) {
        return new Action.Unchanged();
      }
      if (!annotation(live).equals(annotation(read))) {
        return refused(
            "the last-applied annotation was changed by another client since it was read",
            "look at it with `japply apply view-last-applied`, and try again");
      }
      return holds.test(live) && owners.isCurrent(read, live)
          ? write(live)
          : refused("a field was changed by another client since it was read", "try again");
    }

    private Action.Patch write(MapValue live) {
      boolean guarded = live.map(METADATA).has("resourceVersion");
      return new Action.Patch(/* strategic= */ false, owners.body(live), owners.in(live), guarded);
    }

    private Action.Refused refused(String what, String hint) {
      String subject = desired.key().subject();
      return new Action.Refused(List.of(Problem.error(desired.origin(), subject, what, hint)));
    }
  }

  private static Node annotation(MapValue live) {
    return live.map(METADATA).map(ANNOTATIONS).get(LastApplied.KEY);
  }
}
