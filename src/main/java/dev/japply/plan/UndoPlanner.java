package dev.japply.plan;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.merge.FieldReason.Values;
import dev.japply.merge.JsonMergePatch;
import dev.japply.object.FieldManagers;
import dev.japply.object.FieldSet;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.ManagedFields;
import dev.japply.object.RestoreBody;
import dev.japply.plan.FieldExplanation.Cause;
import dev.japply.plan.RecordedWrite.History;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Plans to take the writes of a run to one object back.
///
/// Objects that the run created are deleted, deleted ones are created again from their copies, and
/// the changed fields of others get their values from before the run.
///
/// @param decision treatment of fields and objects that were changed since the run
public record UndoPlanner(Decision decision) {
  private static final FieldPath FINALIZERS = FieldPath.root().key("metadata").key("finalizers");
  private static final String STATUS = "status";
  private static final String METADATA = "metadata";

  /// Treatment of fields and objects that were changed since the run.
  public enum Decision {
    /// They are an error, and nothing is taken back.
    REFUSE,
    /// They stay as they are.
    SKIP,
    /// They are taken back, too.
    TAKE
  }

  /// The plan for one object.
  ///
  /// @param explanation the changed fields, and warnings about everything that cannot be taken back
  public record Undone(PlannedObject planned, ObjectExplanation explanation) {}

  /// Returns the plan for the object of `history`.
  ///
  /// @param live the live object; null if it does not exist
  /// @param schema the schema of the object; null if it is not known
  public Undone plan(History history, @Nullable MapValue live, @Nullable Schema schema) {
    return new Planning(history, live, schema).plan();
  }

  /// Returns the former managers of the fields of a restored object but its status, as
  /// `metadata.managedFields` has them; empty if they are right, or if other clients have written
  /// to the object since the run.
  ///
  /// @param since the live object before the undo; missing if there was none
  /// @param now the live object after the undo
  public static Optional<List<MapValue>> formerManagers(History history, Node since, MapValue now) {
    List<RecordedWrite> done =
        history.writes().stream()
            .filter(write -> write.outcome() != RecordedWrite.Outcome.REFUSED)
            .toList();
    boolean created = !LiveMetadata.areOneObject(since, now);
    boolean known =
        !done.isEmpty()
            && done.subList(0, done.size() - 1).stream()
                .allMatch(write -> write.outcome() == RecordedWrite.Outcome.DONE)
            && done.stream().noneMatch(RecordedWrite::withheld);
    if (!known
        || !(done.getFirst().before() instanceof MapValue before)
        || !(created || LiveMetadata.areOneObject(before, now))
        || !isLast(done.getLast(), since)) {
      return Optional.empty();
    }
    List<MapValue> former = managers(before);
    boolean right = timeless(former).equals(timeless(managers(now)));
    return right ? Optional.empty() : Optional.of(former);
  }

  /// Whether no other client has written to the object since that write of the run. If its outcome
  /// is not known, other managers have written no later than before it; a write with force may have
  /// taken fields from them.
  private static boolean isLast(RecordedWrite write, Node since) {
    if (write.outcome() == RecordedWrite.Outcome.DONE) {
      return managers(write.after()).equals(managers(since));
    }
    return others(write.before(), write.manager()).containsAll(others(since, write.manager()));
  }

  private static Set<FieldManagers.Manager> others(Node object, String manager) {
    return managers(object).stream()
        .map(FieldManagers::manager)
        .filter(by -> !by.name().equals(manager))
        .collect(Collectors.toSet());
  }

  /// Returns the managers of an object without its status; empty if there is no object.
  private static List<MapValue> managers(Node object) {
    return object instanceof MapValue there
        ? ManagedFields.of(there).withoutStatus().entries()
        : List.of();
  }

  private static Set<Value> timeless(List<? extends Value> entries) {
    return entries.stream()
        .map(entry -> entry instanceof MapValue map ? map.without("time") : entry)
        .collect(Collectors.toSet());
  }

