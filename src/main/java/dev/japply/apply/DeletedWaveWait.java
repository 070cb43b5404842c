package dev.japply.apply;

import dev.japply.apply.Apply.ReadinessWait;
import dev.japply.apply.DeletionWait.DeletedObject;
import dev.japply.apply.DeletionWait.End;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Resource;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.plan.Difference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Waits between the waves of a deletion until the objects of one wave are gone, before the objects
/// that they need are deleted.
///
/// The wait is bounded: after the time that one object has to go, a warning names each object that
/// is still there, and the deletion goes on. Later waves do not wait again then.
final class DeletedWaveWait implements ReadinessWait {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

  /// The wait is reported after this time, once for each wave.
  private static final Duration REPORTED = Duration.ofSeconds(3);

  private final Cluster cluster;
  private final DeletionOptions deletion;
  private final Cancellation cancellation;
  private final Consumer<Event> events;
  private boolean late;

  DeletedWaveWait(
      Cluster cluster,
      DeletionOptions deletion,
      Cancellation cancellation,
      Consumer<Event> events) {
    this.cluster = cluster;
    this.deletion = deletion;
    this.cancellation = cancellation;
    this.events = events;
  }

  @Override
  public Collection<ResolvedObject> await(List<ResolvedObject> applied) {
    awaitGone(applied.stream().map(ResolvedObject::desired).toList());
    return List.of();
  }

  /// Whether the objects that need others are to be gone before these are deleted.
  static boolean isWanted(ExecutionOptions options) {
    return options.allows(Difference.ORDERS_BY_DEPENDENCY) && options.dryRun() == DryRun.NONE;
  }

  /// Waits until `deleted` are gone, the time is over, or the run is to end.
  void awaitGone(List<KubeObject> deleted) {
    Duration limit =
        deleted.stream()
            .map(object -> deletion.limit(object.tree()))
            .max(Duration::compareTo)
            .filter(longest -> !late)
            .orElse(Duration.ZERO);
    var poll = new Polling(cancellation, FIRST_PAUSE, limit);
    Map<KubeObject, End.Late> left = left(deleted);
    boolean reported = false;
    while (!left.isEmpty() && !poll.isOver()) {
      if (!reported && poll.waited().compareTo(REPORTED) >= 0) {
        left.forEach((object, there) -> events.accept(problems(object).waiting(there.live())));
        reported = true;
      }
      poll.pause();
      if (cancellation.requested()) {
        return;
      }
      left = left(left.keySet());
    }
    if (!left.isEmpty() && !late) {
      left.forEach((object, there) ->
          events.accept(
              new Event.Warned(problems(object).passed(there.live(), limit, deletion.warning()))));
      late = true;
    }
  }

  /// The objects that are still there, as they are now.
  private Map<KubeObject, End.Late> left(Collection<KubeObject> deleted) {
    var left = new LinkedHashMap<KubeObject, End.Late>();
    for (KubeObject object : new ArrayList<>(deleted)) {
      look(object).ifPresent(there -> left.put(object, there));
    }
    return left;
  }

  /// The object as it is now; empty when it is gone, or when the server does not show it.
  private Optional<End.Late> look(KubeObject object) {
    try {
      Optional<Resource> type = cluster.resource(object.gvk());
      if (type.isEmpty()) {
        return Optional.empty(); // it is gone, and its objects with it
      }
      End end =
          new DeletionWait(cluster, cancellation)
              .await(DeletedObject.of(type.get(), object.tree()), Duration.ZERO, there -> {});
      return end instanceof End.Late there ? Optional.of(there) : Optional.empty();
    } catch (ClusterException e) {
      return e.mayPass() ? Optional.of(new End.Late(object.tree())) : Optional.empty();
    }
  }

  private WaitProblems problems(KubeObject object) {
    return new WaitProblems(object, deletion.outcome().word());
  }
}
