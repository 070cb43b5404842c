package dev.japply.apply;

import dev.japply.apply.Writer.WriteRequest;
import dev.japply.cluster.Patch;
import dev.japply.cluster.RequestContext;
import dev.japply.merge.JsonMergePatch;
import dev.japply.object.KubeObject;
import dev.japply.object.ManagedFields;
import dev.japply.plan.Difference;
import dev.japply.plan.OrphanedFields;
import dev.japply.plan.PlannedObject;
import dev.japply.problem.JapplyException;
import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.util.Optional;
import java.util.function.Consumer;

/// The result of the migration from client-side apply, which follows a server-side apply: with the
/// owners afterwards, without the fields that leave the object, and with the defaults that the
/// server sets for them in a dry run. If it takes no such object, there are no defaults.
///
/// @param events receives the dry run
record MigrationTrial(ApplyContext context, Consumer<Event> events) {

  /// Whether an apply is a dry run that shows the result of a migration.
  static boolean isTrying(ExecutionOptions options) {
    return options.dryRun() == DryRun.SERVER && options.allows(Difference.SHOWS_MIGRATION_IN_DIFFS);
  }

  /// Returns the end of an apply with the migration that follows it. It is refused if the dry run
  /// fails, or if the server takes no such object and a rule allows to recreate it.
  ObjectLoop.End of(ResolvedObject target, ObjectLoop.End.Planned applied) {
    PlannedObject planned = applied.planned();
    if (!(planned.before() instanceof MapValue before)
        || !(planned.after() instanceof MapValue after)) {
      return applied;
    }
    ExecutionOptions options = context.options();
    MapValue handedOver = handedOver(before, after);
    OrphanedFields orphans;
    try {
      KubeObject manifest = sentAgain(target, after);
      orphans = new OrphanedFields(before, manifest, options.fieldManager());
    } catch (JapplyException e) {
      return applied.with(
          PlannedObject.refused(planned.desired(), before, e.problems()).with(planned.reasons()));
    }
    MapValue rest = orphans.removedFrom(handedOver, /* defaults= */ true);
    if (rest.equals(handedOver)) {
      return applied.with(planned.withAfter(handedOver));
    }
    MapValue changes =
        JsonMergePatch.diff(ManagedFields.unversioned(before), ManagedFields.unversioned(rest));
    Patch patch = new Patch(Patch.Type.MERGE, changes).onto(before);
    var request =
        new WriteRequest(
            WriteRequest.Kind.PATCH,
            changes,
            () -> target.patch(context.cluster(), patch, options.writeOptions()));
    var writer =
        new Writer(target.desired(), RetryPolicy.forDryRun(), context.cancellation(), events);
    return switch (writer.write(request)) {
      case WriteResult.Stored(MapValue result) ->
          applied.with(planned.withAfter(with(result, ManagedFields.of(rest))));
      case WriteResult.Failed failed
          when failed.failure().isInvalid() && !options.replaces(target.desired()) ->
          applied.with(planned.withAfter(orphans.removedFrom(handedOver, /* defaults= */ false)));
      case WriteResult.Failed failed ->
          new ObjectLoop.End.Refused(
              new RequestContext(
                  target.desired(),
                  before,
                  rest,
                  () -> context.cluster().schema(target.resource().gvk())),
              failed,
              /* patched= */ true,
              planned.reasons());
      case WriteResult.Unknown unknown -> unknown;
      case WriteResult.Cancelled cancelled -> cancelled;
    };
  }

  /// Returns the object whose manager owns alone what client-side apply owned with it.
  private static MapValue handedOver(MapValue before, MapValue after) {
    return with(after, ManagedFields.of(after).withoutUpdates(OrphanedFields.clients(before)));
  }

  private static MapValue with(MapValue object, ManagedFields managers) {
    return object.with("metadata", object.map("metadata").with("managedFields", managers.tree()));
  }

  /// Returns the manifest that the migration sends last: with the ignored fields that it has handed
  /// over.
  private KubeObject sentAgain(ResolvedObject target, MapValue after) {
    ExecutionOptions options = context.options();
    KubeObject desired = target.desired();
    if (!options.planning().isIgnoring(desired)) {
      return desired;
    }
    ManagedFields fields = ManagedFields.of(after);
    Optional<ManagedFields> upgraded =
        fields.upgraded(OrphanedFields.clients(after), options.fieldManager());
    MapValue live = with(after, upgraded.orElse(fields));
    Schema type = context.cluster().schema(target.resource().gvk()).orElse(null);
    return desired.withTree(
        options.planner().onServer(desired, live, type, options.fieldManager()).tree());
  }
}
