package dev.japply.plan;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.merge.FieldReason;
import dev.japply.object.KubeObject;
import dev.japply.object.RestoreBody;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.Place;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Checks whether a stored plan for an object still fits the live object.
///
/// @param planner the planner of an apply, to plan client-side merges again
public record StalePlanCheck(Terms terms, Planner planner) {
  /// The conditions of the check.
  ///
  /// @param digests the digests of the plan, which replaced the values of Secrets
  /// @param prunable the uids of the objects that would be pruned now; no others are deleted
  public record Terms(Fit fit, SecretDigests digests, Set<String> prunable) {
    public Terms {
      prunable = Set.copyOf(prunable);
    }

    /// Returns the reason why a live object is no longer the planned one; null if it is.
    @Nullable String other(MapValue before, MapValue live) {
      if (!LiveMetadata.areOneObject(before, live)) {
        return "deleted since it was planned, and recreated by another client";
      }
      return fit == Fit.VERSION && !LiveMetadata.version(before).equals(LiveMetadata.version(live))
          ? CHANGED
              + "it was at resourceVersion %s, and is at %s"
                  .formatted(LiveMetadata.version(before), LiveMetadata.version(live))
          : null;
    }
  }

  /// The state that must be unchanged.
  public enum Fit {
    /// The version of the object.
    VERSION,
    /// Everything that the plan depends on: the object's identity, the written fields, and the
    /// action that would be planned now. A new status alone does not count.
    ACTION
  }

  public sealed interface Verdict {
    /// A verdict that needs no request.
    sealed interface Settled extends Verdict {}

    /// The plan can be applied.
    ///
    /// @param action the planned action, planned again with the same result, so that it has the
    ///   values that may not be stored; a patch without changes, if the server made no change of it
    record Fitting(Action action) implements Settled {}

    /// The object already has the desired state.
    record Done() implements Settled {}

    /// The planned manifest was applied, and the live object differs from it, as where a webhook
    /// rewrites values. It has the desired state if the server changes nothing for `patch`.
    ///
    /// @param otherwise the problems if the server does
    record Applied(Action.Patch patch, List<Problem> otherwise) implements Verdict {
      public Applied {
        otherwise = List.copyOf(otherwise);
      }
    }

    /// The live object differs from the plan.
    record Stale(List<Problem> problems) implements Settled {
      public Stale {
        problems = List.copyOf(problems);
      }
    }
  }

  private static final String NOT_READ = "planned without the object that is to change";

  static final String DELETED = "deleted since it was planned";

  static final String CREATED = "created by another client since it was planned";

  static final String CHANGED = "changed since it was planned: ";

  private static final MapValue LABELS = MapValue.of("metadata", MapValue.of("labels", Value.NULL));

  /// Checks `planned` against the live object.
  ///
  /// @param live the live object; null if it does not exist
  /// @param schema the schema of the live object
  public Verdict verdict(
      PlannedObject planned, @Nullable MapValue live, Supplier<Optional<Schema>> schema) {
    Action.Merged anew = live == null ? null : again(planned, live, schema);
    if (anew instanceof Action.Unchanged) {
      return new Verdict.Done();
    }
    Verdict.Settled verdict = verdict(planned, anew, live, schema);
    return verdict instanceof Verdict.Stale(List<Problem> problems)
            && anew instanceof Action.Patch patch
            && isWritten(planned)
            && !writesAnnotation(patch)
        ? isAsRewritten(planned, patch, live, schema)
            ? new Verdict.Done()
            : new Verdict.Applied(patch, problems)
        : verdict;
  }

  /// Whether the fields of `patch` have the planned values, which are not the manifest's.
  private boolean isAsRewritten(
      PlannedObject planned,
      Action.Patch patch,
      @Nullable MapValue live,
      Supplier<Optional<Schema>> schema) {
    return planned.grounds().rewritten()
        && planned.after() instanceof MapValue expected
        && live != null
        && new PatchedFields(schema.get().orElse(null), patch.strategic())
            .moved(patch.body(), expected, terms.digests().object(planned.desired(), live, live))
            .isEmpty();
  }

