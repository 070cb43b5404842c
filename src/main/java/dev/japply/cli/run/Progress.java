package dev.japply.cli.run;

import dev.japply.apply.Event;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.ProcessRunner;
import dev.japply.cli.flags.TerminalWidth;
import dev.japply.object.ObjectKey;
import dev.japply.problem.TerminalText;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.Consumer;

/// Shows the progress of a long run. On a terminal, updates a line at the end; elsewhere, prints a
/// line periodically. Writes nothing to standard output.
public final class Progress implements AutoCloseable {
  private final Console console;
  private final ProgressTimer ticker;
  private final Consumer<Event.Progress> times;
  private final SequencedSet<ObjectKey> running = new LinkedHashSet<>();
  private int total;
  private int done;
  private int failed;
  private boolean paused;

  private Progress(Console console, Consumer<Event.Progress> times) {
    this.console = console;
    this.times = times;
    this.ticker = new ProgressTimer(console);
  }

  /// Creates a progress display that shows nothing yet.
  ///
  /// @param wanted whether to show progress at all
  public static Progress of(Console console, boolean wanted) {
    return of(console, wanted, event -> {});
  }

  /// Creates a progress display that shows nothing yet, and passes the progress to `times`.
  public static Progress of(Console console, boolean wanted, Consumer<Event.Progress> times) {
    var progress = new Progress(console, times);
    if (wanted) {
      progress.ticker.start(progress::show, progress::print);
    }
    return progress;
  }

  /// Returns a listener that records the progress and passes all other events to `events`.
  public Consumer<Event> before(Consumer<Event> events) {
    return event -> {
      if (event instanceof Event.Progress progress) {
        times.accept(progress);
        accept(progress);
      } else {
        events.accept(event);
      }
    };
  }

  private synchronized void accept(Event.Progress event) {
    switch (event) {
      case Event.Expected(int objects) -> total += objects;
      case Event.Started(ObjectKey object) -> running.add(object);
      case Event.Finished(ObjectKey object, boolean failure) -> {
        running.remove(object);
        done++;
        failed += failure ? 1 : 0;
      }
    }
  }

  /// Formats the counts: `120 of 1000 done, 2 failed`.
  private synchronized String counted() {
    return done + " of " + total + " done" + (failed > 0 ? ", " + failed + " failed" : "");
  }

  /// Formats the counts and the object that has been in progress for the longest time.
  public synchronized String line(int width) {
    String line =
        running.isEmpty()
            ? counted()
            : counted() + "; now " + TerminalText.line(running.getFirst().subject());
    return line.length() < width ? line : line.substring(0, Math.max(0, width - 1));
  }

  /// Pauses or resumes the display.
  public synchronized void pause(boolean silent) {
    paused = silent;
    if (silent) {
      console.screen().show(List.of());
    }
  }

  private synchronized boolean isShown() {
    return total > 0 && !paused;
  }

  private void show() {
    if (isShown()) {
      console.out().flush();
      console.screen().show(List.of(line(ticker.width())));
    }
  }

  private void print() {
    if (isShown()) {
      console.log("japply: " + counted());
    }
  }

  @Override
  public void close() {
    ticker.close();
  }

  /// Updates the progress of a long run. On a terminal, updates it frequently below all other
  /// output; elsewhere, prints a line periodically.
  static final class ProgressTimer implements AutoCloseable {
    private static final Duration ON_TERMINAL = Duration.ofSeconds(1);
    private static final Duration REDRAWN = Duration.ofMillis(200);
    private static final Duration ELSEWHERE = Duration.ofSeconds(10);

    private final Console console;
    private final Timer timer = new Timer("progress", true);

    /// The width of the terminal; 0 if it is not determined yet.
    private int columns;

    ProgressTimer(Console console) {
      this.console = console;
    }

    /// Starts the updates.
    ///
    /// @param show shows the progress on a terminal
    /// @param print prints the progress without a terminal
    void start(Runnable show, Runnable print) {
      boolean terminal = console.terminals().err() && !console.variable("TERM").equals("dumb");
      long first = (terminal ? ON_TERMINAL : ELSEWHERE).toMillis();
      long period = (terminal ? REDRAWN : ELSEWHERE).toMillis();
      timer.schedule(task(terminal ? show : print), first, period);
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
}
