package dev.japply.cli.flags;

import java.time.Duration;
import java.util.Timer;
import java.util.TimerTask;

/// When it is said how far a run is that takes longer than a moment: on a terminal below all that
/// is printed, and often, elsewhere by a line from time to time.
public final class Ticker implements AutoCloseable {
  private static final Duration ON_TERMINAL = Duration.ofSeconds(1);
  private static final Duration REDRAWN = Duration.ofMillis(200);
  private static final Duration ELSEWHERE = Duration.ofSeconds(10);

  /// Of a terminal that does not say how wide it is.
  private static final int USUAL_WIDTH = 80;

  private final Console console;
  private final Timer timer = new Timer("progress", true);

  public Ticker(Console console) {
    this.console = console;
  }

  /// What is to be said.
  public interface Said {
    /// Shows it on a terminal.
    void show();

    /// Prints it elsewhere.
    void print();
  }

  /// Begins to say it.
  public void start(Said said) {
    boolean terminal = console.terminals().err() && !console.variable("TERM").equals("dumb");
    long first = (terminal ? ON_TERMINAL : ELSEWHERE).toMillis();
    long period = (terminal ? REDRAWN : ELSEWHERE).toMillis();
    timer.schedule(task(terminal ? said::show : said::print), first, period);
  }

  private static TimerTask task(Runnable action) {
    return new TimerTask() {
      @Override
      public void run() {
        action.run();
      }
    };
  }

  /// How wide the terminal is.
  public int width() {
    String columns = console.variable("COLUMNS");
    return columns.matches("[1-9][0-9]{0,3}") ? Integer.parseInt(columns) : USUAL_WIDTH;
  }

  @Override
  public void close() {
    timer.cancel();
    console.screen().clear();
  }
}
