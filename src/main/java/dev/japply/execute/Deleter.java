package dev.japply.execute;

import dev.japply.event.Event;
import dev.japply.event.Outcome;
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
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Prunes one object. The server is told which one is meant, so that another one which has taken
/// its name stays, and a DELETE whose answer was lost can be sent again.
final class Deleter implements Staged.Work<MapValue> {
  private static final int TRIES = 3;
  private static final Duration PAUSE = Duration.ofSeconds(1);

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
    for (int sent = 1; ; sent++) {
      Optional<Event> end = attempt(object, resource, sent, events);
      if (end.isPresent() || stop.requested()) {
        return end;
      }
      events.accept(new Event.Retrying(object, "the answer was lost", sent));
      stop.pause(PAUSE);
    }
  }

  /// Whether it is a Namespace that is going already: the server takes no second DELETE of one.
  private static boolean going(KubeObject object) {
    return object.gvk().groupKind().equals("Namespace")
        && object.tree().map("metadata").has("deletionTimestamp");
  }

  /// How it ended; empty when it is not known, or the run is to end.
  private Optional<Event> attempt(
      KubeObject object, Resource resource, int sent, Consumer<Event> events) {
    if (!stop.beginWrite()) {
      return sent > 1 ? Optional.of(unanswered(object)) : Optional.empty();
    }
    try {
      events.accept(new Event.Sending(object, "DELETE", MapValue.EMPTY));
      cluster.delete(resource, object.namespace(), object.name(), how(object));
      return Optional.of(pruned(object));
    } catch (ClusterException e) {
      return failed(object, sent, e);
    } finally {
      stop.endWrite();
    }
  }

  private Optional<Event> failed(KubeObject object, int sent, ClusterException e) {
    if (e.isNotFound() && !options.likeKubectl()) {
      return Optional.of(pruned(object));
    }
    if (replaced(e) && !options.likeKubectl()) {
      return Optional.of(new Event.Warned(replaced(object)));
    }
    if (LostAnswer.notTried(e, stop) && sent == 1) {
      return Optional.empty();
    }
    if (LostAnswer.mayBeDone(e) && stop.requested()) {
      return Optional.of(unanswered(object));
    }
    if (!LostAnswer.mayBeDone(e) || options.likeKubectl()) {
      return Optional.of(new Event.Failed(object, problems(object, e)));
    }
    return sent < TRIES
        ? Optional.empty()
        : Optional.of(
            new Event.Unknown(
                object, LostAnswer.unresolved(object, e, "it was sent " + sent + " times")));
  }

  private DeleteOptions how(KubeObject object) {
    return new DeleteOptions(
        deletion.propagation(),
        deletion.gracePeriodSeconds(),
        options.likeKubectl() ? "" : PrunePlan.uid(object.tree()),
        options.dryRun() == DryRun.SERVER);
  }

  private static Event pruned(KubeObject object) {
    return new Event.Applied(object, Outcome.PRUNED, object.tree());
  }

  private static Event unanswered(KubeObject object) {
    return new Event.Unknown(object, LostAnswer.unanswered(object, "DELETE"));
  }

  /// Whether the server has found another object of that name.
  private static boolean replaced(ClusterException e) {
    return e.isConflict() && String.valueOf(e.getMessage()).contains("UID in precondition");
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
