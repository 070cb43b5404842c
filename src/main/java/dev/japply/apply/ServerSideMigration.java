package dev.japply.apply;

import dev.japply.apply.ApplyMethod.ServerSide;
import dev.japply.apply.RetryPolicy.Budget;
import dev.japply.apply.WriteResult.Stored;
import dev.japply.apply.Writer.WriteRequest;
import dev.japply.cluster.Patch;
import dev.japply.cluster.ServerProblems;
import dev.japply.cluster.WriteOptions;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.object.ManagedFields;
import dev.japply.object.ManagedFields.Operation;
import dev.japply.object.SecretValues;
import dev.japply.plan.Difference;
import dev.japply.plan.LiveMetadata;
import dev.japply.plan.ServerSideManifest;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Makes an object that was applied on the client's side one of server-side apply, as kubectl does:
/// the annotation gets a manager of its own, so that client-side apply can come back; what
/// client-side apply owned goes to the server's manager; and the manifest is sent again, so that
/// what it no longer has goes.
///
/// The object has been applied before. So a failure is a warning where all that client-side apply
/// owned is in the manifest, and the next run tries again; where fields stay that have left the
/// manifest, the object is not what it is to be.
///
/// It writes outside of [ObjectLoop]: each step follows from the managed fields of the server's
/// last response, so none can be planned, shown or stored before, and two of the three are sent in
/// another name or as a list of operations.
final class ServerSideMigration {
  /// Field manager of the annotation; kubectl's name.
  private static final String ANNOTATOR = "kubectl-last-applied";

  private static final String ANNOTATION_FAILED =
      "failed to migrate " + LastApplied.KEY + " for Server-Side Apply";

  private static final String UPGRADE_FAILED =
      "server rejected managed fields migration to Server-Side Apply";
  private static final String REAPPLY_FAILED =
      "failed to re-apply configuration after performing Server-Side Apply migration";

  private final ApplyContext context;
  private final ServerSide method;
  private final ResolvedObject target;
  private final UnaryOperator<MapValue> sent;
  private final Consumer<Event> events;

  /// @param sent returns the manifest to send for a live object
  /// @param events receives each PATCH
  ServerSideMigration(
      ApplyContext context,
      ServerSide method,
      ResolvedObject target,
      UnaryOperator<MapValue> sent,
      Consumer<Event> events) {
    this.context = context;
    this.method = method;
    this.target = target;
    this.sent = sent;
    this.events = events;
  }

  /// Migrates the object that was just applied, and returns its result. The steps that are left
  /// when the run is to end are for the next run.
  ///
  /// @param more whether fields were sent that are not in the manifest, so that it is sent once
  ///   more even without a migration
  Event.Ended migrate(Event.Applied applied, boolean more) {
    MapValue live = applied.object();
    ManagedFields fields = ManagedFields.of(live);
    Set<String> clients = fields.annotators(Operation.UPDATE);
    boolean staying = fields.areBeyond(clients, manager());

    Writer keeping = writer();
    WriteResult kept = keeping.write(() -> keepAnnotation(keeping, live));
    if (!(kept instanceof WriteResult.Stored(MapValue annotated))) {
      return end(applied, live, kept, ANNOTATION_FAILED, staying);
    }
    MapValue now = annotated;
    if (!isAnother(annotated, live)) {
      Writer upgrading = writer();
      WriteResult upgraded = upgrading.write(() -> upgrade(upgrading, annotated, clients));
      if (!(upgraded instanceof WriteResult.Stored(MapValue after))
          || (after.equals(annotated) && !more)) {
        return end(applied, annotated, upgraded, UPGRADE_FAILED, staying);
      }
      now = after;
    }
    MapValue last = now;
    Writer applying = writer();
    WriteResult again = applying.write(() -> applyAgain(applying, last));
    return end(applied, last, again, REAPPLY_FAILED, staying);
  }

  private Writer writer() {
    var policy = RetryPolicy.of(Budget.RESENDING, context.options(), target.desired()).unpinned();
    return new Writer(target.desired(), policy, context.cancellation(), events);
  }

  /// Whether another client has deleted the object since: the annotation's PATCH has then created
  /// one that has nothing else.
  private static boolean isAnother(MapValue kept, MapValue live) {
    return !LiveMetadata.areOneObject(kept, live);
  }

