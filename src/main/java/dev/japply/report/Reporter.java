package dev.japply.report;

import dev.japply.apply.Event;
import java.util.List;
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

  record Filtered(Predicate<Event> wanted, List<Reporter> reporters) implements Reporter {
    @Override
    public void accept(Event event) {
      if (wanted.test(event)) {
        reporters.forEach(reporter -> reporter.accept(event));
      }
    }
  }
}
