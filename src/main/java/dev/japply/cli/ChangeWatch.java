package dev.japply.cli;

import dev.japply.event.Event;
import dev.japply.event.Outcome;
import dev.japply.report.Reporter;

/// Sees whether anything was changed, or would be.
final class ChangeWatch implements Reporter {
  private boolean changed;

  @Override
  public void accept(Event event) {
    changed |= event instanceof Event.Applied applied && applied.outcome() != Outcome.UNCHANGED;
  }

  @Override
  public void finish() {}

  boolean changed() {
    return changed;
  }
}