  /// Returns the result of the object after the last step.
  ///
  /// @param before the object before the step
  /// @param staying whether fields stay if the step fails
  private Event.Ended end(
      Event.Applied applied, MapValue before, WriteResult step, String failure, boolean staying) {
    String reason;
    switch (step) {
      case WriteResult.Stored(MapValue after) -> {
        return new Event.Applied(applied.desired(), applied.outcome(), after);
      }
      case WriteResult.Cancelled cancelled -> {
        return new Event.Applied(applied.desired(), applied.outcome(), before);
      }
      case WriteResult.Failed refused -> reason = ServerProblems.sentence(refused.failure());
      case WriteResult.Unknown(Problem problem) -> reason = problem.what();
    }
    KubeObject desired = applied.desired();
    String why = SecretValues.scrubbed(reason, desired, before);
    String subject = desired.key().subject();
    if (!staying || !context.options().allows(Difference.FAILS_UNFINISHED_MIGRATION)) {
      String text =
          failure + ". This is non-fatal and will be retried next time you apply. Error: " + why;
      events.accept(
          new Event.Warned(
              Problem.warning(WarningId.MIGRATION, desired.origin(), subject, text, "")));
      return new Event.Applied(desired, applied.outcome(), before);
    }
    String what = "applied, but fields removed from the manifest remain: " + failure + ": " + why;
    Problem problem = Problem.error(desired.origin(), subject, what, "apply again");
    return step instanceof WriteResult.Unknown
        ? new Event.Unknown(desired, problem)
        : new Event.Failed(desired, List.of(problem));
  }

  private WriteResult keepAnnotation(Writer writer, MapValue live) {
    if (!keepsAnnotation(live)) {
      return new Stored(live);
    }
    String annotation = LastApplied.text(ServerSideManifest.unbound(live, target.desired().tree()));
    boolean same = annotation.equals(LastApplied.text(live));
    if (same && !ManagedFields.of(live).annotators(Operation.APPLY).isEmpty()) {
      return new Stored(live);
    }
    Value text = Value.text(annotation);
    MapValue metadata =
        MapValue.of("annotations", MapValue.of(LastApplied.KEY, text))
            .with("name", Value.text(live.map("metadata").text("name")));
    String namespace = live.map("metadata").text("namespace");
    if (!namespace.isEmpty()) {
      metadata = metadata.with("namespace", Value.text(namespace));
    }
    MapValue body = target.resource().gvk().tree().with("metadata", metadata);
    return send(writer, new Patch(Patch.Type.APPLY, body).forcing(!same), ANNOTATOR);
  }

  /// Whether the server keeps the annotation up to date, as it does for this manager alone.
  private boolean keepsAnnotation(MapValue live) {
    return manager().equals(ManagedFields.SERVER_SIDE)
        && live.map("metadata").map("annotations").has(LastApplied.KEY);
  }

  /// Hands the fields of client-side apply over. The result is `live` itself if there are none, and
  /// empty if another client has deleted the object.
  private WriteResult upgrade(Writer writer, MapValue live, Set<String> clients) {
    MapValue read =
        writer.retries().isRetry()
            ? writer.read(() -> target.readFrom(context.cluster())).orElse(MapValue.EMPTY)
            : live;
    ManagedFields before = ManagedFields.of(read);
    Optional<ManagedFields> after =
        before.upgraded(clients, manager()).filter(fields -> !fields.equals(before));
    return after.isEmpty()
        ? new Stored(read)
        : send(writer, Patch.managers(after.get().tree(), read), manager());
  }

  /// Sends the manifest once more. A version in it was the version of the object before, and a uid
  /// is left out where the server would write it into the annotation. Fields that a rule has left
  /// to their managers are left out again; others have no conflict any more.
  private WriteResult applyAgain(Writer writer, MapValue live) {
    MapValue tree = sent.apply(live);
    MapValue metadata = tree.map("metadata").without("resourceVersion");
    if (keepsAnnotation(live) && !target.desired().tree().map("metadata").has("uid")) {
      metadata = metadata.without("uid");
    }
    var patch = new Patch(Patch.Type.APPLY, tree.with("metadata", metadata));
    boolean force = method.forceConflicts() && method.rules().isEmpty();
    return send(writer, patch.forcing(force), manager());
  }

  private WriteResult send(Writer writer, Patch patch, String manager) {
    WriteOptions own = context.options().writeOptions();
    var options = new WriteOptions(manager, own.fieldValidation(), own.dryRun());
    return writer.send(
        new WriteRequest(
            patch.type() == Patch.Type.APPLY ? WriteRequest.Kind.APPLY : WriteRequest.Kind.PATCH,
            patch.body(),
            () -> target.patch(context.cluster(), patch.of(method.subresource()), options)));
  }

  private String manager() {
    return context.options().fieldManager();
  }
}
