package dev.japply.cluster;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/// Adds a random delay of up to 20 % to a wait before a retry. Clients that were rejected together
/// do not retry together.
public final class Jitter {
  private static final double MOST = 0.2;

  private Jitter() {}

  /// Returns `wait` plus a random delay.
  public static Duration of(Duration wait) {
    double part = MOST * ThreadLocalRandom.current().nextDouble();
    return wait.plusNanos((long) (part * wait.toNanos()));
  }
}
