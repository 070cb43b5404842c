package dev.japply.apply;

import dev.japply.apply.Attempts.Budget;
import dev.japply.apply.Attempts.Policy;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.DeleteOptions;
import dev.japply.cluster.Resource;
import dev.japply.cluster.ServerProblems;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.Action;
import dev.japply.plan.Difference;
import dev.japply.plan.PlannedObject;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Deletes one object that is no longer desired. The server is told which one is meant, so that
/// another one which has taken its name stays, and a DELETE whose answer was lost can be sent
/// again.
public final class Deleter implements StagedExecution.Work<PlannedObject> {
  private final Cluster cluster;
  private final Deletion deletion;
  private final ExecutionOptions options;
  private final Outage cancellation;

  public Deleter(
      Cluster cluster, Deletion deletion, ExecutionOptions options, Outage cancellation) {
    this.cluster = cluster;
    this.deletion = deletion;
    this.options = options;
    this.cancellation = cancellation;
  }

  @Override
  public ObjectKey key(PlannedObject planned) {
    return planned.desired().key();
  }

  /// Deletes the object, unless this is a client's dry run. The answer says how it ended, and has
  /// not gone to `events`; a warning when it is another object by now. Empty when the run was
  /// interrupted before anything was sent.
  @Override
  public Optional<Event> carryOut(PlannedObject planned, Consumer<Event> events) {
    if (!(planned.action() instanceof Action.Delete(String uid))) {
      throw new IllegalArgumentException("not to be deleted: " + planned);
    }
    KubeObject object = planned.desired();
    if (options.dryRun() == DryRun.CLIENT
        || (isGoing(object) && options.allows(Difference.TAKES_GONE_FOR_PRUNED))) {
      return Optional.of(pruned(object));
    }
    Resource resource = cluster.resource(object.gvk()).orElseThrow();
    var policy =
        new Policy(
            Budget.RESENDING,
            options.compatibility(),
            options.dryRun() != DryRun.NONE,
            /* pinned= */ false,
            /* patient= */ false);
    var attempts = new Attempts(object, policy, cancellation, events);
    return attempts.settle(
        () -> delete(object, uid, resource, attempts),
        e -> new Event.Failed(object, problems(object, e)),
        unknown -> new Event.Unknown(object, unknown));
  }

  /// Whether it is a Namespace that is going already: the server takes no second DELETE of one.
  private static boolean isGoing(KubeObject object) {
    return object.gvk().groupKind().equals("Namespace")
        && object.tree().map("metadata").has("deletionTimestamp");
  }

  private Optional<Event> delete(
      KubeObject object, String uid, Resource resource, Attempts attempts) {
    DeleteOptions how = options(uid);
    var write =
        Write.delete(() -> cluster.delete(resource, object.namespace(), object.name(), how));
    try {
      return attempts.send(write).map(gone -> pruned(object));
    } catch (ClusterException e) {
      if (!options.allows(Difference.TAKES_GONE_FOR_PRUNED)) {
        throw e;
      }
      return switch (write.fate(e)) {
        case DONE -> Optional.of(pruned(object));
        case CHANGED -> Optional.of(new Event.Warned(replaced(object)));
        case NOT_DONE, UNKNOWN, ERROR, BUSY, UNREADY -> throw e;
      };
    }
  }

  private DeleteOptions options(String uid) {
    return new DeleteOptions(
        deletion.propagation(),
        deletion.gracePeriodSeconds(),
        options.allows(Difference.DELETES_BY_UID) ? uid : "",
        options.dryRun() == DryRun.SERVER);
  }

  private static Event pruned(KubeObject object) {
    return new Event.Applied(object, Outcome.PRUNED, object.tree());
  }

  private static Problem replaced(KubeObject object) {
    return Problem.warning(
        Origin.NONE,
        object.key().subject(),
        "not pruned, because another object now has its name",
        "apply again to prune that one, too");
  }

  private static List<Problem> problems(KubeObject object, ClusterException e) {
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
