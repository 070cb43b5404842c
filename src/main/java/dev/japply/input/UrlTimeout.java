package dev.japply.input;

import java.time.Duration;
import java.util.Optional;

/// How long a URL may take.
///
/// @param whole for all of the answer; zero for as long as it takes
/// @param silence for each part of it, the first one included; zero for as long as it takes
public record UrlTimeout(Duration whole, Duration silence) {
  /// What counts unless the user says otherwise.
  public static final UrlTimeout DEFAULT = new UrlTimeout(Duration.ZERO, Duration.ofMinutes(1));

  /// As long as the user allows; zero for as long as it takes.
  public static UrlTimeout of(Duration whole) {
    return new UrlTimeout(whole, Duration.ZERO);
  }

  /// How long to wait for the first part, when `spent` of the time has gone.
  Optional<Duration> first(Duration spent) {
    return whole.isZero()
        ? Optional.of(silence).filter(time -> !time.isZero())
        : Optional.of(left(spent));
  }

  /// What is left of the time for the whole when `spent` has gone; never zero.
  Duration left(Duration spent) {
    Duration left = whole.minus(spent);
    return left.isPositive() ? left : Duration.ofMillis(1);
  }

  /// What is said when the time is over.
  String reason() {
    return whole.isZero()
        ? "context deadline exceeded: no data for %ds; --request-timeout sets another limit"
            .formatted(silence.toSeconds())
        : "context deadline exceeded: not read within --request-timeout";
  }
}
