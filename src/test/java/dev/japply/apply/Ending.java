package dev.japply.apply;

import dev.japply.io.Cancellation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A run that a test ends when it likes; its pauses take no time, and are written down.
public final class Ending implements Cancellation {
  public final List<Duration> pauses = new ArrayList<>();
  public boolean requested;
  public boolean overdue;
  public Runnable onPause = () -> {};

  /// How long all pauses would have taken.
  public Duration waited() {
    return pauses.stream().reduce(Duration.ZERO, Duration::plus);
  }

  @Override
  public boolean requested() {
    return requested;
  }

  @Override
  public void pause(Duration duration) {
    pauses.add(duration);
    onPause.run();
  }

  @Override
  public Optional<CriticalSection> enter() {
    return requested ? Optional.empty() : Optional.of(new Section());
  }

  private final class Section implements CriticalSection {
    @Override
    public boolean requested() {
      return overdue;
    }

    @Override
    public void pause(Duration duration) {
      Ending.this.pause(duration);
    }

    @Override
    public void leave() {}
  }
}
