package dev.japply.ready;

import dev.japply.apply.ResolvedObject;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Resource;
import dev.japply.object.Gvk;
import dev.japply.problem.Problem;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How far all objects are that are waited for. May be told by several threads.
final class ReadyBoard {
  /// What may go as soon as it is done.
  private static final Set<String> ENDING = Set.of("batch/Job", "/Pod");

  private final ReadyListener listener;
  private final Map<Place, ReadyState> states = new LinkedHashMap<>();
  private final Set<Place> blocked = new HashSet<>();
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

  /// That is how far an object is.
  synchronized void put(Place place, Readiness readiness) {
    ReadyState before = states.get(place);
    if (before == null || (readiness.equals(Readiness.NOT_FOUND) && isDone(before))) {
      return;
    }
    boolean stays = blocked.contains(place) && !readiness.isCurrent();
    Readiness now = stays ? readiness.blocked() : readiness;
    change(place, before, new ReadyState(before.target(), now, null));
  }

  /// A Pod of the workload there cannot run, so that it need not be waited for.
  synchronized void block(Place place) {
    ReadyState before = states.get(place);
    if (before != null && !before.isSettled() && blocked.add(place)) {
      Readiness now = before.readiness().blocked();
      change(place, before, new ReadyState(before.target(), now, null));
    }
  }

  /// Where an object of that type and name is waited for, whatever version the type is named in.
  synchronized Optional<Place> find(Gvk type, String namespace, String name) {
    return states.keySet().stream()
        .filter(place -> place.name().equals(name) && place.namespace().equals(namespace))
        .filter(place ->
            place.resource().gvk().kind().equals(type.kind())
                && place.resource().gvk().group().equals(type.group()))
        .findFirst();
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
