package dev.japply.apply;

import dev.japply.apply.Event.Outcome;
import dev.japply.cluster.DeleteOptions;
import dev.japply.cluster.DeleteOptions.Propagation;
import dev.japply.problem.WarningId;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.MapValue;
import java.time.Duration;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// Options for deleting objects and waiting until they are gone.
///
/// @param propagation the policy for dependents
/// @param gracePeriodSeconds time for graceful termination; null if each object's own applies
/// @param timeout time limit for waiting for one object; zero or less for the default
/// @param outcome the outcome of a deletion
public record DeletionOptions(
    Propagation propagation,
    @Nullable Integer gracePeriodSeconds,
    Duration timeout,
    Outcome outcome) {
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);

  /// Returns the options of the request.
  ///
  /// @param version the version of the object to delete; empty for any
  DeleteOptions request(String uid, String version, boolean dryRun) {
    return new DeleteOptions(propagation, gracePeriodSeconds, uid, version, dryRun);
  }

  /// Options for objects that are no longer desired.
  public DeletionOptions(
      Propagation propagation, @Nullable Integer gracePeriodSeconds, Duration timeout) {
    this(propagation, gracePeriodSeconds, timeout, Outcome.PRUNED);
  }

  /// Returns these options with another policy for dependents.
  DeletionOptions with(Propagation other) {
    return new DeletionOptions(other, gracePeriodSeconds, timeout, outcome);
  }

  /// Returns the kind of warnings about objects that stay.
  WarningId warning() {
    return outcome == Outcome.DELETED ? WarningId.NOT_DELETED : WarningId.NOT_PRUNED;
  }

  /// Returns the time limit for waiting until `live` is gone: by default a minute plus the grace
  /// period.
  public Duration limit(MapValue live) {
    return timeout.isPositive()
        ? timeout
        : DEFAULT_TIMEOUT.plusSeconds(
            gracePeriodSeconds != null ? gracePeriodSeconds : ownGracePeriod(live));
  }

  private static long ownGracePeriod(MapValue live) {
    MapValue spec = live.map("spec");
    MapValue template = spec.map("template").map("spec");
    MapValue job = spec.map("jobTemplate").map("spec").map("template").map("spec");
    return LongStream.of(seconds(spec), seconds(template), seconds(job)).max().orElse(0);
  }

  private static long seconds(MapValue podSpec) {
    return podSpec.get("terminationGracePeriodSeconds") instanceof IntValue(long seconds)
        ? Math.clamp(seconds, 0, Integer.MAX_VALUE)
        : 0;
  }
}
