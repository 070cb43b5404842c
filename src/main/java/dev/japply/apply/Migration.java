package dev.japply.apply;

import dev.japply.cluster.Patch;
import dev.japply.cluster.ServerProblems;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.object.ManagedFields;
import dev.japply.object.ManagedFields.Operation;
import dev.japply.object.SecretValues;
import dev.japply.problem.Problem;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Makes an object that was applied on the client's side one of server-side apply, as kubectl does:
/// the annotation gets a manager of its own, so that client-side apply can come back; what
/// client-side apply owned goes to the server's manager; and the manifest is sent again, so that
/// what it no longer has goes.
///
/// The object has been applied before. So a failure is a warning where all that client-side apply
/// owned is in the manifest, and the next run tries again; where fields stay that have left the
/// manifest, the object is not what it is to be.
///
/// It writes outside of [dev.japply.apply.ObjectPass]: each step follows from the managed fields of
/// the server's last answer, so none can be planned, shown or stored before, and two of the three
/// are sent in another name or as a list of operations. A pass that takes those would have three
/// special cases, for writes that nothing else makes.
///
/// @param failing whether it is more than a warning where fields stay
record Migration(ServerSideWrites writes, boolean failing) {
  /// Who keeps the annotation up; kubectl's name.
  private static final String ANNOTATOR = "kubectl-last-applied";

  /// Only in the name of this manager the server keeps the annotation up to date.
  private static final String DEFAULT_MANAGER = "kubectl";

  private static final String ANNOTATION_FAILED =
      "failed to migrate " + LastApplied.KEY + " for Server-Side Apply";
  private static final String UPGRADE_FAILED =
      "server rejected managed fields migration to Server-Side Apply";
  private static final String REAPPLY_FAILED =
      "failed to re-apply configuration after performing Server-Side Apply migration";

  /// How the object ended.
  ///
  /// @param applied how it was just applied
  Event.Ended migrate(Event.Applied applied) {
    MapValue live = applied.object();
    ManagedFields fields = ManagedFields.of(live);
    Set<String> clients = fields.annotators(Operation.UPDATE);
    var run = new Run(applied, fields.areBeyond(clients, writes.manager()));
    return run.step(
        live,
        ANNOTATION_FAILED,
        attempts -> keepAnnotation(attempts, live),
        kept ->
            isAnother(kept, live)
                ? run.step(kept, REAPPLY_FAILED, writes::applyAgain, run::end)
                : run.step(
                    kept,
                    UPGRADE_FAILED,
                    attempts -> upgrade(attempts, kept, clients),
                    upgraded ->
                        upgraded.equals(kept)
                            ? run.end(kept)
                            : run.step(upgraded, REAPPLY_FAILED, writes::applyAgain, run::end)));
  }

  /// Whether somebody has deleted the object meanwhile: the annotation's PATCH has then created one
  /// that has nothing else.
  private static boolean isAnother(MapValue kept, MapValue live) {
    return !kept.map("metadata").text("uid").equals(live.map("metadata").text("uid"));
  }

  /// How a step ended.
  ///
  /// @param object the object afterwards; null when the step failed
  /// @param why it failed
  /// @param unknown whether it may have been carried out
  private record Step(@Nullable MapValue object, String why, boolean unknown) {}

  /// Going over.
  private final class Run {
    private final Event.Applied applied;

    /// Whether fields stay when it fails.
    private final boolean staying;

    Run(Event.Applied applied, boolean staying) {
      this.applied = applied;
      this.staying = staying;
    }

    /// Makes a step, and then the `next` ones; those that are left when the run is to end are for
    /// the next run.
    Event.Ended step(
        MapValue before,
        String failure,
        Function<Attempts, Optional<MapValue>> action,
        Function<MapValue, Event.Ended> next) {
      Attempts attempts = writes.attempts();
      Optional<Step> end =
          attempts.settle(
              () -> action.apply(attempts).map(after -> new Step(after, "", false)),
              e -> new Step(null, ServerProblems.sentence(e), false),
              problem -> new Step(null, problem.what(), true));
      if (end.isEmpty()) {
        return end(before);
      }
      MapValue after = end.get().object();
      return after != null ? next.apply(after) : fail(before, failure, end.get());
    }

    Event.Ended end(MapValue object) {
      return new Event.Applied(applied.desired(), applied.outcome(), object);
    }

    private Event.Ended fail(MapValue before, String failure, Step step) {
      KubeObject desired = applied.desired();
      String why = SecretValues.scrubbed(step.why(), desired, before);
      String subject = desired.key().subject();
      if (!failing || !staying) {
        String text =
            failure + ". This is non-fatal and will be retried next time you apply. Error: " + why;
        writes
            .events()
            .accept(new Event.Warned(Problem.warning(desired.origin(), subject, text, "")));
        return end(before);
      }
      String what = "applied, but fields removed from the manifest remain: " + failure + ": " + why;
      Problem problem = Problem.error(desired.origin(), subject, what, "apply again");
      return step.unknown()
          ? new Event.Unknown(desired, problem)
          : new Event.Failed(desired, List.of(problem));
    }
  }

  private Optional<MapValue> keepAnnotation(Attempts attempts, MapValue live) {
    MapValue annotations = live.map("metadata").map("annotations");
    boolean kept = !ManagedFields.of(live).annotators(Operation.APPLY).isEmpty();
    boolean keeps = writes.manager().equals(DEFAULT_MANAGER);
    if (!keeps || kept || !annotations.has(LastApplied.KEY)) {
      return Optional.of(live);
    }
    Value text = Value.text(LastApplied.text(live));
    MapValue metadata =
        MapValue.of("annotations", MapValue.of(LastApplied.KEY, text))
            .with("name", Value.text(live.map("metadata").text("name")));
    String namespace = live.map("metadata").text("namespace");
    if (!namespace.isEmpty()) {
      metadata = metadata.with("namespace", Value.text(namespace));
    }
    MapValue body =
        MapValue.of("apiVersion", Value.text(writes.target().resource().gvk().apiVersion()))
            .with("kind", Value.text(writes.target().resource().gvk().kind()))
            .with("metadata", metadata);
    return writes.send(attempts, new Patch(Patch.Type.APPLY, body), ANNOTATOR);
  }

  /// The object with the fields of client-side apply handed over: `live` itself when there were
  /// none, an empty one when somebody has deleted it. Empty when the run is to end.
  private Optional<MapValue> upgrade(Attempts attempts, MapValue live, Set<String> clients) {
    MapValue read = attempts.isRetry() ? writes.read(attempts).orElse(MapValue.EMPTY) : live;
    Optional<ListValue> patch = patch(read, clients);
    return patch.isEmpty()
        ? Optional.of(read)
        : writes.send(attempts, new Patch(Patch.Type.JSON, patch.get()), writes.manager());
  }

  /// Replaces the managed fields of that version of the object, and of no other: a replaced
  /// resourceVersion makes the server compare it.
  private Optional<ListValue> patch(MapValue live, Set<String> clients) {
    ManagedFields before = ManagedFields.of(live);
    Value version = Value.text(live.map("metadata").text("resourceVersion"));
    return before
        .upgraded(clients, writes.manager())
        .filter(after -> !after.equals(before))
        .map(after ->
            ListValue.of(
                replace("/metadata/managedFields", after.tree()),
                replace("/metadata/resourceVersion", version)));
  }

  private static MapValue replace(String path, Value value) {
    return MapValue.of("op", Value.text("replace"))
        .with("path", Value.text(path))
        .with("value", value);
  }
}
