package dev.japply.cli.run;

import dev.japply.event.Event;
import dev.japply.event.Outcome;
import dev.japply.report.Reporter;
import java.util.EnumSet;
import java.util.Set;

/// Sees whether anything was changed, or would be.
final class ChangeWatch implements Reporter {
  private static final Set<Outcome> UNCHANGED =
      EnumSet.of(Outcome.UNCHANGED, Outcome.SERVERSIDE_UNCHANGED);

  private boolean changed;

  @Override
  public void accept(Event event) {
    changed |= event instanceof Event.Applied applied && !UNCHANGED.contains(applied.outcome());
  }

  @Override
  public void finish() {}

  boolean changed() {
    return changed;
  }
}
