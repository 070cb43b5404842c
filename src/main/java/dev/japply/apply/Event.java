package dev.japply.apply;

import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.Action;
import dev.japply.plan.LiveMetadata;
import dev.japply.plan.PlannedObject;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// One thing that happened while objects were applied.
public sealed interface Event {

  static Event about(Problem problem) {
    return problem.severity() == Severity.ERROR ? new Rejected(problem) : new Warned(problem);
  }

  /// Progress of the run. Such events come at any time and from several threads; all others come
  /// one at a time and in the order of the objects.
  sealed interface Progress extends Event {}

  /// So many more objects will be worked on.
  record Expected(int objects) implements Progress {}

  record Started(ObjectKey object) implements Progress {}

  record Finished(ObjectKey object, boolean failed) implements Progress {}

  /// Result of an object.
  sealed interface Ended extends Event {
    KubeObject desired();

    /// The plan that was carried out, or the refusal by the server; null if the object was not
    /// compared.
    default @Nullable PlannedObject planned() {
      return null;
    }
  }

  /// An object was applied, or would be, on a dry run.
  ///
  /// @param object the live object now; on a client's dry run, the object to send
  record Applied(
      KubeObject desired, Outcome outcome, MapValue object, @Nullable PlannedObject planned)
      implements Ended {
    /// A result without a plan.
    public Applied(KubeObject desired, Outcome outcome, MapValue object) {
      this(desired, outcome, object, null);
    }
  }

  /// A request with a body is about to be sent.
  ///
  /// @param verb `POST`, `PATCH`, or `DELETE`, whose body is left out
  /// @param body a map, or of a JSON patch a list
  record Sending(KubeObject desired, String verb, Value body) implements Event {}

  /// A write had a conflict or an unknown outcome; the object is read and merged again.
  ///
  /// @param why result of the write
  /// @param attempt the number of the retry, from 1
  record Retrying(KubeObject desired, String why, int attempt) implements Event {}

  /// The run waits for a long time. Reported immediately, regardless of the input order.
  record Waiting(Problem warning) implements Event {}

  /// An awaited object is ready; reported immediately.
  ///
  /// @param state its state, in a few words
  record Ready(KubeObject desired, String state) implements Event {}

  /// An object did not become ready.
  ///
  /// @param cause the cause, if it was found
  record Unready(KubeObject desired, Problem problem, NotReadyCause cause) implements Event {}

  /// An object could not be applied.
  record Failed(KubeObject desired, List<Problem> problems, @Nullable PlannedObject planned)
      implements Ended {
    public Failed {
      problems = List.copyOf(problems);
    }

    /// A result without a plan.
    public Failed(KubeObject desired, List<Problem> problems) {
      this(desired, problems, null);
    }
  }

  /// A write was sent, and whether it was carried out could not be found out.
  record Unknown(KubeObject desired, Problem problem) implements Ended {}

  /// A document of the input that is no object to apply.
  record Rejected(Problem problem) implements Event {}

  /// A warning; the run continues.
  record Warned(Problem warning) implements Event {}

  /// Objects of the input that are configuration of tools, and not for the cluster.
  record Skipped(List<KubeObject> objects) implements Event {
    public Skipped {
      objects = List.copyOf(objects);
    }
  }

  /// All objects were applied, failed or were left; pruning may follow.
  record ApplyEnded() implements Event {}

  /// These live objects are about to be pruned, in this order.
  ///
  /// @param kept those that would be, but that an annotation protects
  record Pruning(List<MapValue> objects, List<MapValue> kept) implements Event {
    public Pruning {
      objects = List.copyOf(objects);
      kept = List.copyOf(kept);
    }
  }

  /// Pruning was ended from outside.
  ///
  /// @param notPruned the objects that were not tried
  record PruningStopped(int pruned, int failed, int unknown, List<ObjectKey> notPruned)
      implements Event {
    /// It was ended before the objects to delete were found.
    public static final PruningStopped BEFORE_THE_FIRST = new PruningStopped(0, 0, 0, List.of());

    public PruningStopped {
      notPruned = List.copyOf(notPruned);
    }
  }

  /// The run was ended from outside.
  ///
  /// @param unknown number of objects with an unknown outcome
  /// @param notTried the objects that were not tried, in the order of the input
  /// @param work the work of the run
  /// @param told whether a reported problem is the reason that nothing was done
  record Stopped(
      int applied, int failed, int unknown, List<ObjectKey> notTried, Work work, boolean told)
      implements Event {
    public Stopped {
      notTried = List.copyOf(notTried);
    }

    /// The end of an apply.
    public Stopped(int applied, int failed, int unknown, List<ObjectKey> notTried) {
      this(applied, failed, unknown, notTried, Work.APPLY, /* told= */ false);
    }

    /// The same end of other work.
    public Stopped of(Work other) {
      return new Stopped(applied, failed, unknown, notTried, other, told);
    }

    /// The same end of a run that has written none of these objects.
    Stopped ofChecked(List<ObjectKey> objects) {
      return new Stopped(0, failed, 0, objects, work, told);
    }

    /// The same end of the deletion of pruned objects.
    PruningStopped ofPruning() {
      return new PruningStopped(applied, failed, unknown, notTried);
    }

    /// The same end, with more objects.
    Stopped plus(int applied, List<ObjectKey> notTried) {
      var all = new ArrayList<ObjectKey>(this.notTried);
      all.addAll(notTried);
      return new Stopped(this.applied + applied, failed, unknown, all, work, told);
    }
  }

