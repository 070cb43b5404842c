package dev.japply.cluster.rest;

import java.time.Duration;

/// Waits before a request is sent again.
@FunctionalInterface
public interface Sleep {
  /// As long as it says.
  Sleep REAL = Thread::sleep;

  /// Waits that long.
  void sleep(Duration duration) throws InterruptedException;
}
