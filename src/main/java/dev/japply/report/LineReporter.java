package dev.japply.report;

import dev.japply.event.Event;
import dev.japply.event.Event.Applied;
import java.io.PrintWriter;

/// kubectl's lines: `deployment.apps/web configured (dry run)`.
///
/// @param out where the lines go
/// @param suffix what follows each line, as ` (dry run)`; empty on a real run
public record LineReporter(PrintWriter out, String suffix) implements Reporter {

  @Override
  public void accept(Event event) {
    if (event instanceof Applied applied) {
      out.print(ResourceName.of(applied.object()) + " " + applied.outcome().word() + suffix + "\n");
      out.flush();
    }
  }

  @Override
  public void finish() {}
}
