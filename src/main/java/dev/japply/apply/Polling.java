package dev.japply.apply;

import dev.japply.io.Cancellation;
import java.time.Duration;

/// The pauses between looks at something that takes its time: each twice as long as the one before,
/// up to a limit, and all together no longer than there is time.
final class Polling {
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  private final Cancellation cancellation;
  private final Duration limit;
  private Duration pause;
  private Duration waited = Duration.ZERO;

  /// @param first the first pause
  /// @param limit sum of all pauses, without the time between them
  Polling(Cancellation cancellation, Duration first, Duration limit) {
    this.cancellation = cancellation;
    this.pause = first;
    this.limit = limit;
  }

  /// Returns the total duration of all pauses so far.
  Duration waited() {
    return waited;
  }

  /// Whether the time is over, so that the next look is the last.
  boolean isOver() {
    return waited.compareTo(limit) >= 0;
  }

  /// Waits until it is time to look again, or the run is to end.
  void pause() {
    Duration next = shorter(pause, limit.minus(waited));
    cancellation.pause(next);
    waited = waited.plus(next);
    pause = shorter(pause.multipliedBy(2), LONGEST_PAUSE);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