  /// Whether carrying out the plan writes the manifest, and its annotation.
  private static boolean isWritten(PlannedObject planned) {
    return planned.action() instanceof Action.Create
        || planned.action() instanceof Action.Patch
        || planned.action() instanceof Action.Recreate;
  }

  /// Whether the annotation on the cluster is not the planned one.
  private static boolean writesAnnotation(Action.Patch patch) {
    return PatchedFields.annotation(MapValue.EMPTY, patch.body()).isPresent();
  }

  /// @param anew the result of a merge now; null if the action is not a merge
  private Verdict.Settled verdict(
      PlannedObject planned,
      Action.@Nullable Merged anew,
      @Nullable MapValue live,
      Supplier<Optional<Schema>> schema) {
    MapValue seen = live == null ? null : terms.digests().object(planned.desired(), live, live);
    var look = new Look(planned, anew, schema);
    String stale = stale(look, seen);
    if (stale != null) {
      return stale(planned, stale);
    }
    if (isProtected(planned, live)) {
      return stale(
          planned, "changed since it was planned: an annotation keeps it from being pruned");
    }
    if (isBeyondPruning(planned, live)) {
      return stale(planned, "would not be pruned now");
    }
    Action action = action(planned, live, anew, schema);
    if (action instanceof Action.Refused(List<Problem> problems)
        && !(planned.action() instanceof Action.Refused)) {
      return new Verdict.Stale(problems);
    }
    return isAnother(planned, live, action)
        ? new Verdict.Stale(List.of(different(planned)))
        : new Verdict.Fitting(action);
  }

  /// The input of a check.
  ///
  /// @param anew the result of a merge now; null if the action is not a merge
  /// @param schema the merge schema of the object
  private record Look(
      PlannedObject planned, Action.@Nullable Merged anew, Supplier<Optional<Schema>> schema) {
    /// Returns a field of `patch` that differs now; empty if none does.
    Optional<FieldPath> moved(MapValue patch, boolean strategic, MapValue before, MapValue live) {
      return fields(strategic).moved(patch, before, live);
    }

    PatchedFields fields(boolean strategic) {
      return new PatchedFields(schema.get().orElse(null), strategic);
    }
  }

  /// Checks whether an object to delete now has a protecting annotation.
  private boolean isProtected(PlannedObject planned, @Nullable MapValue live) {
    return planned.action() instanceof Action.Delete
        && live != null
        && planner.options().allows(Difference.KEEPS_PROTECTED_OBJECTS)
        && PruneProtection.of(live).isPresent();
  }

  /// Checks whether a deletion is outside of the pruning flags, as in a forged plan.
  private boolean isBeyondPruning(PlannedObject planned, @Nullable MapValue live) {
    return planned.action() instanceof Action.Delete
        && live != null
        && !terms.prunable().contains(LiveMetadata.uid(live));
  }

  static Verdict.Stale stale(PlannedObject planned, String what) {
    return new Verdict.Stale(List.of(problem(planned, what)));
  }

  /// Returns the result of a merge onto `live` now; null if the action is not a merge.
  private Action.@Nullable Merged again(
      PlannedObject planned, MapValue live, Supplier<Optional<Schema>> schema) {
    return switch (planned.action()) {
      case Action.Create create -> merge(planned, live, schema);
      case Action.Patch patch -> merge(planned, live, schema);
      case Action.Unchanged same -> merge(planned, live, schema);
      case Action.Recreate recreate -> merge(planned, live, schema);
      case Action.Refused refused -> null;
      case Action.Apply apply -> null;
      case Action.Delete delete -> null;
    };
  }

