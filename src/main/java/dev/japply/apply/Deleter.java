package dev.japply.apply;

import dev.japply.apply.Event.Outcome;
import dev.japply.apply.RetryPolicy.Budget;
import dev.japply.apply.Writer.WriteRequest;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.DeleteOptions;
import dev.japply.cluster.ServerProblems;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.LiveMetadata;
import dev.japply.plan.PlannedObject;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Deletes one object that is no longer desired. The request names the uid, so that another object
/// with the same name stays, and a DELETE whose response was lost can be sent again.
///
/// @param events receives requests
record Deleter(ApplyContext context, DeletionOptions deletion, Consumer<Event> events) {
  /// Deletes the object, unless this is a client's dry run. The returned event states how it ended,
  /// and has not gone to the events; it is a warning if another object has the name by now, or the
  /// object another version. It is empty if the run was interrupted before anything was sent.
  ///
  /// @param version the version to delete; empty for any
  Optional<Event> carryOut(ResolvedObject target, PlannedObject planned, String version) {
    if (!(planned.action() instanceof Action.Delete delete)) {
      throw new IllegalArgumentException("not to be deleted: " + planned);
    }
    KubeObject object = planned.desired();
    DryRun dryRun = context.options().dryRun();
    if (dryRun == DryRun.CLIENT || isGoing(object)) {
      return Optional.of(gone(object, delete));
    }
    var policy =
        new RetryPolicy(
            Budget.RESENDING, dryRun != DryRun.NONE, /* pinned= */ false, /* patient= */ false);
    DeleteOptions how = deletion.request(delete.uid(), version, dryRun == DryRun.SERVER);
    WriteRequest write = WriteRequest.delete(context.cluster(), target.with(object), how);
    return switch (new Writer(object, policy, context.cancellation(), events).write(write)) {
      case WriteResult.Stored gone -> Optional.of(gone(object, delete));
      case WriteResult.Gone gone -> Optional.of(gone(object, delete));
      case WriteResult.Changed another -> Optional.of(new Event.Warned(replaced(object)));
      case WriteResult.Failed refused ->
          Optional.of(new Event.Failed(object, problems(object, refused.failure())));
      case WriteResult.Unknown(Problem problem) -> Optional.of(new Event.Unknown(object, problem));
      case WriteResult.Cancelled cancelled -> Optional.empty();
    };
  }

  /// Whether it is a Namespace that is going already: the server takes no second DELETE of one.
  private static boolean isGoing(KubeObject object) {
    return object.gvk().groupKind().equals("Namespace")
        && LiveMetadata.isBeingDeleted(object.tree());
  }

  private Event gone(KubeObject object, Action.Delete delete) {
    Outcome outcome = delete.successor() == null ? deletion.outcome() : Outcome.of(delete);
    return new Event.Applied(object, outcome, object.tree());
  }

  private boolean isPruning() {
    return deletion.outcome() == Outcome.PRUNED;
  }

  private Problem replaced(KubeObject object) {
    return Problem.warning(
        deletion.warning(),
        Origin.NONE,
        object.key().subject(),
        "not %s, because another object now has its name".formatted(deletion.outcome().word()),
        isPruning()
            ? "apply again to prune that one, too"
            : "delete again to delete that one, too");
  }

  private List<Problem> problems(KubeObject object, ClusterException e) {
    if (!isPruning()) {
      return ServerProblems.of(object, e);
    }
    return ServerProblems.of(object, e).stream()
        .map(problem ->
            Problem.error(
                Origin.NONE,
                object.key().subject(),
                "error pruning it: " + problem.what(),
                problem.hint()))
        .toList();
  }
}
