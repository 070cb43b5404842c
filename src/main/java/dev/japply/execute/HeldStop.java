package dev.japply.execute;

import java.time.Duration;

/// What `stop` looks like in the middle of what is not to be left half done: a write is under way
/// from the beginning to the end of it.
record HeldStop(Stop stop) implements Stop {

  @Override
  public boolean requested() {
    return stop.overdue();
  }

  @Override
  public boolean overdue() {
    return stop.overdue();
  }

  @Override
  public void pause(Duration duration) {
    stop.hold(duration);
  }
}
