package dev.japply.plan;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.merge.FieldReason;
import dev.japply.merge.ServerNormalization;
import dev.japply.object.FieldManagers;
import dev.japply.object.FieldManagers.Manager;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.object.OwnedFields;
import dev.japply.object.RestoreBody;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.Place;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Checks whether a stored plan for an object still fits the live object: plans the object again,
/// and compares the two plans. The new one is carried out, so a forged plan is refused, or does
/// what it shows.
///
/// @param planner the planner of an apply
public record StalePlanCheck(Conditions conditions, Planner planner) implements PlanCheck {
  /// The conditions of the check.
  ///
  /// @param digests the digests of the plan, which replaced the values of Secrets
  /// @param prunable the uids of the objects that would be pruned now; no others are deleted
  public record Conditions(Strictness strictness, SecretDigests digests, Set<String> prunable) {
    public Conditions {
      prunable = Set.copyOf(prunable);
    }

    /// Returns the reason why a live object is no longer the planned one; null if it is.
    @Nullable String other(MapValue before, MapValue live) {
      if (!LiveMetadata.areOneObject(before, live)) {
        return "deleted since it was planned, and recreated by another client";
      }
      return strictness == Strictness.VERSION
              && !LiveMetadata.version(before).equals(LiveMetadata.version(live))
          ? CHANGED
              + "it was at resourceVersion %s, and is at %s"
                  .formatted(LiveMetadata.version(before), LiveMetadata.version(live))
          : null;
    }
  }

  /// The state that must be unchanged.
  public enum Strictness {
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

  static final String DIFFERENT = "the plan would be different now";

  private static final String NOT_READ = "planned without the object that is to change";

  private static final String DELETED = "deleted since it was planned";

  private static final String CREATED = "created by another client since it was planned";

  static final String CHANGED = "changed since it was planned: ";

  private static final MapValue LABELS = MapValue.of("metadata", MapValue.of("labels", Value.NULL));

  @Override
  public PlannedObject again(
      PlannedObject planned, @Nullable MapValue live, @Nullable Schema type) {
    Action action =
        switch (planned.action()) {
          case Action.Recreate recreate when live != null -> recreated(planned, live, type);
          case Action.Create create -> planner.plan(planned.desired(), live, type);
          case Action.Patch patch -> planner.plan(planned.desired(), live, type);
          case Action.Unchanged same -> planner.plan(planned.desired(), live, type);
          case Action other -> other;
        };
    return new PlannedObject(
        planned.desired(), action, live == null ? MISSING : live, MISSING, planned.reasons());
  }

  /// Plans a recreation again; with the addresses of the live object if the plan keeps them.
  private Action recreated(PlannedObject planned, MapValue live, @Nullable Schema type) {
    KubeObject desired = planned.desired();
    Action.Merged merged = planner.plan(desired, live, type);
    if (merged instanceof Action.Refused || merged instanceof Action.Unchanged) {
      return merged;
    }
    return switch (planner.recreate(desired, live, type)) {
      case Action.Refused refused -> refused;
      case Action.Recreate(String uid, MapValue body) -> {
        var keeping = new Action.Recreate(uid, RecreateBody.keeping(body, live));
        yield isSame(planned, keeping, live) ? keeping : new Action.Recreate(uid, body);
      }
    };
  }

  @Override
  public Verdict verdict(
      PlannedObject planned, PlannedObject again, String manager, @Nullable Schema type) {
    var onServer = new ServerSideDifference(conditions.digests(), manager);
    Verdict.Settled verdict = verdict(new Pair(planned, again, type, onServer));
    return verdict instanceof Verdict.Stale stale && again.before() instanceof MapValue live
        ? new Written(planned, live, manager, type).verdict(stale)
        : verdict;
  }

  /// A live object that may have been written by the plan, in an earlier run.
  private final class Written {
    private final PlannedObject planned;
    private final MapValue live;
    private final String manager;
    private final @Nullable Schema type;

    /// @param manager the field manager
    /// @param type the schema of the object; null if it is not known
    Written(PlannedObject planned, MapValue live, String manager, @Nullable Schema type) {
      this.planned = planned;
      this.live = live;
      this.manager = manager;
      this.type = type;
    }

