package dev.japply.report;

import dev.japply.apply.Event;

/// Passes on all events except outcomes of unchanged objects.
///
/// @param reporter the receiver of the other events
public record ChangedOnly(Reporter reporter) implements Reporter {

  @Override
  public void accept(Event event) {
    if (!(event instanceof Event.Applied applied) || applied.outcome().isChange()) {
      reporter.accept(event);
    }
  }

  @Override
  public void finish() {
    reporter.finish();
  }
}
