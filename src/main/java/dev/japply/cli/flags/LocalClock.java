package dev.japply.cli.flags;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;

/// The time, in the time zone of this place. Few commands want the zone, and to find it means to
/// read the rules of all zones.
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
