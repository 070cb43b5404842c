package dev.japply.report;

import dev.japply.apply.Event;

/// Passes on what changed, and all that is no outcome: objects that stay as they are go unsaid.
///
/// @param reporter who hears the rest
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
