package dev.japply.report;

import dev.japply.apply.Event;
import dev.japply.object.Gvk;
import dev.japply.tree.Value.MapValue;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Renders the events of one run in one output format.
public interface Reporter extends Consumer<Event> {
  /// Returns a reporter that passes each event to all of `reporters`, in their order.
  static Reporter all(Reporter... reporters) {
    return new Filtered(event -> true, List.of(reporters));
  }

  /// Returns a reporter that passes on all events except outcomes of unchanged objects.
  default Reporter withoutUnchanged() {
    return new Filtered(
        event -> !(event instanceof Event.Applied applied) || applied.outcome().isChange(),
        List.of(this));
  }

  /// Prints kubectl's lines: `deployment.apps/web configured (dry run)`.
  ///
  /// @param out the destination of the lines
  /// @param suffix the end of each line, such as ` (dry run)`; empty in a real run
  record Lines(MessageWriter out, String suffix) implements Reporter {
    @Override
    public void accept(Event event) {
      if (event instanceof Event.Applied applied) {
        out.printLine(name(applied.object()) + " " + applied.outcome().word() + suffix);
      }
    }
  }

  /// Prints the names alone: `deployment.apps/web`.
  ///
  /// @param out receives the lines
  record Names(PrintWriter out) implements Reporter {
    @Override
    public void accept(Event event) {
      if (event instanceof Event.Applied applied) {
        out.print(name(applied.object()) + "\n");
        out.flush();
      }
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

  record Filtered(Predicate<Event> wanted, List<Reporter> reporters) implements Reporter {
    @Override
    public void accept(Event event) {
      if (wanted.test(event)) {
        reporters.forEach(reporter -> reporter.accept(event));
      }
    }
  }
}
