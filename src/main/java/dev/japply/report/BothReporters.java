package dev.japply.report;

import dev.japply.apply.Event;

/// Passes the same events to two reporters: usually one for each stream.
public record BothReporters(Reporter first, Reporter second) implements Reporter {

  @Override
  public void accept(Event event) {
    first.accept(event);
    second.accept(event);
  }

  @Override
  public void finish() {
    first.finish();
    second.finish();
  }
}
