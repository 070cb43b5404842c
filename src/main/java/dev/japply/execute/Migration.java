package dev.japply.execute;

import dev.japply.event.Event;
import dev.japply.live.ClusterException;
import dev.japply.live.Patch;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.object.ManagedFields;
import dev.japply.object.ManagedFields.Operation;
import dev.japply.object.SecretMask;
import dev.japply.problem.Problem;
import dev.japply.refusal.ServerProblems;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.Optional;
import java.util.Set;

/// Makes an object that was applied on the client's side one of server-side apply, as kubectl does:
/// the annotation gets a manager of its own, so that client-side apply can come back; what
/// client-side apply owned goes to the server's manager; and the manifest is sent again, so that
/// what it no longer has goes.
///
/// The object has been applied before, so a failure is a warning; the next run tries again.
record Migration(ServerSideWrites writes, Stop stop) {
  /// Who keeps the annotation up; kubectl's name.
  private static final String ANNOTATOR = "kubectl-last-applied";

  /// Only in the name of this manager the server keeps the annotation up to date.
  private static final String DEFAULT_MANAGER = "kubectl";

  private static final int TRIES = 5;

  private static final String ANNOTATION_FAILED =
      "failed to migrate " + LastApplied.KEY + " for Server-Side Apply";
  private static final String UPGRADE_FAILED =
      "server rejected managed fields migration to Server-Side Apply";
  private static final String REAPPLY_FAILED =
      "failed to re-apply configuration after performing Server-Side Apply migration";

  /// The object afterwards.
  ///
  /// @param applied the object as it was just applied
  MapValue after(MapValue applied) {
    var step = new Step(ANNOTATION_FAILED, applied);
    try {
      step = new Step(UPGRADE_FAILED, keepAnnotation(applied));
      Optional<MapValue> upgraded = upgrade(step.object());
      if (upgraded.isEmpty()) {
        return step.object();
      }
      step = new Step(REAPPLY_FAILED, upgraded.get());
      return writes.apply().orElse(upgraded.get());
    } catch (ClusterException e) {
      warn(step.failure(), e);
      return step.object();
    }
  }

  /// Where the migration is.
  ///
  /// @param failure what is said when it ends there
  /// @param object the object before the step
  private record Step(String failure, MapValue object) {}

  private MapValue keepAnnotation(MapValue live) {
    MapValue annotations = live.map("metadata").map("annotations");
    boolean kept = !ManagedFields.of(live).annotators(Operation.APPLY).isEmpty();
    boolean keeps = writes.options().fieldManager().equals(DEFAULT_MANAGER);
    if (!keeps || kept || !annotations.has(LastApplied.KEY)) {
      return live;
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
    return writes.send(new Patch(Patch.Type.APPLY, body), ANNOTATOR).orElse(live);
  }

  /// The object with the fields of client-side apply handed over; empty when there were none, or
  /// when the run is to end.
  private Optional<MapValue> upgrade(MapValue live) {
    Set<String> clients = ManagedFields.of(live).annotators(Operation.UPDATE);
    MapValue read = live;
    for (int tries = 1; ; tries++) {
      Optional<ListValue> patch = patch(read, clients);
      if (patch.isEmpty()) {
        return Optional.empty();
      }
      try {
        return writes.send(
            new Patch(Patch.Type.JSON, patch.get()), writes.options().fieldManager());
      } catch (ClusterException e) {
        if (!e.isConflict() || tries == TRIES || stop.requested()) {
          throw e;
        }
        events().accept(new Event.Retrying(desired(), "changed by somebody else", tries));
        read = writes.read().orElseThrow(() -> e);
      }
    }
  }

  /// Replaces the managed fields of that version of the object, and of no other: a replaced
  /// resourceVersion makes the server compare it.
  private Optional<ListValue> patch(MapValue live, Set<String> clients) {
    ManagedFields before = ManagedFields.of(live);
    Value version = Value.text(live.map("metadata").text("resourceVersion"));
    return before
        .upgraded(clients, writes.options().fieldManager())
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

  private void warn(String what, ClusterException e) {
    String said = SecretMask.scrubbed(ServerProblems.sentence(e), desired().tree());
    String text =
        what + ". This is non-fatal and will be retried next time you apply. Error: " + said;
    events()
        .accept(
            new Event.Warned(
                Problem.warning(desired().origin(), desired().key().subject(), text, "")));
  }

  private KubeObject desired() {
    return writes.target().desired();
  }

  private java.util.function.Consumer<Event> events() {
    return writes.events();
  }
}
