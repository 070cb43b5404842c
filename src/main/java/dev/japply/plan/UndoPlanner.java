package dev.japply.plan;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.merge.JsonMergePatch;
import dev.japply.object.FieldManagers;
import dev.japply.object.FieldManagers.Manager;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.object.ManagedFields;
import dev.japply.object.RestoreBody;
import dev.japply.plan.FieldExplanation.Documents;
import dev.japply.plan.RecordedWrite.History;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Plans to take the writes of a run to one object back.
///
/// Objects that the run created are deleted, deleted ones are created again from their copies, and
/// the changed fields of others get their values from before the run.
///
/// @param decision treatment of fields and objects that were changed since the run
public record UndoPlanner(Decision decision) {
  private static final FieldPath FINALIZERS = FieldPath.root().key("metadata").key("finalizers");

  /// The annotations that connect a claim with its volume.
  private static final Set<String> BINDING =
      Set.of(
          "pv.kubernetes.io/bind-completed",
          "pv.kubernetes.io/bound-by-controller",
          "volume.kubernetes.io/selected-node");

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
  /// @param story the changed fields, and warnings about everything that cannot be taken back
  public record Undone(PlannedObject planned, ObjectExplanation story) {}

  /// One write that was carried out.
  private record Step(Node before, Node after, boolean status) {}

  /// Returns the plan for the object of `history`.
  ///
  /// @param live the live object; null if it does not exist
  /// @param schema the schema of the object; null if it is not known
  public Undone plan(History history, @Nullable MapValue live, @Nullable Schema schema) {
    return new Planning(history, live, schema).plan();
  }

  /// Returns the former managers of the fields of a restored object, as `metadata.managedFields`
  /// has them; empty if they are right, or if other clients have written to the object since the
  /// run.
  ///
  /// @param since the live object before the undo
  /// @param now the live object after the undo
  public static Optional<ListValue> formerManagers(History history, MapValue since, MapValue now) {
    List<RecordedWrite> done =
        history.writes().stream()
            .filter(write -> write.outcome() != RecordedWrite.Outcome.REFUSED)
            .toList();
    boolean known =
        !done.isEmpty()
            && done.stream().allMatch(write -> write.outcome() == RecordedWrite.Outcome.DONE)
            && done.stream().noneMatch(RecordedWrite::withheld);
    if (!known
        || !(done.getFirst().before() instanceof MapValue before)
        || !(done.getLast().after() instanceof MapValue after)
        || !PrunePlan.uid(before).equals(PrunePlan.uid(now))
        || !managers(after, false).equals(managers(since, false))) {
      return Optional.empty();
    }
    var former = new ArrayList<Value>(managers(before, false));
    boolean right = timeless(former).equals(timeless(managers(now, false)));
    former.addAll(managers(now, true));
    return right ? Optional.empty() : Optional.of(new ListValue(former));
  }

  /// Returns the managers of the status, or all others.
  private static List<MapValue> managers(MapValue object, boolean status) {
    return ManagedFields.of(object).entries().stream()
        .filter(entry -> entry.text("subresource").equals(STATUS) == status)
        .toList();
  }

  private static Set<Value> timeless(List<? extends Value> entries) {
    return entries.stream()
        .map(entry -> entry instanceof MapValue map ? map.without("time") : entry)
        .collect(Collectors.toSet());
  }

  /// Returns the object of `history` with its identity alone.
  public static KubeObject identity(History history) {
    var key = history.key();
    MapValue metadata = MapValue.of("name", Value.text(key.name()));
    if (!key.namespace().isEmpty()) {
      metadata = metadata.with("namespace", Value.text(key.namespace()));
    }
    MapValue tree =
        MapValue.of("apiVersion", Value.text(history.gvk().apiVersion()))
            .with("kind", Value.text(history.gvk().kind()))
            .with(METADATA, metadata);
    return KubeObject.of(tree, Origin.NONE).with(history.copies());
  }

  /// Returns the object of `history` as the run has left it, with its copies of secret values.
  public static KubeObject last(History history) {
    KubeObject object = identity(history);
    return history.end() instanceof MapValue end ? object.withTree(end) : object;
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
      List<Step> steps = settled();
      Undone undone = steps.isEmpty() ? unchanged() : plan(steps);
      if (!conflicts.isEmpty() && decision == Decision.REFUSE) {
        return told(PlannedObject.refused(object, conflicts), List.of());
      }
      return undone;
    }

