package dev.japply.io;

import java.time.Duration;
import java.util.Optional;

/// A cancellation whose pauses take a hundredth of their time.
///
/// @param stop the cancellation that ends the run
/// @param paused runs after each pause
public record Hurried(Cancellation stop, Runnable paused) implements Cancellation {
  private static final int HASTE = 100;

  /// A run that only ends by itself.
  public Hurried() {
    this(new CancellationSource());
  }

  /// A run that `stop` ends.
  public Hurried(Cancellation stop) {
    this(stop, () -> {});
  }

  @Override
  public boolean requested() {
    return stop.requested();
  }

  @Override
  public void pause(Duration duration) {
    stop.pause(duration.dividedBy(HASTE));
    paused.run();
  }

  @Override
  public Optional<CriticalSection> enter() {
    return stop.enter().map(section -> new HurriedSection(section, paused));
  }

  private record HurriedSection(CriticalSection section, Runnable paused)
      implements CriticalSection {
    @Override
    public boolean requested() {
      return section.requested();
    }

    @Override
    public void pause(Duration duration) {
      section.pause(duration.dividedBy(HASTE));
      paused.run();
    }

    @Override
    public void leave() {
      section.leave();
    }
  }
}
