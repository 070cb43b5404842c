package dev.japply.execute;

import dev.japply.event.Event;
import dev.japply.live.Cluster;
import java.util.List;
import java.util.function.Consumer;

/// Applies objects one after another, in their order, and goes on after a failure.
///
/// An object is applied by an [ObjectApplier], which shares nothing with others but the cluster, so
/// that several may run at once; the events of each one then have to be held back until those of
/// the objects before it are out.
public final class Executor {
  private final ObjectApplier applier;
  private final Stop stop;

  /// An executor on `cluster`, which stays open.
  public Executor(Cluster cluster, ApplyOptions options, Stop stop) {
    this.applier = new ObjectApplier(cluster, options, stop);
    this.stop = stop;
  }

  /// Applies `targets`, and tells `events` what happens.
  public Tally run(List<Target> targets, Consumer<Event> events) {
    int applied = 0;
    int failed = 0;
    for (Target target : targets) {
      if (stop.requested()) {
        int notTried = targets.size() - applied - failed;
        events.accept(new Event.Stopped(applied, failed, notTried));
        return new Tally(applied, failed, notTried);
      }
      Event end = applier.apply(target, events);
      events.accept(end);
      if (end instanceof Event.Applied) {
        applied++;
      } else {
        failed++;
      }
    }
    return new Tally(applied, failed, 0);
  }

  /// How many objects were applied, failed, and were not tried since the run was ended.
  public record Tally(int applied, int failed, int notTried) {
    /// This tally and `more` failures.
    public Tally plusFailed(int more) {
      return new Tally(applied, failed + more, notTried);
    }
  }
}
