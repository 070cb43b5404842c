package dev.japply.apply;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Resource;
import dev.japply.io.Cancellation;
import dev.japply.plan.LiveMetadata;
import dev.japply.tree.Value.MapValue;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// Waits until an object that was deleted is gone. It stays while finalizers hold it, while what it
/// owns goes first, and until its grace period is over.
public record DeletionWait(Cluster cluster, Cancellation cancellation) {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

  /// Time after which the waiting is reported first, and then repeatedly.
  private static final Duration FIRST_REPORT = Duration.ofSeconds(3);

  private static final Duration NEXT_REPORT = Duration.ofSeconds(30);

  /// One object.
  ///
  /// @param uid distinguishes it from a later object with its name
  public record DeletedObject(Resource resource, String namespace, String name, String uid) {
    public static DeletedObject of(Resource resource, MapValue live) {
      MapValue metadata = live.map("metadata");
      String namespace = resource.namespaced() ? metadata.text("namespace") : "";
      return new DeletedObject(resource, namespace, metadata.text("name"), metadata.text("uid"));
    }
  }

  public sealed interface End {
    /// It is gone.
    record Gone() implements End {}

    /// It is gone, and another client has created an object with its name.
    record Succeeded() implements End {}

    /// It is still there.
    record Late(MapValue live) implements End {}

    /// The run is to end.
    record CutOff() implements End {}
  }

  /// Returns the pauses of one wait, or of several objects that go at the same time.
  ///
  /// @param limit maximum time, without the time of requests
  Polling pauses(Duration limit) {
    return new Polling(cancellation, FIRST_PAUSE, limit);
  }

  /// Waits until `deleted` is gone; it is looked at at least once.
  ///
  /// @param limit maximum time, without the time of requests
  /// @param slow receives the live object if the deletion takes long
  /// @throws ClusterException when it cannot be read, and there is no hope that it can be
  public End await(DeletedObject deleted, Duration limit, Consumer<MapValue> slow) {
    return await(deleted, pauses(limit), slow);
  }

  /// Waits until `deleted` is gone; it is looked at at least once.
  ///
  /// @param slow receives the live object if the deletion takes long
  /// @throws ClusterException when it cannot be read, and there is no hope that it can be
  End await(DeletedObject deleted, Polling poll, Consumer<MapValue> slow) {
    Duration report = FIRST_REPORT;
    while (true) {
      boolean last = poll.isOver();
      Optional<End> seen = look(deleted, last);
      if (seen.isPresent() && (last || !(seen.get() instanceof End.Late))) {
        return seen.get();
      }
      if (poll.waited().compareTo(report) >= 0
          && seen.orElse(null) instanceof End.Late(MapValue live)) {
        slow.accept(live);
        report = poll.waited().plus(NEXT_REPORT);
      }
      poll.pause();
      if (cancellation.requested()) {
        return new End.CutOff();
      }
    }
  }

  /// Returns the current state; empty if the server gave none, which may pass.
  private Optional<End> look(DeletedObject deleted, boolean last) {
    try {
      return Optional.of(
          cluster
              .get(deleted.resource(), deleted.namespace(), deleted.name())
              .<End>map(live -> isStill(deleted, live) ? new End.Late(live) : new End.Succeeded())
              .orElseGet(End.Gone::new));
    } catch (ClusterException e) {
      if (cancellation.requested()) {
        return Optional.of(new End.CutOff());
      }
      if (e.isNotFound()) {
        return Optional.of(new End.Gone()); // its type is gone, too
      }
      if (last || !e.mayPass()) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private static boolean isStill(DeletedObject deleted, MapValue live) {
    return deleted.uid().equals(LiveMetadata.uid(live));
  }
}
