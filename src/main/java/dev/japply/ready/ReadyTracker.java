package dev.japply.ready;

import dev.japply.apply.ResolvedObject;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Resource;
import dev.japply.object.Gvk;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The readiness of all awaited objects. Safe for use by several threads.
final class ReadyTracker {
  /// The types whose objects may be deleted as soon as they have finished.
  private static final Set<String> ENDING = Set.of("batch/Job", "/Pod");

  private final ReadyListener listener;
  private final Map<AwaitedObject, ReadyState> states = new LinkedHashMap<>();
  private final Set<AwaitedObject> blocked = new HashSet<>();
  private final Set<AwaitedObject> failing = new HashSet<>();
  private boolean closed;

  ReadyTracker(ReadyListener listener) {
    this.listener = listener;
  }

  /// The location of an object: its type, namespace and name.
  record AwaitedObject(Resource resource, String namespace, String name) {
    static AwaitedObject of(ResolvedObject target) {
      String namespace = target.resource().namespaced() ? target.desired().namespace() : "";
      return new AwaitedObject(target.resource(), namespace, target.desired().name());
    }
  }

  /// Adds `target`, whose readiness is still unknown.
  synchronized void add(ResolvedObject target) {
    states.putIfAbsent(AwaitedObject.of(target), new ReadyState(target, Readiness.NOT_FOUND, null));
  }

  synchronized void put(AwaitedObject place, Readiness readiness) {
    ReadyState before = states.get(place);
    if (before == null || (readiness.equals(Readiness.NOT_FOUND) && isDone(before))) {
      return;
    }
    boolean stays = blocked.contains(place) && !readiness.isCurrent();
    Readiness now = stays ? readiness.blocked() : readiness;
    change(place, before, new ReadyState(before.target(), now, null));
  }

  /// Marks a workload as blocked, because one of its Pods cannot run.
  synchronized void block(AwaitedObject place) {
    ReadyState before = states.get(place);
    if (before != null && !before.isSettled() && blocked.add(place)) {
      Readiness now = before.readiness().blocked();
      change(place, before, new ReadyState(before.target(), now, null));
    }
  }

  /// Reports, once for a workload, that one of its Pods fails. It may recover.
  void warnOfPod(AwaitedObject place, Readiness readiness) {
    firstFailure(place, readiness).flatMap(listener::failing).ifPresent(this::warn);
  }

  private synchronized Optional<ReadyState> firstFailure(AwaitedObject place, Readiness readiness) {
    ReadyState before = states.get(place);
    if (closed || before == null) {
      return Optional.empty();
    }
    var now = new ReadyState(before.target(), readiness, null);
    return now.isSettled() || !failing.add(place) ? Optional.empty() : Optional.of(now);
  }

  /// Returns the location of an awaited object by type and name, in any version of the type; empty
  /// if it is not awaited.
  synchronized Optional<AwaitedObject> find(Gvk type, String namespace, String name) {
    return states.keySet().stream()
        .filter(place -> place.name().equals(name) && place.namespace().equals(namespace))
        .filter(place ->
            place.resource().gvk().kind().equals(type.kind())
                && place.resource().gvk().group().equals(type.group()))
        .findFirst();
  }

  synchronized void fail(AwaitedObject place, ClusterException failure) {
    ReadyState before = states.get(place);
    if (before != null) {
      change(place, before, new ReadyState(before.target(), before.readiness(), failure));
    }
  }

  /// Warns of a failed watch.
  ///
  /// @param effect the effect on the wait
  void warnOfWatch(ClusterException failure, String effect) {
    String what = String.valueOf(failure.getMessage());
    warn(Problem.warning(WarningId.WATCH, Origin.NONE, "", what, effect));
  }

  synchronized void warn(Problem warning) {
    if (!closed) {
      listener.hindered(warning);
    }
  }

  private void change(AwaitedObject place, ReadyState before, ReadyState after) {
    if (closed) {
      return;
    }
    states.put(place, after);
    if (!isSame(before.failure(), after.failure())
        || !before.readiness().equals(after.readiness())) {
      listener.changed(after);
    }
  }

  private static boolean isSame(@Nullable ClusterException one, @Nullable ClusterException other) {
    return (one == null) == (other == null);
  }

  private static boolean isDone(ReadyState state) {
    Gvk type = state.target().resource().gvk();
    return state.isReady() && ENDING.contains(type.group() + "/" + type.kind());
  }

  /// Whether waiting longer has no effect.
  synchronized boolean isSettled(boolean failFast) {
    return states.values().stream().allMatch(ReadyState::isSettled)
        || (failFast && states.values().stream().anyMatch(ReadyState::isHopeless));
  }

  /// Returns the final states in input order, and ignores later updates.
  synchronized List<ReadyState> close() {
    closed = true;
    return List.copyOf(states.values());
  }
}