  /// The work of a run.
  enum Work {
    APPLY,
    /// A change of managers or annotations.
    EDIT,
    UNDO,
    DELETE
  }

  /// Amount of data kept for events that wait for the events of objects before theirs. Bounds the
  /// memory for large inputs.
  enum Detail {
    /// Everything.
    WHOLE,

    /// Keeps the names of objects, and nothing of requests.
    NAMES;

    private static final List<String> KEPT = List.of("apiVersion", "kind");
    private static final List<String> KEPT_METADATA = List.of("name", "namespace", "uid");

    Optional<Event> kept(Event event) {
      return this == WHOLE ? Optional.of(event) : brief(event);
    }

    private static Optional<Event> brief(Event event) {
      return switch (event) {
        case Event.Applied(var desired, var outcome, MapValue object, var planned) ->
            Optional.of(new Event.Applied(desired, outcome, name(object), brief(planned)));
        case Event.Sending sending -> Optional.empty();
        case Event.Retrying retrying -> Optional.of(event);
        case Event.Waiting waiting -> Optional.of(event);
        case Event.Ready ready -> Optional.of(event);
        case Event.Unready unready -> Optional.of(event);
        case Event.Failed(var desired, var problems, var planned) ->
            Optional.of(new Event.Failed(desired, problems, brief(planned)));
        case Event.Unknown unknown -> Optional.of(event);
        case Event.Rejected rejected -> Optional.of(event);
        case Event.Warned warned -> Optional.of(event);
        case Event.Skipped skipped -> Optional.of(event);
        case Event.Pruning pruning -> Optional.of(event);
        case Event.PruningStopped stopped -> Optional.of(event);
        case Event.Stopped stopped -> Optional.of(event);
        case Event.Progress progress -> Optional.of(event);
        case Event.ApplyEnded ended -> Optional.of(event);
      };
    }

    /// The plan without the live objects and without the values of its reasons.
    private static @Nullable PlannedObject brief(@Nullable PlannedObject planned) {
      return planned == null ? null : planned.brief();
    }

    private static MapValue name(MapValue object) {
      var name = only(object, KEPT);
      name.put("metadata", new MapValue(only(object.map("metadata"), KEPT_METADATA)));
      return new MapValue(name);
    }

    private static SequencedMap<String, Value> only(MapValue map, List<String> keys) {
      var some = new LinkedHashMap<String, Value>();
      for (String key : keys) {
        if (map.get(key) instanceof Value value) {
          some.put(key, value);
        }
      }
      return some;
    }
  }

  /// The outcome of applying an object.
  enum Outcome {
    /// It did not exist, and now does.
    CREATED("created"),
    /// It existed, and was changed.
    CONFIGURED("configured"),
    /// It existed, and was deleted and recreated.
    RECREATED("recreated"),
    /// It existed and matches the manifest.
    UNCHANGED("unchanged"),
    /// The server merged it, without reporting whether that created or changed it.
    SERVERSIDE_APPLIED("serverside-applied"),
    /// So it was, and that has changed nothing.
    SERVERSIDE_UNCHANGED("serverside-applied"),
    /// Its last-applied annotation was edited.
    EDITED("edited"),
    /// Fields of it were given up.
    RELEASED("released"),
    /// Fields of it were taken over.
    ADOPTED("adopted"),
    /// It was open in the editor, and is as before.
    SKIPPED("skipped"),
    /// It was applied once, is no longer desired, and was deleted.
    PRUNED("pruned"),
    /// Another object has taken its place, and it was deleted.
    MOVED("moved"),
    /// It was deleted, by a request for it or to take its creation back.
    DELETED("deleted"),
    /// It does not exist, and needs no write.
    ABSENT("does not exist"),
    /// It is being deleted, and needs no write.
    GOING("is being deleted");

    private final String word;

    Outcome(String word) {
      this.word = word;
    }

    /// Returns the outcome of a planned deletion.
    static Outcome of(Action.Delete delete) {
      return delete.successor() == null ? PRUNED : MOVED;
    }

    /// Returns the outcome for an object that needs no write.
    ///
    /// @param live the live object; null if it does not exist
    public static Outcome withoutWrite(@Nullable MapValue live) {
      if (live == null) {
        return ABSENT;
      }
      return LiveMetadata.isBeingDeleted(live) ? GOING : UNCHANGED;
    }

    /// Whether the object is another than before, or may be.
    public boolean isChange() {
      return this != UNCHANGED
          && this != SERVERSIDE_UNCHANGED
          && this != SKIPPED
          && this != ABSENT
          && this != GOING;
    }

    /// The words after the name of the object, which are kubectl's where it has the outcome.
    public String word() {
      return word;
    }
  }
}