    private Undone plan(List<Step> steps) {
      boolean withheld = history.writes().stream().anyMatch(RecordedWrite::withheld);
      Node before = steps.getFirst().before();
      Node after = steps.getLast().after();
      if (!(before instanceof MapValue was)) {
        return after instanceof MapValue made ? delete(made, withheld) : unchanged();
      }
      if (withheld) {
        return leave(
            "cannot be taken back, because its values were left out of the undo file"
                + " (--undo-secrets=false)");
      }
      if (!(after instanceof MapValue written)) {
        return restore(body(undone(steps, (MapValue) steps.getLast().before())));
      }
      return PrunePlan.uid(was).equals(PrunePlan.uid(written))
          ? patch(steps, was, written)
          : recreate(steps, was, written);
    }

    /// Returns the writes that were carried out. The outcome of the others follows from the object
    /// as the run read it next, or as it is live.
    private List<Step> settled() {
      var steps = new ArrayList<Step>();
      List<RecordedWrite> writes = history.writes();
      for (int i = 0; i < writes.size(); i++) {
        RecordedWrite write = writes.get(i);
        boolean last = i + 1 == writes.size();
        switch (write.outcome()) {
          case REFUSED -> {}
          case DONE -> steps.add(new Step(ownBefore(write), write.after(), write.isOfStatus()));
          case MAYBE -> {
            Node now = last ? node(live) : writes.get(i + 1).before();
            settle(write, now, last, steps);
          }
        }
      }
      return steps;
    }

    /// Returns the object before a write, with all that another client wrote between the read of
    /// the object and the write. Only server-side apply can have such writes. What controllers
    /// write along with the status is never the run's, even if they have written within the same
    /// second.
    private Node ownBefore(RecordedWrite write) {
      if (!(write.before() instanceof MapValue before)
          || !(write.after() instanceof MapValue after)) {
        return write.before();
      }
      boolean alone = others(before, write.manager()).containsAll(others(after, write.manager()));
      var managers = FieldManagers.of(after);
      var old = FieldManagers.of(before);
      MapValue own = before;
      for (FieldChanges.Change whole :
          FieldChanges.between(before, after, TypedField.of(schema), write.isOfStatus())) {
        for (FieldChanges.Change change : whole.fields()) {
          List<Manager> writers =
              change.after() instanceof Value
                  ? managers.of(change.path().numberedIn(after), after)
                  : old.of(change.path().numberedIn(before), before);
          boolean theirs =
              !writers.isEmpty()
                  && writers.stream().noneMatch(by -> by.name().equals(write.manager()))
                  && (!alone || writers.stream().allMatch(by -> by.subresource().equals(STATUS)));
          own = theirs ? changed(own, change, after) : own;
        }
      }
      return own;
    }

    private MapValue changed(MapValue object, FieldChanges.Change change, MapValue after) {
      return change.after() instanceof Value value
          ? ManifestEdit.put(change.path(), object, after, value, schema)
          : ManifestEdit.without(change.path(), object, schema);
    }

    private void settle(RecordedWrite write, Node now, boolean last, List<Step> steps) {
      boolean same =
          write.before() instanceof MapValue was
              && now instanceof MapValue is
              && PrunePlan.uid(was).equals(PrunePlan.uid(is));
      switch (write.verb()) {
        case CREATE -> {
          if (now instanceof MapValue there) {
            if (!last || isOwn(write, there)) {
              steps.add(new Step(MISSING, there, false));
            } else if (!isRestored(steps, there)) {
              conflict(
                  "exists, and it is not known whether the run created it: the response was lost");
            }
          }
        }
        case DELETE -> {
          boolean going = now instanceof MapValue is && is.map(METADATA).has("deletionTimestamp");
          if (!same || going) {
            steps.add(new Step(write.before(), MISSING, false));
          }
        }
        case PATCH -> {
          if (!same || content(write.before(), write).equals(content(now, write))) {
            return;
          }
          if (!last || isOnlyOurs(write, (MapValue) now)) {
            steps.add(new Step(write.before(), now, write.isOfStatus()));
          } else {
            conflict(
                "the response to the run's write was lost, and another client has written since, so"
                    + " that it is not known what the run changed");
            if (decision == Decision.TAKE) {
              steps.add(new Step(write.before(), now, write.isOfStatus()));
            }
          }
        }
      }
    }

