package dev.japply.report;

import dev.japply.apply.Event;
import java.util.function.Consumer;

/// Renders the events of one run in one output format.
public interface Reporter extends Consumer<Event> {

  /// Ends the run. Formats that print one document print it now.
  void finish();
}
