package dev.japply.execute;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A run that a test ends when it likes; its pauses take no time, and are written down.
final class Ending implements Stop {
  final List<Duration> pauses = new ArrayList<>();
  boolean requested;
  boolean overdue;
  Runnable onPause = () -> {};

  /// How long all pauses would have taken.
  Duration waited() {
    return pauses.stream().reduce(Duration.ZERO, Duration::plus);
  }

  @Override
  public boolean requested() {
    return requested;
  }

  @Override
  public boolean overdue() {
    return overdue;
  }

  @Override
  public void pause(Duration duration) {
    pauses.add(duration);
    onPause.run();
  }

  @Override
  public boolean beginWrite() {
    return !requested;
  }
}