    /// Returns `stale` if it was not.
    Verdict verdict(Verdict.Stale stale) {
      if (applied() instanceof MapValue manifest && isAsPlanned(manifest, /* strategic= */ true)) {
        return new Verdict.Done();
      }
      if (!(isAnnotated()
              && planner.plan(planned.desired(), live, type) instanceof Action.Patch patch)
          || PatchedFields.annotation(MapValue.EMPTY, patch.body()).isPresent()) {
        return stale;
      }
      return isAsPlanned(patch.body(), patch.strategic())
          ? new Verdict.Done()
          : new Verdict.Applied(patch, stale.problems());
    }

    /// Returns the manifest of a server-side apply that has created the object; missing if the
    /// manager has applied none, or the object was there when it was planned.
    private Node applied() {
      if (!isCreated() || OwnedFields.of(live, manager).isEmpty()) {
        return MISSING;
      }
      return switch (planned.action()) {
        case Action.Apply apply -> apply.manifest();
        case Action.Recreate(String uid, MapValue body) -> LastApplied.bare(body);
        default -> MISSING;
      };
    }

    private boolean isCreated() {
      return planned.action() instanceof Action.Recreate(String uid, MapValue body)
          ? !uid.equals(LiveMetadata.uid(live))
          : planned.before() instanceof Missing;
    }

    /// Whether carrying out the plan writes the manifest, and its annotation.
    private boolean isAnnotated() {
      return planned.action() instanceof Action.Create
          || planned.action() instanceof Action.Patch
          || planned.action() instanceof Action.Recreate;
    }

    /// Whether the fields of `sent`, which the next apply would send, are as planned. Where no dry
    /// run has shown the new object, only the manager may have written them: what a webhook
    /// rewrites is its own.
    private boolean isAsPlanned(MapValue sent, boolean strategic) {
      return planned.reasons().untried()
          ? isCreated() && isOwn()
          : planned.reasons().rewritten()
              && planned.after() instanceof MapValue expected
              && new PatchedFields(type, strategic)
                  .moved(sent, expected, sealed(planned, live, live))
                  .isEmpty();
    }

    private boolean isOwn() {
      FieldManagers managers = FieldManagers.of(live);
      return RewrittenFields.of(planner.options(), planned.desired(), live, type).stream()
          .map(FieldReason::path)
          .allMatch(path -> path.in(live) instanceof Value && isOwn(managers.of(path, live)));
    }

    private boolean isOwn(List<Manager> writers) {
      return !writers.isEmpty()
          && writers.stream()
              .allMatch(writer -> writer.name().equals(manager) && writer.subresource().isEmpty());
    }
  }

  /// A plan, and the same object planned again.
  ///
  /// @param type the schema of the live object; null if it is not known
  /// @param onServer compares plans of server-side apply
  private record Pair(
      PlannedObject planned,
      PlannedObject again,
      @Nullable Schema type,
      ServerSideDifference onServer) {
    Action action() {
      return planned.action();
    }

    Action now() {
      return again.action();
    }

    @Nullable MapValue live() {
      return again.before() instanceof MapValue live ? live : null;
    }

    PatchedFields fields(boolean strategic) {
      return new PatchedFields(type, strategic);
    }
  }

  /// The plan fits if the object is still the planned one, none of its planned fields has changed,
  /// and the same would be done now.
  private Verdict.Settled verdict(Pair pair) {
    if (pair.action() instanceof Action.Refused refused) {
      return new Verdict.Fitting(refused);
    }
    if (pair.now() instanceof Action.Unchanged) {
      return new Verdict.Done();
    }
    String reason = otherObject(pair);
    reason = reason == null ? moved(pair).map(path -> CHANGED + path).orElse(null) : reason;
    if (reason == null && pair.now() instanceof Action.Refused(List<Problem> problems)) {
      return new Verdict.Stale(problems);
    }
    reason = reason == null ? difference(pair) : reason;
    if (reason != null) {
      return new Verdict.Stale(List.of(problem(pair.planned(), reason)));
    }
    boolean nothing =
        pair.action() instanceof Action.Unchanged && pair.now() instanceof Action.Apply;
    return nothing ? new Verdict.Done() : new Verdict.Fitting(pair.now());
  }

