package dev.japply.ready.follow;

import dev.japply.execute.ResolvedObject;
import dev.japply.live.ClusterException;
import dev.japply.live.Resource;
import dev.japply.object.Gvk;
import dev.japply.problem.Problem;
import dev.japply.ready.Readiness;
import dev.japply.ready.ReadyRules;
import dev.japply.tree.Value.MapValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How far all objects are that are waited for. May be told by several threads.
final class ReadyBoard {
  /// What may go as soon as it is done.
  private static final Set<String> ENDING = Set.of("batch/Job", "/Pod");

  private final ReadyListener listener;
  private final Map<Place, ReadyState> states = new LinkedHashMap<>();
  private boolean closed;

  ReadyBoard(ReadyListener listener) {
    this.listener = listener;
  }

  /// Where an object is.
  record Place(Resource resource, String namespace, String name) {
    static Place of(ResolvedObject target) {
      String namespace = target.resource().namespaced() ? target.desired().namespace() : "";
      return new Place(target.resource(), namespace, target.desired().name());
    }
  }

  /// Waits for `target`, too, of which nothing is known yet.
  synchronized void add(ResolvedObject target) {
    states.putIfAbsent(Place.of(target), new ReadyState(target, Readiness.NOT_FOUND, null));
  }

  /// That is what the server holds; the empty map where it holds nothing.
  synchronized void put(Place place, MapValue live) {
    ReadyState before = states.get(place);
    if (before == null || (live.isEmpty() && isDone(before))) {
      return;
    }
    Readiness readiness = live.isEmpty() ? Readiness.NOT_FOUND : ReadyRules.of(live);
    change(place, before, new ReadyState(before.target(), readiness, null));
  }

  /// It cannot be read.
  synchronized void fail(Place place, ClusterException failure) {
    ReadyState before = states.get(place);
    if (before != null) {
      change(place, before, new ReadyState(before.target(), before.readiness(), failure));
    }
  }

  synchronized void warn(Problem warning) {
    if (!closed) {
      listener.hindered(warning);
    }
  }

  private void change(Place place, ReadyState before, ReadyState after) {
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

  /// Whether waiting longer is of no use.
  synchronized boolean isSettled(boolean failFast) {
    return states.values().stream().allMatch(ReadyState::isSettled)
        || (failFast && states.values().stream().anyMatch(ReadyState::isHopeless));
  }

  /// How it stands, in the order of the input; nothing is heard of it afterwards.
  synchronized List<ReadyState> close() {
    closed = true;
    return List.copyOf(states.values());
  }
}
