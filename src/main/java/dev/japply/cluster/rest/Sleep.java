package dev.japply.cluster.rest;

import java.time.Duration;

/// Waits before a retry.
@FunctionalInterface
public interface Sleep {
  /// Sleeps in real time.
  Sleep REAL = Thread::sleep;

  /// Waits for `duration`.
  void sleep(Duration duration) throws InterruptedException;
}