  /// Returns the reason why the live object is not the planned one; null if it is.
  private @Nullable String otherObject(Pair pair) {
    MapValue live = pair.live();
    if (!(pair.planned().before() instanceof MapValue before)) {
      boolean creates =
          pair.action() instanceof Action.Create || pair.action() instanceof Action.Apply;
      return !creates ? NOT_READ : live == null ? null : CREATED;
    }
    if (live == null) {
      return pair.action() instanceof Action.Delete ? null : DELETED;
    }
    return conditions.other(before, live);
  }

  /// Returns a field that the plan depends on, and that has changed; empty if there is none. A
  /// field that is planned only now was as the manifest has it before.
  private Optional<FieldPath> moved(Pair pair) {
    MapValue there = pair.live();
    if (!(pair.planned().before() instanceof MapValue before) || there == null) {
      return Optional.empty();
    }
    MapValue live = sealed(pair.planned(), there, there);
    Optional<FieldPath> moved =
        switch (pair.action()) {
          case Action.Patch patch ->
              pair.fields(patch.strategic()).moved(patch.body(), before, live);
          case Action.Apply apply ->
              pair.onServer().moved(pair.planned(), before, live, pair.type());
          case Action.Unchanged same when pair.now() instanceof Action.Apply ->
              pair.onServer().moved(pair.planned(), before, live, pair.type());
          case Action.Recreate recreate -> anything(pair.fields(false), before, live);
          case Action.Delete delete -> PatchedFields.OF_MAPS.moved(LABELS, before, live);
          case Action other -> Optional.empty();
        };
    MapValue was = pair.action() instanceof Action.Patch patch ? patch.body() : MapValue.EMPTY;
    return moved.or(() ->
        pair.now() instanceof Action.Patch patch
            ? pair.fields(patch.strategic()).moved(PatchOrder.asIn(was, patch.body()), before, live)
            : Optional.empty());
  }

  /// Compares all of an object that is replaced as a whole, but its status and generated fields.
  private static Optional<FieldPath> anything(
      PatchedFields fields, MapValue before, MapValue live) {
    MapValue one = own(before);
    MapValue other = own(live);
    return fields.moved(one, one, other).or(() -> fields.moved(other, one, other));
  }

  /// Returns the object without its status, generated fields and managers.
  private static MapValue own(MapValue object) {
    MapValue body = RestoreBody.of(object);
    return body.with("metadata", body.map("metadata").without("managedFields"));
  }

  /// Returns what would be different now though no field has changed, as with other options or an
  /// edited plan; null for nothing.
  private @Nullable String difference(Pair pair) {
    MapValue live = pair.live();
    if (pair.action() instanceof Action.Delete) {
      return live == null ? null : undeletable(live);
    }
    boolean tried =
        pair.action() instanceof Action.Apply || pair.action() instanceof Action.Unchanged;
    if (tried
        && pair.now() instanceof Action.Apply now
        && pair.planned().before() instanceof MapValue
        && live != null) {
      return pair.onServer()
          .between(pair.planned(), pair.again(), now, live, pair.type())
          .orElse(null);
    }
    return isSame(pair.planned(), pair.now(), pair.again().before()) ? null : DIFFERENT;
  }

  /// Returns the reason for not deleting a live object; null if it may be deleted. In a forged plan
  /// it can be one that the flags for pruning do not reach.
  private @Nullable String undeletable(MapValue live) {
    if (planner.options().allows(Difference.KEEPS_PROTECTED_OBJECTS)
        && PruneProtection.of(live).isPresent()) {
      return "changed since it was planned: an annotation keeps it from being pruned";
    }
    return conditions.prunable().contains(LiveMetadata.uid(live))
        ? null
        : "would not be pruned now";
  }

  /// Whether `now` is the planned action, made without a dry run.
  private boolean isSame(PlannedObject planned, Action now, Node live) {
    return switch (planned.action()) {
      case Action.Create(MapValue body) ->
          now instanceof Action.Create(MapValue other)
              && body.equals(sealed(planned, other, MISSING));
      case Action.Apply was ->
          now instanceof Action.Apply is
              && was.manifest().equals(sealed(planned, is.manifest(), MISSING));
      case Action.Recreate(String uid, MapValue body) ->
          now instanceof Action.Recreate(String other, MapValue anew)
              && uid.equals(other)
              && body.equals(sealed(planned, anew, MISSING));
      case Action.Patch before ->
          now instanceof Action.Patch after
              && live instanceof MapValue there
              && isSame(before, after, planned.desired(), there);
      case Action.Unchanged same -> now instanceof Action.Patch;
      case Action.Refused refused -> true;
      case Action.Delete delete -> true;
    };
  }

