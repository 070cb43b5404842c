package dev.japply.apply;

import dev.japply.apply.RetryPolicy.Budget;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.Patch;
import dev.japply.cluster.Resource;
import dev.japply.cluster.ServerProblems;
import dev.japply.object.KubeObject;
import dev.japply.plan.UndoPlanner;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.function.Consumer;

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

  /// Replaces the managers of that version of the object, and of no other.
  ///
  /// @param now the live object
  public void restore(KubeObject object, MapValue now, ListValue former) {
    Resource resource = cluster.resource(object.gvk()).orElseThrow();
    Patch patch = Patch.managers(former, now).onto(now);
    var target = new ResolvedObject(object, resource);
    var write =
        new WriteRequest(
            WriteRequest.Kind.PATCH,
            patch.body(),
            () -> target.patch(cluster, patch, options.writeOptions()));
    var policy = RetryPolicy.of(Budget.RESENDING, options, object).unpinned();
    if (new Writer(object, policy, cancellation, events).write(write)
        instanceof Writer.Result.Refused refused) {
      String what =
          "its fields now belong to %s: %s"
              .formatted(options.fieldManager(), ServerProblems.sentence(refused.failure()));
      events.accept(new Event.Warned(UndoPlanner.notTakenBack(object, what, "")));
    }
  }
}
