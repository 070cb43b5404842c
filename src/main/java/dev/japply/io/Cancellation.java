package dev.japply.io;

import java.time.Duration;
import java.util.Optional;

/// Whether the run is to end early, and the only way in which it waits. May be asked from any
/// thread.
public interface Cancellation {

  /// Whether nothing further is to be tried.
  boolean requested();

  /// Waits that long, or until the run is to end.
  void pause(Duration duration);

  /// Enters what must not be left half done; empty when the run is to end, and it must not be
  /// begun. Who enters it must leave it.
  Optional<CriticalSection> enter();

  /// What must not be left half done: a write that is under way, or several that belong together.
  /// It has a while to finish after the run is to end. Asked in here, [#requested] tells whether
  /// that while is over, and [#pause] ends with it.
  interface CriticalSection extends Cancellation {

    /// It has ended, one way or the other.
    void leave();

    /// A part of this section.
    @Override
    default Optional<CriticalSection> enter() {
      return Optional.of(new Part(this));
    }
  }

  /// A part of a critical section.
  record Part(CriticalSection whole) implements CriticalSection {
    @Override
    public boolean requested() {
      return whole.requested();
    }

    @Override
    public void pause(Duration duration) {
      whole.pause(duration);
    }

    /// The whole is left by who has entered that.
    @Override
    public void leave() {}
  }
}