  private MapValue sealed(PlannedObject planned, MapValue tree, Node live) {
    return conditions.digests().object(planned.desired(), tree, live);
  }

  private boolean isSame(
      Action.Patch before, Action.Patch after, KubeObject desired, MapValue live) {
    MapValue known = PatchOrder.asIn(before.body(), after.body());
    MapValue body = conditions.digests().patch(desired, known, live);
    return before.strategic() == after.strategic() && before.body().equals(body);
  }

  /// Checks whether the server keeps the fields that the plan states as kept.
  ///
  /// @param after the result of the plan's patch for the live object, as the server returns it
  public static boolean keeps(PlannedObject planned, MapValue live, MapValue after) {
    return planned.reasons().kept().stream()
        .allMatch(field -> PatchResult.value(field, live).equals(PatchResult.value(field, after)));
  }

  @Override
  public Optional<FieldPath> otherResult(
      PlannedObject planned, Node live, MapValue after, @Nullable Schema type) {
    KubeObject desired = planned.desired();
    if (planned.action() instanceof Action.Recreate(String uid, MapValue body)) {
      MapValue sent = ServerNormalization.stored(body);
      MapValue expected =
          planned.after() instanceof MapValue known
              ? known
              : conditions.digests().object(desired, sent, MISSING);
      return otherCreation(desired, sent, expected, after, type);
    }
    if (!(planned.reasons().rewritten() && planned.after() instanceof MapValue expected)) {
      return Optional.empty();
    }
    return switch (planned.action()) {
      case Action.Patch patch ->
          new PatchedFields(type, patch.strategic())
              .moved(patch.body(), expected, conditions.digests().object(desired, after, live));
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
        ? PatchedFields.firstDifference(
            Place.of(type, expected, conditions.digests().object(desired, now, MISSING)))
        : Optional.empty();
  }

  @Override
  public Problem different(PlannedObject planned) {
    return problem(planned, DIFFERENT);
  }

  private static Problem problem(PlannedObject planned, String what) {
    String subject = planned.desired().key().subject();
    return Problem.error(planned.desired().origin(), subject, what, "plan again");
  }

  /// The directives of a strategic merge patch that put the items of a list into order. They name
  /// each live item, also those that neither the manifest nor the plan is about.
  private static final class PatchOrder {
    private static final String DIRECTIVE = "$setElementOrder/";

    private PatchOrder() {}

    /// Returns the patch `now` without the items in its directives that the directives of `planned`
    /// do not name: others have added them since, and the patch leaves them as they are.
    static MapValue asIn(MapValue planned, MapValue now) {
      MapValue result = now;
      for (var entry : now.entries().entrySet()) {
        String key = entry.getKey();
        Value value = entry.getValue();
        if (planned.get(key) instanceof Value known) {
          Value kept = key.startsWith(DIRECTIVE) ? named(known, value) : below(known, value);
          result = kept.equals(value) ? result : result.with(key, kept);
        }
      }
      return result;
    }

    private static Value named(Value planned, Value now) {
      if (!(planned instanceof ListValue known && now instanceof ListValue items)) {
        return now;
      }
      var names = new HashSet<>(known.items());
      return new ListValue(items.items().stream().filter(names::contains).toList());
    }

    /// Returns a value of the patch. The items of both patches are compared by their order, because
    /// equal patches have the same.
    private static Value below(Value planned, Value now) {
      if (planned instanceof MapValue known && now instanceof MapValue map) {
        return asIn(known, map);
      }
      if (!(planned instanceof ListValue known
          && now instanceof ListValue items
          && known.size() == items.size())) {
        return now;
      }
      var result = new ArrayList<Value>();
      for (int i = 0; i < items.size(); i++) {
        result.add(below(known.items().get(i), items.items().get(i)));
      }
      return new ListValue(result);
    }
  }
}
