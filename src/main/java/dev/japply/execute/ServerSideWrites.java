package dev.japply.execute;

import dev.japply.event.Event;
import dev.japply.execute.ApplyMethod.ServerSide;
import dev.japply.live.Cluster;
import dev.japply.live.Patch;
import dev.japply.live.WriteOptions;
import dev.japply.object.KubeObject;
import dev.japply.tree.Value.MapValue;
import java.util.Optional;
import java.util.function.Consumer;

/// The PATCHes of one object that is applied by the server.
///
/// @param options those of each PATCH
/// @param events is told of each PATCH
record ServerSideWrites(
    Cluster cluster,
    WriteOptions options,
    ServerSide how,
    Stop stop,
    Target target,
    Consumer<Event> events) {

  /// Sends the manifest; the answer is the object afterwards, empty when the run is to end.
  Optional<MapValue> apply() {
    return send(
        new Patch(Patch.Type.APPLY, target.desired().tree()).forcing(how.forceConflicts()),
        options.fieldManager());
  }

  /// Sends `patch` in the name of `manager`; empty when the run is to end.
  Optional<MapValue> send(Patch patch, String manager) {
    if (!stop.beginWrite()) {
      return Optional.empty();
    }
    try {
      KubeObject desired = target.desired();
      events.accept(new Event.Sending(desired, "PATCH", patch.body()));
      return Optional.of(
          cluster.patch(
              target.resource(),
              desired.namespace(),
              desired.name(),
              patch.of(how.subresource()),
              new WriteOptions(manager, options.fieldValidation(), options.dryRun())));
    } finally {
      stop.endWrite();
    }
  }

  /// The object as it is.
  Optional<MapValue> read() {
    KubeObject desired = target.desired();
    return cluster.get(target.resource(), desired.namespace(), desired.name());
  }
}
