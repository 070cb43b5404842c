package dev.japply.cli.run;

import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.ProcessRunner;
import dev.japply.cli.flags.TerminalWidth;
import java.time.Duration;
import java.util.Timer;
import java.util.TimerTask;

/// Updates the progress of a long run. On a terminal, updates it frequently below all other output;
/// elsewhere, prints a line periodically.
public final class ProgressTimer implements AutoCloseable {
  private static final Duration ON_TERMINAL = Duration.ofSeconds(1);
  private static final Duration REDRAWN = Duration.ofMillis(200);
  private static final Duration ELSEWHERE = Duration.ofSeconds(10);

  private final Console console;
  private final Timer timer = new Timer("progress", true);

  /// The width of the terminal; 0 if it is not determined yet.
  private int columns;

  public ProgressTimer(Console console) {
    this.console = console;
  }

  public interface Display {
    /// Shows the progress on a terminal.
    void show();

    /// Prints the progress without a terminal.
    void print();
  }

  public void start(Display display) {
    boolean terminal = console.terminals().err() && !console.variable("TERM").equals("dumb");
    long first = (terminal ? ON_TERMINAL : ELSEWHERE).toMillis();
    long period = (terminal ? REDRAWN : ELSEWHERE).toMillis();
    timer.schedule(task(terminal ? display::show : display::print), first, period);
  }

  private static TimerTask task(Runnable action) {
    return new TimerTask() {
      @Override
      public void run() {
        action.run();
      }
    };
  }

  public int width() {
    if (columns == 0) {
      columns = TerminalWidth.of(console, ProcessRunner.real(console.environment()), true);
    }
    return columns;
  }

  @Override
  public void close() {
    timer.cancel();
    console.screen().clear();
  }
}
