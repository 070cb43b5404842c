package dev.japply.report;

import dev.japply.apply.Event;
import dev.japply.apply.Event.Applied;
import dev.japply.object.Gvk;
import dev.japply.tree.Value.MapValue;
import java.io.PrintWriter;
import java.util.Locale;

/// Prints kubectl's lines: `deployment.apps/web configured (dry run)`.
///
/// @param out the destination of the lines
/// @param suffix the end of each line, such as ` (dry run)`; empty in a real run
public record LineReporter(MessageWriter out, String suffix) implements Reporter {

  @Override
  public void accept(Event event) {
    if (event instanceof Applied applied) {
      out.printLine(name(applied.object()) + " " + applied.outcome().word() + suffix);
    }
  }

  /// Returns the name of an object as in kubectl's output: `configmap/c`, `deployment.apps/web`.
  private static String name(MapValue object) {
    Gvk gvk = Gvk.of(object);
    String kind = gvk.kind().toLowerCase(Locale.ROOT);
    String group = gvk.group().isEmpty() ? "" : "." + gvk.group();
    String name = object.map("metadata").text("name");
    return kind + group + "/" + (name.isEmpty() ? "<unknown>" : name);
  }

  /// The names alone: `deployment.apps/web`.
  ///
  /// @param out receives the lines
  public record NameReporter(PrintWriter out) implements Reporter {

    @Override
    public void accept(Event event) {
      if (event instanceof Applied applied) {
        out.print(name(applied.object()) + "\n");
        out.flush();
      }
    }
  }
}