    private static MapValue content(Node object, RecordedWrite write) {
      return object instanceof MapValue map
          ? TakeBack.content(map, write.isOfStatus())
          : MapValue.EMPTY;
    }

    /// Whether an earlier undo has created the object again that the run had deleted.
    private boolean isRestored(List<Step> steps, MapValue there) {
      return !steps.isEmpty()
          && steps.getLast().before() instanceof MapValue was
          && isAs(body(undone(steps, was)), there);
    }

    /// Whether the object is the one that the run tried to create.
    private static boolean isOwn(RecordedWrite write, MapValue there) {
      return write.annotation().equals(LastApplied.text(there)) && isBy(write.manager(), there);
    }

    /// Whether that manager wrote all fields of the object, the status aside.
    private static boolean isBy(String manager, MapValue there) {
      return ManagedFields.of(there).entries().stream()
          .map(FieldManagers::manager)
          .allMatch(by -> by.name().equals(manager) || by.subresource().equals(STATUS));
    }

    /// Whether no other client has written since the object was read, the status aside.
    private static boolean isOnlyOurs(RecordedWrite write, MapValue now) {
      return write.before() instanceof MapValue was
          && withoutStatus(others(was, write.manager()))
              .containsAll(withoutStatus(others(now, write.manager())));
    }

    private static Set<Manager> others(MapValue object, String manager) {
      return ManagedFields.of(object).entries().stream()
          .map(FieldManagers::manager)
          .filter(by -> !by.name().equals(manager))
          .collect(Collectors.toSet());
    }

    private static Set<Manager> withoutStatus(Set<Manager> managers) {
      return managers.stream()
          .filter(by -> !by.subresource().equals(STATUS))
          .collect(Collectors.toSet());
    }

    private Undone delete(MapValue made, boolean withheld) {
      if (live == null || live.map(METADATA).has("deletionTimestamp")) {
        return unchanged();
      }
      if (!PrunePlan.uid(made).equals(PrunePlan.uid(live))) {
        return leave(
            "stays, because it was deleted since the run, and recreated by another client");
      }
      if (withheld) {
        if (!isBy(history.writes().getFirst().manager(), live)) {
          conflict("was created by the run, and another client has written to it since");
        }
      } else {
        checkOthers(made, live);
      }
      return !conflicts.isEmpty() && decision != Decision.TAKE ? unchanged() : delete(live);
    }

    private Undone delete(MapValue there) {
      var going =
          new PlannedObject(
              unversioned(there), new Action.Delete(PrunePlan.uid(there)), there, MISSING);
      return told(going, List.of());
    }

    /// Finds fields that others have written in an object that the run created. The status, and
    /// finalizers, which a deletion waits for, do not count.
    private void checkOthers(MapValue made, MapValue there) {
      var managers = FieldManagers.of(there);
      FieldChanges.between(made, there, TypedField.of(schema), false).stream()
          .filter(change -> !change.path().isWithin(FINALIZERS))
          .flatMap(change -> change.fields().stream())
          .filter(change -> change.after() instanceof Value)
          .filter(change ->
              managers.of(change.path().numberedIn(there), there).stream()
                  .anyMatch(by -> !by.subresource().equals(STATUS)))
          .map(change ->
              new TakeBack.Conflict(change.path(), MISSING, change.before(), change.after()))
          .forEach(conflict -> conflicted(conflict, there));
    }

    /// Returns the object as it was before the first step, with all that others wrote in between.
    private MapValue undone(List<Step> steps, MapValue last) {
      MapValue object = last;
      for (Step step : steps.reversed()) {
        if (step.before() instanceof MapValue before && step.after() instanceof MapValue after) {
          object =
              PrunePlan.uid(before).equals(PrunePlan.uid(after))
                  ? TakeBack.of(before, after, object, schema, true).object()
                  : before;
        } else if (step.before() instanceof MapValue before) {
          object = before;
        }
      }
      return object;
    }

