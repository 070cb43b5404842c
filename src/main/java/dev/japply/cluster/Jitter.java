package dev.japply.cluster;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/// Makes each wait before a retry longer by another part of it, a fifth at most, so that those whom
/// a server has turned away at once do not come back at once.
public final class Jitter {
  private static final double MOST = 0.2;

  private Jitter() {}

  /// How long to wait where `wait` is asked for.
  public static Duration of(Duration wait) {
    double part = MOST * ThreadLocalRandom.current().nextDouble();
    return wait.plusNanos((long) (part * wait.toNanos()));
  }
}
