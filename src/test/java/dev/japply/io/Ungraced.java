package dev.japply.io;

import java.time.Duration;
import java.util.Optional;

/// A cancellation for tests whose critical sections get no grace: they end when the run does.
public interface Ungraced extends Cancellation {

  @Override
  default Optional<CriticalSection> enter() {
    return Optional.of(new Section(this));
  }

  /// Such a section.
  record Section(Cancellation run) implements CriticalSection {
    @Override
    public boolean requested() {
      return run.requested();
    }

    @Override
    public void pause(Duration duration) {
      run.pause(duration);
    }

    @Override
    public void leave() {}
  }
}
