package dev.japply.execute;

import dev.japply.event.Event;
import dev.japply.execute.ApplyMethod.ServerSide;
import dev.japply.execute.Attempts.Budget;
import dev.japply.execute.Attempts.Policy;
import dev.japply.live.Patch;
import dev.japply.live.WriteOptions;
import dev.japply.object.KubeObject;
import dev.japply.tree.Value.MapValue;
import java.util.Optional;
import java.util.function.Consumer;

/// The PATCHes of one object that is applied by the server.
///
/// @param events is told of each PATCH
record ServerSideWrites(
    ObjectRun.Means means, ServerSide how, Target target, Consumer<Event> events) {

  /// Attempts at sending PATCHes again and again: what is applied twice is the same as what is
  /// applied once.
  Attempts attempts() {
    var policy = Policy.of(Budget.RESENDING, means.options(), target.desired());
    return new Attempts(target.desired(), policy, means.stop(), events);
  }

  /// The same for what is not for the version that the manifest names.
  Attempts attemptsAtAnyVersion() {
    var policy = Policy.of(Budget.RESENDING, means.options(), target.desired());
    return new Attempts(target.desired(), policy.unpinned(), means.stop(), events);
  }

  /// Sends the manifest; the answer is the object afterwards, empty when the run is to end.
  Optional<MapValue> apply(Attempts attempts) {
    return apply(attempts, target.desired().tree());
  }

  /// Sends it once more. A version that it names was that of the object before.
  Optional<MapValue> applyAgain(Attempts attempts) {
    MapValue tree = target.desired().tree();
    MapValue metadata = tree.map("metadata").without("resourceVersion");
    return apply(attempts, tree.with("metadata", metadata));
  }

  private Optional<MapValue> apply(Attempts attempts, MapValue manifest) {
    var patch = new Patch(Patch.Type.APPLY, manifest).forcing(how.forceConflicts());
    return send(attempts, patch, manager());
  }

  /// Sends `patch` in the name of `manager`; empty when the run is to end.
  Optional<MapValue> send(Attempts attempts, Patch patch, String manager) {
    WriteOptions own = means.options().writeOptions();
    var options = new WriteOptions(manager, own.fieldValidation(), own.dryRun());
    KubeObject desired = target.desired();
    return attempts.send(
        new Write(
            patch.type() == Patch.Type.APPLY ? Write.Kind.APPLY : Write.Kind.PATCH,
            patch.body(),
            () ->
                means
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
    return means.options().fieldManager();
  }

  /// The object as it is.
  Optional<MapValue> read(Attempts attempts) {
    KubeObject desired = target.desired();
    return attempts.read(
        () -> means.cluster().get(target.resource(), desired.namespace(), desired.name()));
  }
}
