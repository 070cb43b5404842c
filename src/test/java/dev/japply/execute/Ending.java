package dev.japply.execute;

import java.time.Duration;

/// A run that a test ends when it likes; its pauses take no time, and are added up.
final class Ending implements Stop {
  boolean requested;
  boolean overdue;
  Duration waited = Duration.ZERO;
  Runnable onPause = () -> {};

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
    waited = waited.plus(duration);
    onPause.run();
  }

  @Override
  public boolean beginWrite() {
    return !requested;
  }
}