    private Undone restore(MapValue body) {
      if (live == null) {
        addLosses();
        return told(
            new PlannedObject(object.withTree(body), new Action.Create(body), MISSING, body),
            List.of());
      }
      if (live.map(METADATA).has("deletionTimestamp")) {
        Problem going =
            problem("is still being deleted, and cannot be created again yet", "undo again later");
        return told(PlannedObject.refused(object, List.of(going)), List.of());
      }
      if (isAs(body, live)) {
        return unchanged();
      }
      conflict("was deleted by the run, and another client has created it again since");
      return decision == Decision.TAKE ? replaceContent(live, body) : unchanged();
    }

    /// Whether the object is as it would be created again.
    private boolean isAs(MapValue body, MapValue there) {
      return TakeBack.content(body(there), false).equals(TakeBack.content(body, false));
    }

    private Undone replaceContent(MapValue there, MapValue body) {
      MapValue wished = TakeBack.content(body, false);
      MapValue metadata = there.map(METADATA);
      for (String key : TakeBack.content(there, false).map(METADATA).entries().keySet()) {
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

    private Undone recreate(List<Step> steps, MapValue was, MapValue written) {
      if (live == null
          || !PrunePlan.uid(written).equals(PrunePlan.uid(live))
          || live.map(METADATA).has("deletionTimestamp")) {
        return restore(body(was));
      }
      MapValue now = live;
      MapValue kept = RestoreBody.of(live);
      TakeBack.Result back =
          TakeBack.of(
              RestoreBody.of(undone(steps.subList(0, last(steps)), beforeDeletion(steps))),
              RestoreBody.of(made(steps)),
              kept,
              schema,
              decision == Decision.TAKE);
      back.conflicts().forEach(each -> conflicted(each, now));
      MapValue body = body(back.object());
      if (isAs(body, now)) {
        return unchanged();
      }
      addLosses();
      var recreated =
          new PlannedObject(
              object.withTree(body), new Action.Recreate(PrunePlan.uid(now), body), now, body);
      return told(recreated, FieldChanges.between(now, body, TypedField.of(schema), false));
    }

    /// Returns the number of steps up to the deletion, without it.
    private static int last(List<Step> steps) {
      for (int i = 0; i < steps.size(); i++) {
        if (!isPatch(steps.get(i))) {
          return i;
        }
      }
      return steps.size();
    }

    private static boolean isPatch(Step step) {
      return step.before() instanceof MapValue one
          && step.after() instanceof MapValue other
          && PrunePlan.uid(one).equals(PrunePlan.uid(other));
    }

    /// Returns the former object when the run deleted it, or when it was last seen.
    private static MapValue beforeDeletion(List<Step> steps) {
      int end = last(steps);
      boolean seen = end < steps.size() && steps.get(end).before() instanceof MapValue;
      Node object = seen ? steps.get(end).before() : steps.get(Math.max(0, end - 1)).after();
      return object instanceof MapValue map ? map : MapValue.EMPTY;
    }

    private static MapValue made(List<Step> steps) {
      return (MapValue) steps.getLast().after();
    }

    private Undone patch(List<Step> steps, MapValue was, MapValue written) {
      if (live == null) {
        conflict("was deleted by another client since the run");
        return decision == Decision.TAKE ? restore(body(was)) : unchanged();
      }
      if (!PrunePlan.uid(written).equals(PrunePlan.uid(live))) {
        conflict("was deleted since the run, and recreated by another client");
        if (decision != Decision.TAKE) {
          return unchanged();
        }
      }
      MapValue now = live;
      MapValue wished = live;
      for (Step step : steps.reversed()) {
        if (step.status()) {
          notes.add(note("its status cannot be taken back"));
        } else if (step.before() instanceof MapValue before
            && step.after() instanceof MapValue after) {
          TakeBack.Result back =
              TakeBack.of(before, after, wished, schema, decision == Decision.TAKE);
          back.conflicts().forEach(each -> conflicted(each, now));
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
      return told(planned, FieldChanges.between(now, wished, TypedField.of(schema), false));
    }

    /// Returns the object without its version: after a conflict of versions the undo of the object
    /// is planned again.
    private KubeObject unversioned(MapValue tree) {
      MapValue metadata = tree.map(METADATA).without("resourceVersion");
      return object.withTree(tree.with(METADATA, metadata));
    }

    /// Returns the body of a POST for an object that was deleted. Its owners may be other objects
    /// by now, so it would be deleted as one of theirs.
    private MapValue body(MapValue was) {
      MapValue body = RestoreBody.of(was);
      MapValue metadata = body.map(METADATA).without("ownerReferences");
      MapValue annotations = metadata.map("annotations");
      if (is("PersistentVolumeClaim")) {
        for (String binding : BINDING) {
          annotations = annotations.without(binding);
        }
        metadata =
            annotations.isEmpty()
                ? metadata.without("annotations")
                : metadata.with("annotations", annotations);
      }
      return body.with(METADATA, metadata);
    }

    private boolean is(String kind) {
      return history.gvk().kind().equals(kind);
    }

    /// Adds the warnings about everything that does not come back with an object.
    private void addLosses() {
      boolean owned =
          history.writes().stream()
              .anyMatch(write ->
                  write.before() instanceof MapValue was
                      && was.map(METADATA).has("ownerReferences"));
      if (owned) {
        notes.add(note("comes back without its owner, which may be another object by now"));
      }
      String group = history.gvk().group();
      if (is("Job") && group.equals("batch")) {
        notes.add(note("comes back as a new Job, which runs again"));
      } else if (is("PersistentVolumeClaim") && group.isEmpty()) {
        notes.add(
            note(
                "comes back without its data, unless its volume still exists and is made available"
                    + " to it"));
      } else if (is("PersistentVolume") && group.isEmpty()) {
        notes.add(note("comes back without a claim: claims of the former volume stay lost"));
      } else if (is("ServiceAccount") && group.isEmpty()) {
        notes.add(note("comes back without the token Secrets that were deleted with it"));
      } else if (is("Namespace") && group.isEmpty()) {
        notes.add(note("comes back empty, but for the objects that the run deleted itself"));
      } else if (is("CustomResourceDefinition")) {
        notes.add(
            note("comes back without its objects, but for those that the run deleted itself"));
      }
    }

    private void conflicted(TakeBack.Conflict conflict, MapValue now) {
      Problem problem = PlanProblems.changedSince(object, now, conflict);
      conflicts.add(problem);
      if (decision == Decision.SKIP) {
        notes.add(note(problem.what()));
      }
    }

    private void conflict(String what) {
      conflicts.add(problem(what, PlanProblems.DECIDE));
      if (decision == Decision.SKIP) {
        notes.add(note(what));
      }
    }

    private Problem problem(String what, String hint) {
      return Problem.error(Origin.NONE, object.key().subject(), what, hint);
    }

    private Problem note(String what) {
      return Problem.warning(
          WarningId.NOT_TAKEN_BACK, Origin.NONE, object.key().subject(), what, "");
    }

    private Undone leave(String what) {
      notes.add(note(what));
      return unchanged();
    }

    private Undone unchanged() {
      Node now = node(live);
      KubeObject shown = live == null ? object : object.withTree(live);
      return told(new PlannedObject(shown, new Action.Unchanged(), now, now), List.of());
    }

    private static Node node(@Nullable MapValue object) {
      return object == null ? MISSING : object;
    }

    /// The values of fields are derived from the patch when they are shown.
    private Undone told(PlannedObject planned, List<FieldChanges.Change> changes) {
      MapValue now = planned.before() instanceof MapValue there ? there : MapValue.EMPTY;
      var managers = FieldManagers.of(now);
      List<FieldExplanation> fields =
          changes.stream()
              .map(change ->
                  new FieldExplanation(
                      change.path().toString(),
                      new Documents(MISSING, MISSING, MISSING, MISSING),
                      Cause.TAKEN_BACK,
                      managers.of(change.path().numberedIn(now), now),
                      () -> Origin.NONE))
              .toList();
      var outcome = ObjectExplanation.outcome(planned.action());
      return new Undone(planned, new ObjectExplanation(planned.desired(), outcome, fields, notes));
    }
  }
}
