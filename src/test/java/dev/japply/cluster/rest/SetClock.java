package dev.japply.cluster.rest;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/// A clock that is set by hand.
final class SetClock extends Clock {
  private final Instant start;
  private volatile Instant now;

  SetClock(Instant start) {
    this.start = start;
    this.now = start;
  }

  /// Goes to so much after the start.
  void set(Duration later) {
    now = start.plus(later);
  }

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
