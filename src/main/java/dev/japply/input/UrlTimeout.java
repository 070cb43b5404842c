package dev.japply.input;

import java.time.Duration;
import java.util.Optional;

/// Time limits for a URL.
///
/// @param whole limit for the whole response; zero for as long as it takes
/// @param silence for each part of it, the first one included; zero for as long as it takes
public record UrlTimeout(Duration whole, Duration silence) {
  public static final UrlTimeout DEFAULT = new UrlTimeout(Duration.ZERO, Duration.ofMinutes(1));

  /// As long as the user allows; zero for as long as it takes.
  public static UrlTimeout of(Duration whole) {
    return new UrlTimeout(whole, Duration.ZERO);
  }

  /// Returns the limit for the first part, when `spent` of the time has gone.
  Optional<Duration> first(Duration spent) {
    return whole.isZero()
        ? Optional.of(silence).filter(time -> !time.isZero())
        : Optional.of(left(spent));
  }

  /// Returns the rest of the time for the whole when `spent` has gone; never zero.
  Duration left(Duration spent) {
    Duration left = whole.minus(spent);
    return left.isPositive() ? left : Duration.ofMillis(1);
  }

  /// Returns the reason in messages about a time that is over.
  String reason() {
    return whole.isZero()
        ? "context deadline exceeded: no data for %ds; --request-timeout sets another limit"
            .formatted(silence.toSeconds())
        : "context deadline exceeded: not read within --request-timeout";
  }
}
