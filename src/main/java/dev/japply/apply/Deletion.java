package dev.japply.apply;

import dev.japply.cluster.DeleteOptions.Propagation;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.MapValue;
import java.time.Duration;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// How objects are deleted, and how long they are waited for.
///
/// @param propagation what becomes of the objects that they own
/// @param gracePeriodSeconds how long they have to end; null for their own time
/// @param timeout how long to wait until one is gone; zero or less for the default
public record Deletion(
    Propagation propagation, @Nullable Integer gracePeriodSeconds, Duration timeout) {
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);

  /// How long to wait until `live` is gone: by default a minute, and as long as its Pods have to
  /// end.
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
