package dev.japply.report;

import dev.japply.apply.Event;
import dev.japply.apply.Event.Applied;

/// Prints kubectl's lines: `deployment.apps/web configured (dry run)`.
///
/// @param out the destination of the lines
/// @param suffix the end of each line, such as ` (dry run)`; empty in a real run
public record LineReporter(MessageWriter out, String suffix) implements Reporter {

  @Override
  public void accept(Event event) {
    if (event instanceof Applied applied) {
      out.printLine(ResourceName.of(applied.object()) + " " + applied.outcome().word() + suffix);
    }
  }
}
