package dev.japply.cli.run;

import dev.japply.apply.ResolvedObject;
import dev.japply.cli.flags.Console;
import dev.japply.cli.run.Progress.ProgressTimer;
import dev.japply.problem.TerminalText;
import dev.japply.ready.ReadyState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// Shows the number of ready objects and the state of the others, failed ones first. On a terminal,
/// updates lines at the end; elsewhere, prints a line periodically.
final class ReadyProgress implements AutoCloseable {
  /// The maximum number of objects on the screen.
  private static final int SHOWN = 8;

  private final Console console;
  private final ProgressTimer ticker;
  private final SequencedMap<ResolvedObject, String> unready = new LinkedHashMap<>();
  private final int total;

  ReadyProgress(Console console, List<ResolvedObject> targets) {
    this.console = console;
    this.ticker = new ProgressTimer(console);
    this.total = targets.size();
    targets.forEach(target -> unready.put(target, ""));
    ticker.start(this::show, this::print);
  }

  synchronized void changed(ReadyState state) {
    if (state.isReady()) {
      unready.remove(state.target());
    } else {
      var readiness = state.readiness();
      String text = readiness.status().word() + ": " + readiness.message();
      if (readiness.isFailed()) {
        unready.putFirst(state.target(), text);
      } else {
        unready.put(state.target(), text);
      }
    }
  }

  private String counted() {
    return (total - unready.size()) + " of " + total + " ready";
  }

  private static String text(ResolvedObject target, String state) {
    return target.desired().key().subject() + (state.isEmpty() ? "" : ": " + state);
  }

  /// Formats `3 of 20 ready`, followed by the state of the other objects.
  synchronized List<String> lines(int width) {
    var lines = new ArrayList<String>();
    lines.add(counted());
    unready.entrySet().stream()
        .limit(SHOWN)
        .forEach(entry -> lines.add("  " + text(entry.getKey(), entry.getValue())));
    if (unready.size() > SHOWN) {
      lines.add("  and " + (unready.size() - SHOWN) + " more");
    }
    return lines.stream()
        .map(TerminalText::line)
        .map(line -> line.length() < width ? line : line.substring(0, Math.max(0, width - 1)))
        .toList();
  }

  /// Formats one line: `3 of 20 ready; deployment.apps/web: 0 of 1 replicas available`.
  synchronized String line() {
    return unready.isEmpty()
        ? counted()
        : counted() + "; " + text(unready.firstEntry().getKey(), unready.firstEntry().getValue());
  }

  private void show() {
    console.out().flush();
    console.screen().show(lines(ticker.width()));
  }

  private void print() {
    console.log("japply: " + line());
  }

  @Override
  public void close() {
    ticker.close();
  }
}