  private Action.Merged merge(
      PlannedObject planned, MapValue live, Supplier<Optional<Schema>> schema) {
    return planner.plan(planned.desired(), live, schema.get().orElse(null));
  }

  /// Returns the reason why the plan no longer fits; null if it does.
  private @Nullable String stale(Look look, @Nullable MapValue live) {
    Action action = look.planned().action();
    if (action instanceof Action.Refused) {
      return null;
    }
    if (!(look.planned().before() instanceof MapValue before)) {
      return appeared(action, live);
    }
    if (live == null) {
      return action instanceof Action.Delete ? null : DELETED;
    }
    String other = terms.other(before, live);
    Optional<FieldPath> moved = other == null ? moved(look, before, live) : Optional.empty();
    return moved.map(path -> CHANGED + path).orElse(other);
  }

  /// Returns the reason why a plan for an absent or unread object no longer fits; null if it does.
  private static @Nullable String appeared(Action action, @Nullable MapValue live) {
    return switch (action) {
      case Action.Create create -> live == null ? null : CREATED;
      case Action.Apply apply -> null;
      case Action.Refused refused -> null;
      case Action.Patch patch -> NOT_READ;
      case Action.Unchanged same -> NOT_READ;
      case Action.Recreate recreate -> NOT_READ;
      case Action.Delete delete -> NOT_READ;
    };
  }

  /// A field that the plan depends on, and that is another now. One that is planned only now was as
  /// the manifest has it before.
  private static Optional<FieldPath> moved(Look look, MapValue before, MapValue live) {
    Action action = look.planned().action();
    Optional<FieldPath> moved =
        switch (action) {
          case Action.Patch patch -> look.moved(patch.body(), patch.strategic(), before, live);
          case Action.Apply apply -> Optional.empty();
          case Action.Recreate recreate -> anything(look.fields(false), before, live);
          case Action.Delete delete -> PatchedFields.OF_MAPS.moved(LABELS, before, live);
          case Action.Create create -> Optional.empty();
          case Action.Unchanged same -> Optional.empty();
          case Action.Refused refused -> Optional.empty();
        };
    return moved.or(() ->
        action instanceof Action.Merged && look.anew() instanceof Action.Patch patch
            ? look.moved(
                PatchOrder.asIn(body(action), patch.body()), patch.strategic(), before, live)
            : Optional.empty());
  }

  private static MapValue body(Action action) {
    return action instanceof Action.Patch patch ? patch.body() : MapValue.EMPTY;
  }

  /// Compares all of an object that is replaced as a whole, but its status and generated fields.
  static Optional<FieldPath> anything(PatchedFields fields, MapValue before, MapValue live) {
    MapValue one = own(before);
    MapValue other = own(live);
    return fields.moved(one, one, other).or(() -> fields.moved(other, one, other));
  }

  /// Returns the object without its status, generated fields and managers.
  private static MapValue own(MapValue object) {
    MapValue body = RestoreBody.of(object);
    return body.with("metadata", body.map("metadata").without("managedFields"));
  }

  /// Returns the action to execute, with all values.
  ///
  /// @param anew the result of a merge now; null if the action is not a merge
  private Action action(
      PlannedObject planned,
      @Nullable MapValue live,
      @Nullable Action anew,
      Supplier<Optional<Schema>> schema) {
    return switch (planned.action()) {
      case Action.Create create -> planner.create(planned.desired());
      case Action.Patch patch -> anew == null ? patch : anew;
      case Action.Unchanged same -> anew == null ? same : anew;
      case Action.Recreate recreate ->
          live == null || anew instanceof Action.Refused
              ? anew == null ? recreate : anew
              : planner.recreate(planned.desired(), live, schema.get().orElse(null));
      case Action.Refused refused -> refused;
      case Action.Apply apply -> apply;
      case Action.Delete delete -> delete;
    };
  }

