package dev.japply.report;

import dev.japply.apply.Event;
import dev.japply.apply.Event.Applied;
import java.io.PrintWriter;

/// The names alone: `deployment.apps/web`.
///
/// @param out receives the lines
public record NameReporter(PrintWriter out) implements Reporter {

  @Override
  public void accept(Event event) {
    if (event instanceof Applied applied) {
      out.print(ResourceName.of(applied.object()) + "\n");
      out.flush();
    }
  }
}
