package dev.japply.apply;

import dev.japply.apply.RetryPolicy.Budget;
import dev.japply.apply.Writer.WriteRequest;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.Patch;
import dev.japply.cluster.Resource;
import dev.japply.cluster.ServerProblems;
import dev.japply.object.KubeObject;
import dev.japply.object.ManagedFields;
import dev.japply.plan.LiveMetadata;
import dev.japply.plan.UndoPlanner;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/// Gives the fields of a restored object back to their former managers, so that their next
/// server-side apply has no conflict with the undo. The server records values that are sent
/// together with the managers as the sender's, so this is a write of its own.
///
/// @param events receives a warning if the server refuses it
public record OwnerRestore(
    Cluster cluster,
    ExecutionOptions options,
    RunCancellation cancellation,
    Consumer<Event> events) {

  /// Replaces the managers of the object, unless another client has written to it since. The status
  /// and its managers stay: controllers write them at any time.
  ///
  /// @param restored the object as the undo has written it
  /// @param former the managers of all but the status
  public void restore(KubeObject object, MapValue restored, List<MapValue> former) {
    Resource resource = cluster.resource(object.gvk()).orElseThrow();
    var target = new ResolvedObject(object, resource);
    var policy = RetryPolicy.of(Budget.RESENDING, options, object).unpinned();
    var writer = new Writer(object, policy, cancellation, events);
    if (writer.write(() -> replace(writer, target, restored, former))
        instanceof WriteResult.Failed refused) {
      String what =
          "its fields now belong to %s: %s"
              .formatted(options.fieldManager(), ServerProblems.sentence(refused.failure()));
      events.accept(new Event.Warned(UndoPlanner.notTakenBack(object, what, "")));
    }
  }

  private WriteResult replace(
      Writer writer, ResolvedObject target, MapValue restored, List<MapValue> former) {
    MapValue live =
        writer.retries().isRetry()
            ? writer.read(() -> target.readFrom(cluster)).orElse(MapValue.EMPTY)
            : restored;
    List<MapValue> own = ManagedFields.of(live).withoutStatus().entries();
    boolean same =
        LiveMetadata.areOneObject(live, restored)
            && own.equals(ManagedFields.of(restored).withoutStatus().entries());
    if (!same) {
      return new WriteResult.Stored(live);
    }
    var all = new ArrayList<MapValue>(ManagedFields.of(live).entries());
    all.removeAll(own);
    all.addAll(0, former);
    Patch patch = Patch.managers(ListValue.of(all, Function.identity()), live).onto(live);
    return writer.send(
        new WriteRequest(
            WriteRequest.Kind.PATCH,
            patch.body(),
            () -> target.patch(cluster, patch, options.writeOptions())));
  }
}
