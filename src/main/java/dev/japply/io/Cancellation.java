package dev.japply.io;

import java.time.Duration;
import java.util.Optional;

/// Cancellation of a run, and its only way to wait. Safe for use by any thread.
public interface Cancellation {

  /// Whether nothing further is to be tried.
  boolean requested();

  /// Waits that long, or until the run is to end.
  void pause(Duration duration);

  /// Enters a critical section, which its caller must leave; empty if the run is cancelled, so that
  /// the section must not begin.
  Optional<CriticalSection> enter();

  /// Work that must not be cut in two: a write that is under way, or several that belong together.
  /// It has some time to finish after the cancellation. Within a section, [#requested] states
  /// whether that time is over, and [#pause] ends with it.
  interface CriticalSection extends Cancellation {

    /// It has ended, one way or the other.
    void leave();

    @Override
    default Optional<CriticalSection> enter() {
      return Optional.of(new Part(this));
    }
  }

  record Part(CriticalSection whole) implements CriticalSection {
    @Override
    public boolean requested() {
      return whole.requested();
    }

    @Override
    public void pause(Duration duration) {
      whole.pause(duration);
    }

    /// Does nothing: the outer section is left by its own caller.
    @Override
    public void leave() {}
  }
}
