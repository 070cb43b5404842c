package dev.japply.execute;

import dev.japply.live.Cluster;
import dev.japply.live.ClusterException;
import dev.japply.live.Resource;
import dev.japply.tree.Value.MapValue;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// Waits until an object that was deleted is gone. It stays while finalizers hold it, while what it
/// owns goes first, and until its grace period is over.
final class UntilGone {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  /// After so long it is told what is waited for, and then again and again.
  private static final Duration TOLD_FIRST = Duration.ofSeconds(3);

  private static final Duration TOLD_AGAIN = Duration.ofSeconds(30);

  private final Cluster cluster;
  private final Stop stop;

  UntilGone(Cluster cluster, Stop stop) {
    this.cluster = cluster;
    this.stop = stop;
  }

  /// One object.
  ///
  /// @param uid what tells it from a later one of that name
  record Doomed(Resource resource, String namespace, String name, String uid) {
    static Doomed of(Resource resource, MapValue live) {
      MapValue metadata = live.map("metadata");
      String namespace = resource.namespaced() ? metadata.text("namespace") : "";
      return new Doomed(resource, namespace, metadata.text("name"), metadata.text("uid"));
    }
  }

  /// How waiting ended.
  sealed interface End {
    /// It is gone.
    record Gone() implements End {}

    /// It is gone, and somebody has put another one there.
    record Succeeded(MapValue live) implements End {}

    /// It is still there.
    record Late(MapValue live) implements End {}

    /// The run is to end.
    record CutOff() implements End {}
  }

  /// Waits until `doomed` is gone; it is looked at at least once.
  ///
  /// @param limit how long, not counting what the requests take
  /// @param slow told what it looks like when it takes long
  /// @throws ClusterException when it cannot be read, and there is no hope that it can be
  End await(Doomed doomed, Duration limit, Consumer<MapValue> slow) {
    Duration pause = FIRST_PAUSE;
    Duration waited = Duration.ZERO;
    Duration tell = TOLD_FIRST;
    while (true) {
      boolean last = waited.compareTo(limit) >= 0;
      Optional<End> seen = look(doomed, last);
      if (seen.isPresent() && (last || !(seen.get() instanceof End.Late))) {
        return seen.get();
      }
      if (waited.compareTo(tell) >= 0 && seen.orElse(null) instanceof End.Late(MapValue live)) {
        slow.accept(live);
        tell = waited.plus(TOLD_AGAIN);
      }
      Duration next = shorter(pause, limit.minus(waited));
      stop.pause(next);
      if (stop.requested()) {
        return new End.CutOff();
      }
      waited = waited.plus(next);
      pause = shorter(pause.multipliedBy(2), LONGEST_PAUSE);
    }
  }

  /// What is there now; empty when the server could not say, which may pass.
  private Optional<End> look(Doomed doomed, boolean last) {
    try {
      return Optional.of(
          cluster
              .get(doomed.resource(), doomed.namespace(), doomed.name())
              .<End>map(
                  live -> isStill(doomed, live) ? new End.Late(live) : new End.Succeeded(live))
              .orElseGet(End.Gone::new));
    } catch (ClusterException e) {
      if (stop.requested()) {
        return Optional.of(new End.CutOff());
      }
      if (last || !Attempts.mayPass(e)) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private static boolean isStill(Doomed doomed, MapValue live) {
    return doomed.uid().equals(live.map("metadata").text("uid"));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