  /// Whether a new object is as planned; by a rule for recreation it can keep its addresses.
  private boolean isSame(
      MapValue body, MapValue again, KubeObject desired, @Nullable MapValue live) {
    SecretDigests digests = terms.digests();
    return body.equals(digests.object(desired, again, MISSING))
        || (live != null
            && body.equals(digests.object(desired, RecreateBody.keeping(again, live), MISSING)));
  }

  /// Checks whether another action is planned now though no field differs: other options, or an
  /// edited plan.
  private boolean isAnother(PlannedObject planned, @Nullable MapValue live, Action now) {
    KubeObject desired = planned.desired();
    SecretDigests digests = terms.digests();
    return switch (planned.action()) {
      case Action.Create(MapValue body) ->
          !(now instanceof Action.Create(MapValue other)
              && body.equals(digests.object(desired, other, MISSING)));
      case Action.Recreate(String uid, MapValue body) ->
          !(now instanceof Action.Recreate(String other, MapValue again)
              && uid.equals(other)
              && isSame(body, again, desired, live));
      case Action.Patch before ->
          !(now instanceof Action.Patch after
              && live != null
              && isSame(before, after, desired, live));
      case Action.Unchanged same ->
          !(now instanceof Action.Unchanged || now instanceof Action.Patch);
      case Action.Apply apply -> true; // of a forged plan
      case Action.Refused refused -> false;
      case Action.Delete delete -> false;
    };
  }

  private boolean isSame(
      Action.Patch before, Action.Patch after, KubeObject desired, MapValue live) {
    MapValue known = PatchOrder.asIn(before.body(), after.body());
    MapValue body = terms.digests().patch(desired, known, live);
    return before.strategic() == after.strategic() && before.body().equals(body);
  }

  /// Checks whether the server keeps the fields that the plan states as kept.
  ///
  /// @param after the result of the plan's patch for the live object, as the server returns it
  public static boolean keeps(PlannedObject planned, MapValue live, MapValue after) {
    return planned.grounds().kept().stream()
        .allMatch(field -> PatchResult.value(field, live).equals(PatchResult.value(field, after)));
  }

  /// Returns a field whose value from the server is not the planned one; empty if there is none, or
  /// the plan has no result of the server.
  ///
  /// @param live the live object; missing if there is none
  /// @param after the result of the plan's write, as the server returns it
  public Optional<FieldPath> otherResult(
      PlannedObject planned, Node live, MapValue after, Supplier<Optional<Schema>> schema) {
    if (!(planned.grounds().rewritten() && planned.after() instanceof MapValue expected)) {
      return Optional.empty();
    }
    KubeObject desired = planned.desired();
    Schema type = schema.get().orElse(null);
    return switch (planned.action()) {
      case Action.Patch patch ->
          new PatchedFields(type, patch.strategic())
              .moved(patch.body(), expected, terms.digests().object(desired, after, live));
      case Action.Create create
          when planner.create(desired) instanceof Action.Create(MapValue sent) ->
          otherCreation(desired, sent, expected, after, type);
      case Action.Apply apply ->
          otherCreation(desired, planner.serverSide(desired).tree(), expected, after, type);
      default -> Optional.empty();
    };
  }

  private Optional<FieldPath> otherCreation(
      KubeObject desired, MapValue sent, MapValue expected, MapValue after, @Nullable Schema type) {
    List<FieldReason> rewritten = RewrittenFields.of(planner.options(), desired, after, type);
    return RewrittenFields.result(sent, rewritten) instanceof MapValue now
        ? FirstDifference.between(
            Place.of(type, expected, terms.digests().object(desired, now, MISSING)))
        : Optional.empty();
  }

  /// Returns the problem of a plan that would be different now.
  public static Problem different(PlannedObject planned) {
    return problem(planned, "the plan would be different now");
  }

  private static Problem problem(PlannedObject planned, String what) {
    String subject = planned.desired().key().subject();
    return Problem.error(planned.desired().origin(), subject, what, "plan again");
  }
}
