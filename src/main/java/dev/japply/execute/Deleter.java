package dev.japply.execute;

import dev.japply.event.Event;
import dev.japply.event.Outcome;
import dev.japply.execute.Attempts.Budget;
import dev.japply.execute.Attempts.Policy;
import dev.japply.live.Cluster;
import dev.japply.live.ClusterException;
import dev.japply.live.DeleteOptions;
import dev.japply.live.Resource;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.PrunePlan;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.refusal.ServerProblems;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Prunes one object. The server is told which one is meant, so that another one which has taken
/// its name stays, and a DELETE whose answer was lost can be sent again.
final class Deleter implements Staged.Work<MapValue> {
  private final Cluster cluster;
  private final Deletion deletion;
  private final ApplyOptions options;
  private final Stop stop;

  Deleter(Cluster cluster, Deletion deletion, ApplyOptions options, Stop stop) {
    this.cluster = cluster;
    this.deletion = deletion;
    this.options = options;
    this.stop = stop;
  }

  @Override
  public ObjectKey key(MapValue live) {
    return KubeObject.of(live, Origin.NONE).key();
  }

  /// Deletes `live`, unless this is a client's dry run. The answer says how it ended, and has not
  /// gone to `events`; a warning when it is another object by now. Empty when the run was ended
  /// before anything was sent.
  @Override
  public Optional<Event> end(MapValue live, Consumer<Event> events) {
    KubeObject object = KubeObject.of(live, Origin.NONE);
    if (options.dryRun() == DryRun.CLIENT || (going(object) && !options.likeKubectl())) {
      return Optional.of(pruned(object));
    }
    Resource resource = cluster.resource(object.gvk()).orElseThrow();
    var policy =
        new Policy(
            Budget.RESENDING,
            options.likeKubectl(),
            options.dryRun() != DryRun.NONE,
            /* pinned= */ false,
            /* patient= */ false);
    var attempts = new Attempts(object, policy, stop, events);
    return attempts.settle(
        () -> delete(object, resource, attempts),
        e -> new Event.Failed(object, problems(object, e)));
  }

  /// Whether it is a Namespace that is going already: the server takes no second DELETE of one.
  private static boolean going(KubeObject object) {
    return object.gvk().groupKind().equals("Namespace")
        && object.tree().map("metadata").has("deletionTimestamp");
  }

  private Optional<Event> delete(KubeObject object, Resource resource, Attempts attempts) {
    var write =
        Write.delete(
            () -> cluster.delete(resource, object.namespace(), object.name(), options(object)));
    try {
      return attempts.send(write).map(gone -> pruned(object));
    } catch (ClusterException e) {
      if (options.likeKubectl()) {
        throw e;
      }
      return switch (write.fate(e)) {
        case DONE -> Optional.of(pruned(object));
        case CHANGED -> Optional.of(new Event.Warned(replaced(object)));
        case NOT_DONE, UNKNOWN, BUSY -> throw e;
      };
    }
  }

  private DeleteOptions options(KubeObject object) {
    return new DeleteOptions(
        deletion.propagation(),
        deletion.gracePeriodSeconds(),
        options.likeKubectl() ? "" : PrunePlan.uid(object.tree()),
        options.dryRun() == DryRun.SERVER);
  }

  private static Event pruned(KubeObject object) {
    return new Event.Applied(object, Outcome.PRUNED, object.tree());
  }

  private static Problem replaced(KubeObject object) {
    return Problem.warning(
        Origin.NONE,
        object.key().subject(),
        "not pruned, since another object has its name by now",
        "apply again if that is to go, too");
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
