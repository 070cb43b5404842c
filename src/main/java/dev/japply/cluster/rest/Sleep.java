package dev.japply.cluster.rest;

import java.time.Duration;

/// Waits before a request is sent again.
@FunctionalInterface
public interface Sleep {
  /// Sleeps in real time.
  Sleep REAL = Thread::sleep;

  /// Waits that long.
  void sleep(Duration duration) throws InterruptedException;
}