  /// Whether `there` is the restored object `body`.
  public static boolean isRestored(MapValue body, MapValue there) {
    return !LiveMetadata.isBeingDeleted(there) && UndoBody.isAs(body, Gvk.of(body), there);
  }

  /// Returns the object of `history` with its identity alone.
  public static KubeObject identity(History history) {
    var key = history.key();
    MapValue tree = history.gvk().named(key.namespace(), key.name());
    return KubeObject.of(tree, Origin.NONE).with(history.copies());
  }

  /// Returns the object of `history` as the run has left it, with its copies of secret values.
  public static KubeObject last(History history) {
    KubeObject object = identity(history);
    return history.end() instanceof MapValue end ? object.withTree(end) : object;
  }

  /// Returns the warning about a part of an object that is not taken back.
  ///
  /// @param hint the consequence; empty if there is none
  public static Problem notTakenBack(KubeObject object, String what, String hint) {
    return Problem.warning(
        WarningId.NOT_TAKEN_BACK, Origin.NONE, object.key().subject(), what, hint);
  }

  /// Planning for one object.
  private final class Planning {
    private final History history;
    private final @Nullable MapValue live;
    private final @Nullable Schema schema;
    private final KubeObject object;
    private final List<Problem> notes = new ArrayList<>();
    private final List<Problem> conflicts = new ArrayList<>();

    Planning(History history, @Nullable MapValue live, @Nullable Schema schema) {
      this.history = history;
      this.live = live;
      this.schema = schema;
      this.object = identity(history);
    }

    Undone plan() {
      UndoSteps steps = UndoSteps.of(history, live, schema, decision == Decision.TAKE);
      steps.doubts().forEach(this::conflict);
      Undone undone = steps.all().isEmpty() ? unchanged() : plan(steps);
      if (!conflicts.isEmpty() && decision == Decision.REFUSE) {
        return undone(PlannedObject.refused(object, conflicts), List.of());
      }
      return undone;
    }

    private Undone plan(UndoSteps steps) {
      boolean withheld = history.writes().stream().anyMatch(RecordedWrite::withheld);
      Node before = steps.all().getFirst().before();
      Node after = steps.all().getLast().after();
      if (!(before instanceof MapValue was)) {
        return after instanceof MapValue made ? delete(made, withheld) : unchanged();
      }
      if (withheld) {
        return leave(
            "cannot be taken back, because its values were left out of the undo file"
                + " (--undo-secrets=false)");
      }
      if (!(after instanceof MapValue written)) {
        return restore(body(steps.former(schema)));
      }
      return LiveMetadata.areOneObject(was, written)
          ? patch(steps, written)
          : recreate(steps, written);
    }

    private Undone delete(MapValue made, boolean withheld) {
      if (live == null || LiveMetadata.isBeingDeleted(live)) {
        return unchanged();
      }
      if (!LiveMetadata.areOneObject(made, live)) {
        return leave(
            "stays, because it was deleted since the run, and recreated by another client");
      }
      if (!withheld) {
        checkOthers(made, live);
      }
      if (conflicts.isEmpty()) {
        checkManagers(made, live);
      }
      return !conflicts.isEmpty() && decision != Decision.TAKE ? unchanged() : delete(live);
    }

    private Undone delete(MapValue there) {
      var going =
          new PlannedObject(
              unversioned(there), new Action.Delete(LiveMetadata.uid(there)), there, MISSING);
      return undone(going, List.of());
    }

    /// Finds fields that others have written in an object that the run created, and fields of the
    /// run that they have removed. The status, and finalizers, which a deletion waits for, do not
    /// count.
    private void checkOthers(MapValue made, MapValue there) {
      var managers = FieldManagers.of(there);
      var former = FieldManagers.of(made);
      Set<String> writers =
          history.writes().stream().map(RecordedWrite::manager).collect(Collectors.toSet());
      FieldChanges.between(made, there, schema, false).stream()
          .filter(change -> !change.path().isWithin(FINALIZERS))
          .flatMap(change -> change.fields().stream())
          .filter(change ->
              change.after() instanceof Value
                  ? managers.of(change.path().numberedIn(there), there).stream()
                      .anyMatch(by -> !by.subresource().equals(STATUS))
                  : former.of(change.path().numberedIn(made), made).stream()
                      .anyMatch(by -> writers.contains(by.name())))
          .map(change ->
              new UndoMerge.Conflict(change.path(), MISSING, change.before(), change.after()))
          .forEach(conflict -> conflicted(conflict, there, /* made= */ true));
    }

