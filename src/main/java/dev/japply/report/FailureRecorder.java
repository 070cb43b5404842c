package dev.japply.report;

import dev.japply.apply.Event;
import java.util.function.Consumer;

/// Passes events on, and records whether an object or a document of the input failed.
public final class FailureRecorder implements Consumer<Event> {
  private final Consumer<Event> events;
  private volatile boolean failed;

  public FailureRecorder(Consumer<Event> events) {
    this.events = events;
  }

  @Override
  public void accept(Event event) {
    if (event instanceof Event.Rejected || event instanceof Event.Failed) {
      failed = true;
    }
    events.accept(event);
  }

  public boolean failed() {
    return failed;
  }
}
