package dev.japply.cli.run;

import dev.japply.apply.Event;
import dev.japply.report.Reporter;

/// Prints the applied objects, and after [Event.ApplyEnded] the pruned ones.
public final class ApplyOutput implements Reporter {
  private final Reporter applied;
  private final Reporter pruned;
  private boolean ended;

  public ApplyOutput(Reporter applied, Reporter pruned) {
    this.applied = applied;
    this.pruned = pruned;
  }

  @Override
  public void accept(Event event) {
    if (event instanceof Event.ApplyEnded) {
      applied.accept(event);
      ended = true;
    } else {
      (ended ? pruned : applied).accept(event);
    }
  }
}
