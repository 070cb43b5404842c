package dev.japply.report;

import dev.japply.apply.Event;
import dev.japply.apply.Event.Applied;

/// kubectl's lines: `deployment.apps/web configured (dry run)`.
///
/// @param out where the lines go
/// @param suffix what follows each line, as ` (dry run)`; empty on a real run
public record LineReporter(MessageWriter out, String suffix) implements Reporter {

  @Override
  public void accept(Event event) {
    if (event instanceof Applied applied) {
      out.printLine(ResourceName.of(applied.object()) + " " + applied.outcome().word() + suffix);
    }
  }

  @Override
  public void finish() {}
}