    /// Finds other managers that own fields of an object that the run created, maybe with the same
    /// values.
    private void checkManagers(MapValue made, MapValue there) {
      Set<String> own =
          Stream.concat(
                  history.writes().stream().map(RecordedWrite::manager),
                  ManagedFields.of(made).entries().stream().map(entry -> entry.text("manager")))
              .collect(Collectors.toSet());
      String others =
          ManagedFields.of(there).entries().stream()
              .filter(entry -> !entry.text("subresource").equals(STATUS) && ownsContent(entry))
              .map(entry -> entry.text("manager"))
              .filter(manager -> !own.contains(manager))
              .distinct()
              .collect(Collectors.joining(", "));
      if (!others.isEmpty()) {
        conflict("was created by the run, and fields of it belong to %s now".formatted(others));
      }
    }

    private static boolean ownsContent(MapValue entry) {
      return FieldSet.parse(entry.map("fieldsV1"))
          .map(fields -> !fields.without(FINALIZERS).leaves().isEmpty())
          .orElse(true);
    }

    private Undone restore(MapValue body) {
      if (live == null) {
        addLosses();
        return undone(
            new PlannedObject(object.withTree(body), new Action.Create(body), MISSING, body),
            List.of());
      }
      if (LiveMetadata.isBeingDeleted(live)) {
        Problem going =
            problem("is still being deleted, and cannot be created again yet", "undo again later");
        return undone(PlannedObject.refused(object, List.of(going)), List.of());
      }
      if (UndoBody.isAs(body, history.gvk(), live)) {
        return unchanged();
      }
      conflict("was deleted by the run, and another client has created it again since");
      return decision == Decision.TAKE ? replaceContent(live, body) : unchanged();
    }

    private Undone replaceContent(MapValue there, MapValue body) {
      MapValue wished = UndoMerge.content(body, false);
      MapValue metadata = there.map(METADATA);
      for (String key : UndoMerge.content(there, false).map(METADATA).entries().keySet()) {
        metadata = metadata.without(key);
      }
      for (var entry : wished.map(METADATA).entries().entrySet()) {
        metadata = metadata.with(entry.getKey(), entry.getValue());
      }
      MapValue result = MapValue.of("apiVersion", Value.text(there.text("apiVersion")));
      result = result.with("kind", Value.text(there.text("kind")));
      for (var entry : wished.entries().entrySet()) {
        result = result.with(entry.getKey(), entry.getValue());
      }
      result = result.with(METADATA, metadata);
      return patched(
          there, there.get(STATUS) instanceof Value now ? result.with(STATUS, now) : result);
    }

    private Undone recreate(UndoSteps steps, MapValue written) {
      MapValue former = steps.former(schema);
      if (live == null
          || !LiveMetadata.areOneObject(written, live)
          || LiveMetadata.isBeingDeleted(live)) {
        return restore(body(former));
      }
      MapValue now = live;
      UndoMerge.Result back =
          UndoMerge.of(
              RestoreBody.of(former),
              RestoreBody.of(written),
              RestoreBody.of(live),
              schema,
              decision == Decision.TAKE);
      back.conflicts().forEach(each -> conflicted(each, now, /* made= */ false));
      MapValue body = body(back.object());
      if (UndoBody.isAs(body, history.gvk(), now)) {
        return unchanged();
      }
      addLosses();
      var recreated =
          new PlannedObject(
              object.withTree(body), new Action.Recreate(LiveMetadata.uid(now), body), now, body);
      return undone(recreated, FieldChanges.between(now, body, schema, false));
    }

