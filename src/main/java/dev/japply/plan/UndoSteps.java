package dev.japply.plan;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.object.FieldManagers;
import dev.japply.object.FieldManagers.Manager;
import dev.japply.object.LastApplied;
import dev.japply.object.ManagedFields;
import dev.japply.plan.RecordedWrite.History;
import dev.japply.plan.RecordedWrite.Outcome;
import dev.japply.schema.Schema;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The writes of a run to one object that were carried out.
///
/// The outcome of a write without a response follows from the object as the run read it next, or as
/// it is live.
///
/// @param all the writes, in their order
/// @param doubts messages about writes whose outcome cannot be found out
record UndoSteps(List<Step> all, List<String> doubts) {
  private static final String STATUS = "status";

  UndoSteps {
    all = List.copyOf(all);
    doubts = List.copyOf(doubts);
  }

  /// One write that was carried out.
  ///
  /// @param before the object before it, with everything that others wrote up to it
  /// @param after the object after it; missing if it was deleted
  /// @param status whether it changed the status
  record Step(Node before, Node after, boolean status) {
    private boolean isPatch() {
      return LiveMetadata.areOneObject(before, after);
    }
  }

  /// Returns the writes of `history` that were carried out.
  ///
  /// @param live the live object; null if it does not exist
  /// @param schema the schema of the object; null if it is not known
  /// @param take whether a write in doubt counts as carried out
  static UndoSteps of(
      History history, @Nullable MapValue live, @Nullable Schema schema, boolean take) {
    var settling = new Settling(history, schema, take);
    settling.settle(live == null ? MISSING : live);
    return new UndoSteps(settling.steps, settling.doubts);
  }

  /// Returns the object before the first write, with everything that others have written until it
  /// was deleted.
  MapValue former(@Nullable Schema schema) {
    int end = 0;
    while (end < all.size() && all.get(end).isPatch()) {
      end++;
    }
    boolean seen = end < all.size() && all.get(end).before() instanceof MapValue;
    Node last = seen ? all.get(end).before() : all.get(Math.max(0, end - 1)).after();
    MapValue object = last instanceof MapValue map ? map : MapValue.EMPTY;
    for (Step step : all.subList(0, end).reversed()) {
      object =
          UndoMerge.of(
                  (MapValue) step.before(),
                  (MapValue) step.after(),
                  object,
                  schema,
                  /* take= */ true)
              .object();
    }
    return object;
  }

  /// Whether that manager wrote all fields of the object, the status aside.
  static boolean isBy(String manager, MapValue there) {
    return ManagedFields.of(there).entries().stream()
        .map(FieldManagers::manager)
        .allMatch(by -> by.name().equals(manager) || by.subresource().equals(STATUS));
  }

  /// The outcomes of the writes, one after the other.
  private static final class Settling {
    private final History history;
    private final @Nullable Schema schema;
    private final boolean take;
    private final List<Step> steps = new ArrayList<>();
    private final List<String> doubts = new ArrayList<>();

    Settling(History history, @Nullable Schema schema, boolean take) {
      this.history = history;
      this.schema = schema;
      this.take = take;
    }

    void settle(Node live) {
      List<RecordedWrite> writes = history.writes();
      for (int i = 0; i < writes.size(); i++) {
        RecordedWrite write = writes.get(i);
        boolean last = i + 1 == writes.size();
        switch (write.outcome()) {
          case REFUSED -> {}
          case DONE -> steps.add(new Step(ownBefore(write), write.after(), write.isOfStatus()));
          case MAYBE -> settle(write, last ? live : writes.get(i + 1).before(), last);
        }
      }
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
          FieldChanges.between(before, after, schema, write.isOfStatus())) {
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

    /// @param now the object after the write, as the run read it next, or as it is live
    /// @param last whether it is live, so that others may have written to it since
    private void settle(RecordedWrite write, Node now, boolean last) {
      boolean same = LiveMetadata.areOneObject(write.before(), now);
      switch (write.verb()) {
        case CREATE -> {
          if (now instanceof MapValue there) {
            if (!last || isOwn(write, there)) {
              steps.add(new Step(MISSING, there, false));
            } else if (!isRestored(there)) {
              doubts.add(
                  "exists, and it is not known whether the run created it: the response was lost");
            }
          }
        }
        case DELETE -> {
          boolean going = now instanceof MapValue is && LiveMetadata.isBeingDeleted(is);
          if (!same || going) {
            steps.add(new Step(write.before(), MISSING, false));
          }
        }
        case PATCH -> {
          if (same && !content(write.before(), write).equals(content(now, write))) {
            settlePatch(write, (MapValue) now, last);
          }
        }
      }
    }

    private void settlePatch(RecordedWrite write, MapValue now, boolean last) {
      boolean ours = !last || isOnlyOurs(write, now);
      if (!ours) {
        doubts.add(
            "the response to the run's write was lost, and another client has written since, so"
                + " that it is not known what the run changed");
      }
      if (ours || take) {
        Node before = last ? write.before() : ownBefore(write.ended(Outcome.DONE, now));
        steps.add(new Step(before, now, write.isOfStatus()));
      }
    }

    private static MapValue content(Node object, RecordedWrite write) {
      return object instanceof MapValue map
          ? UndoMerge.content(map, write.isOfStatus())
          : MapValue.EMPTY;
    }

    /// Whether an earlier undo has created the object again that the run had deleted.
    private boolean isRestored(MapValue there) {
      return !steps.isEmpty()
          && steps.getLast().before() instanceof MapValue
          && UndoBody.isAs(
              UndoBody.of(history.gvk(), new UndoSteps(steps, List.of()).former(schema)),
              history.gvk(),
              there);
    }

    /// Whether the object is the one that the run tried to create.
    private static boolean isOwn(RecordedWrite write, MapValue there) {
      return write.annotation().equals(LastApplied.text(there)) && isBy(write.manager(), there);
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
  }
}
