package dev.japply.execute;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Whether the run is to end early, and the only way in which it waits. May be asked for from any
/// thread; a request that is under way is never cut off.
public interface Stop {

  /// Whether no further object is to be tried.
  boolean requested();

  /// Waits that long, or until the run is to end.
  void pause(Duration duration);

  /// A stop that somebody can ask for, as Ctrl-C does.
  final class Switch implements Stop {
    private final CountDownLatch latch = new CountDownLatch(1);

    /// Ends the run after the request that is under way.
    public void request() {
      latch.countDown();
    }

    @Override
    public boolean requested() {
      return latch.getCount() == 0;
    }

    @Override
    public void pause(Duration duration) {
      try {
        var unused = latch.await(duration.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        request();
      }
    }
  }
}
