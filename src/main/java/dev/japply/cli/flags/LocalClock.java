package dev.japply.cli.flags;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;

/// The time in the local time zone. Determines the zone only on use, because that loads the rules
/// of all zones.
final class LocalClock extends Clock {
  @Override
  public ZoneId getZone() {
    return ZoneId.systemDefault();
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return Clock.system(zone);
  }

  @Override
  public Instant instant() {
    return Instant.now();
  }
}
