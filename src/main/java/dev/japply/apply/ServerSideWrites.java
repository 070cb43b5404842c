package dev.japply.apply;

import dev.japply.apply.ApplyMethod.ServerSide;
import dev.japply.apply.Attempts.Budget;
import dev.japply.apply.Attempts.Policy;
import dev.japply.cluster.Patch;
import dev.japply.cluster.WriteOptions;
import dev.japply.object.KubeObject;
import dev.japply.tree.Value.MapValue;
import java.util.Optional;
import java.util.function.Consumer;

/// The PATCHes of one object that was applied by the server, after the one that was planned.
///
/// @param events is told of each PATCH
record ServerSideWrites(
    ApplyContext context, ServerSide how, ResolvedObject target, Consumer<Event> events) {

  /// Attempts at sending PATCHes again and again, whatever version the manifest names.
  Attempts attempts() {
    var policy = Policy.of(Budget.RESENDING, context.options(), target.desired());
    return new Attempts(target.desired(), policy.unpinned(), context.cancellation(), events);
  }

  /// Sends the manifest once more; the answer is the object afterwards, empty when the run is to
  /// end. A version that it names was that of the object before.
  Optional<MapValue> applyAgain(Attempts attempts) {
    MapValue tree = target.desired().tree();
    MapValue metadata = tree.map("metadata").without("resourceVersion");
    var patch = new Patch(Patch.Type.APPLY, tree.with("metadata", metadata));
    return send(attempts, patch.forcing(how.forceConflicts()), manager());
  }

  /// Sends `patch` in the name of `manager`; empty when the run is to end.
  Optional<MapValue> send(Attempts attempts, Patch patch, String manager) {
    WriteOptions own = context.options().writeOptions();
    var options = new WriteOptions(manager, own.fieldValidation(), own.dryRun());
    KubeObject desired = target.desired();
    return attempts.send(
        new Write(
            patch.type() == Patch.Type.APPLY ? Write.Kind.APPLY : Write.Kind.PATCH,
            patch.body(),
            () ->
                context
                    .cluster()
                    .patch(
                        target.resource(),
                        desired.namespace(),
                        desired.name(),
                        patch.of(how.subresource()),
                        options)));
  }

  /// As whom the manifest is applied.
  String manager() {
    return context.options().fieldManager();
  }

  /// The object as it is.
  Optional<MapValue> read(Attempts attempts) {
    return attempts.read(() -> target.readFrom(context.cluster()));
  }
}
