package dev.japply.cli.run;

import dev.japply.cli.context.Console;
import dev.japply.execute.Watcher;
import dev.japply.object.ObjectKey;
import dev.japply.problem.TerminalText;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.Timer;
import java.util.TimerTask;

/// Says how far a run is that takes longer than a moment: on a terminal in a line at its end that
/// changes in place, elsewhere by a line from time to time. Nothing of it goes to standard output.
public final class Progress implements Watcher, AutoCloseable {
  private static final Duration ON_TERMINAL = Duration.ofSeconds(1);
  private static final Duration REDRAWN = Duration.ofMillis(200);
  private static final Duration ELSEWHERE = Duration.ofSeconds(10);

  /// Of a terminal that does not say how wide it is.
  private static final int USUAL_WIDTH = 80;

  private final Console console;
  private final Timer timer = new Timer("progress", true);
  private final SequencedSet<ObjectKey> running = new LinkedHashSet<>();
  private int total;
  private int done;
  private int failed;

  private Progress(Console console) {
    this.console = console;
  }

  /// Says nothing yet.
  ///
  /// @param wanted whether it is to be said at all
  public static Progress of(Console console, boolean wanted) {
    var progress = new Progress(console);
    if (wanted) {
      boolean terminal = console.terminals().err() && !console.variable("TERM").equals("dumb");
      long first = (terminal ? ON_TERMINAL : ELSEWHERE).toMillis();
      long period = (terminal ? REDRAWN : ELSEWHERE).toMillis();
      Runnable say = terminal ? progress::show : progress::print;
      progress.timer.schedule(task(say), first, period);
    }
    return progress;
  }

  private static TimerTask task(Runnable action) {
    return new TimerTask() {
      @Override
      public void run() {
        action.run();
      }
    };
  }

  @Override
  public synchronized void expect(int objects) {
    total += objects;
  }

  @Override
  public synchronized void begun(ObjectKey object) {
    running.add(object);
  }

  @Override
  public synchronized void ended(ObjectKey object, boolean failure) {
    running.remove(object);
    done++;
    failed += failure ? 1 : 0;
  }

  /// `120 of 1000 done, 2 failed`.
  private synchronized String counted() {
    return done + " of " + total + " done" + (failed > 0 ? ", " + failed + " failed" : "");
  }

  /// The same, with what has been worked on for the longest time.
  synchronized String line(int width) {
    String line =
        running.isEmpty()
            ? counted()
            : counted() + "; now " + TerminalText.line(running.getFirst().subject());
    return line.length() < width ? line : line.substring(0, Math.max(0, width - 1));
  }

  private void show() {
    if (total > 0) {
      console.out().flush();
      console.screen().show(line(width()));
    }
  }

  private void print() {
    if (total > 0) {
      console.log("japply: " + counted());
    }
  }

  private int width() {
    String columns = console.variable("COLUMNS");
    return columns.matches("[1-9][0-9]{0,3}") ? Integer.parseInt(columns) : USUAL_WIDTH;
  }

  @Override
  public void close() {
    timer.cancel();
    console.screen().clear();
  }
}