    private Undone patch(UndoSteps steps, MapValue written) {
      if (live == null) {
        conflict("was deleted by another client since the run");
        return decision == Decision.TAKE ? restore(body(steps.former(schema))) : unchanged();
      }
      if (!LiveMetadata.areOneObject(written, live)) {
        conflict("was deleted since the run, and recreated by another client");
        if (decision != Decision.TAKE) {
          return unchanged();
        }
      }
      MapValue now = live;
      MapValue wished = live;
      for (UndoSteps.Step step : steps.all().reversed()) {
        if (step.status()) {
          notes.add(note("its status cannot be taken back"));
        } else if (step.before() instanceof MapValue before
            && step.after() instanceof MapValue after) {
          UndoMerge.Result back =
              UndoMerge.of(before, after, wished, schema, decision == Decision.TAKE);
          back.conflicts().forEach(each -> conflicted(each, now, /* made= */ false));
          wished = back.object();
        }
      }
      return patched(now, wished);
    }

    private Undone patched(MapValue now, MapValue wished) {
      MapValue body = JsonMergePatch.diff(now, wished);
      if (body.isEmpty()) {
        return unchanged();
      }
      var planned =
          new PlannedObject(
              unversioned(wished),
              new Action.Patch(/* strategic= */ false, body, wished, /* guarded= */ true),
              now,
              wished);
      return undone(planned, FieldChanges.between(now, wished, schema, false));
    }

    /// Returns the object without its version: after a conflict of versions the undo of the object
    /// is planned again.
    private KubeObject unversioned(MapValue tree) {
      MapValue metadata = tree.map(METADATA).without("resourceVersion");
      return object.withTree(tree.with(METADATA, metadata));
    }

    private MapValue body(MapValue was) {
      return UndoBody.of(history.gvk(), was);
    }

    private void addLosses() {
      UndoBody.losses(history).forEach(loss -> notes.add(note(loss)));
    }

    private void conflicted(UndoMerge.Conflict conflict, MapValue now, boolean made) {
      Problem problem = PlanProblems.changedSince(object, now, conflict, made);
      conflicts.add(problem);
      if (decision == Decision.SKIP) {
        notes.add(skipped(problem.what()));
      }
    }

    private void conflict(String what) {
      conflicts.add(problem(what, PlanProblems.DECIDE));
      if (decision == Decision.SKIP) {
        notes.add(skipped(what));
      }
    }

    private Problem problem(String what, String hint) {
      return Problem.error(Origin.NONE, object.key().subject(), what, hint);
    }

    private Problem note(String what) {
      return UndoPlanner.notTakenBack(object, what, "");
    }

    private Problem skipped(String what) {
      return UndoPlanner.notTakenBack(object, what, "left as it is");
    }

    private Undone leave(String what) {
      notes.add(note(what));
      return unchanged();
    }

    private Undone unchanged() {
      Node now = node(live);
      KubeObject shown = live == null ? object : object.withTree(live);
      return undone(new PlannedObject(shown, new Action.Unchanged(), now, now), List.of());
    }

    private static Node node(@Nullable MapValue object) {
      return object == null ? MISSING : object;
    }

    /// The values of fields are derived from the patch when they are shown.
    private Undone undone(PlannedObject planned, List<FieldChanges.Change> changes) {
      MapValue now = planned.before() instanceof MapValue there ? there : MapValue.EMPTY;
      var managers = FieldManagers.of(now);
      List<FieldExplanation> fields =
          changes.stream()
              .map(change ->
                  new FieldExplanation(
                      change.path().toString(),
                      new Values(MISSING, MISSING, MISSING, MISSING),
                      Cause.TAKEN_BACK,
                      managers.of(change.path().numberedIn(now), now),
                      () -> Origin.NONE))
              .toList();
      var outcome = ObjectExplanation.outcome(planned.action());
      return new Undone(planned, new ObjectExplanation(planned.desired(), outcome, fields, notes));
    }
  }
}
