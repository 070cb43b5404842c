package dev.japply.report;

import dev.japply.event.Event;
import dev.japply.object.SecretMask;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.tree.GoJson;
import java.io.PrintWriter;

/// Standard error: problems and warnings, one line each, and with `verbose` what is sent.
public final class ProblemReporter implements Reporter {
  private static final String RED = "\u001b[31m";
  private static final String YELLOW = "\u001b[33m";
  private static final String PLAIN = "\u001b[0m";

  private final PrintWriter err;
  private final boolean colour;
  private final boolean verbose;

  /// A reporter that prints to `err`, which the caller has found to take colour or not.
  public ProblemReporter(PrintWriter err, boolean colour, boolean verbose) {
    this.err = err;
    this.colour = colour;
    this.verbose = verbose;
  }

  @Override
  public void accept(Event event) {
    switch (event) {
      case Event.Failed failed -> failed.problems().forEach(this::print);
      case Event.Rejected rejected -> print(rejected.problem());
      case Event.Warned warned -> print(warned.warning());
      case Event.Stopped(int applied, int failed, int notTried) ->
          line(
              "interrupted: %d applied, %d failed, %d not tried"
                  .formatted(applied, failed, notTried));
      case Event.Sending sending -> sending(sending);
      case Event.Retrying(var desired, int attempt) ->
          trace(
              desired.key().subject() + ": changed by somebody else, try again (" + attempt + ")");
      case Event.Applied applied -> {}
    }
  }

  /// Prints one problem.
  public void print(Problem problem) {
    boolean error = problem.severity() == Severity.ERROR;
    String prefix = error ? "error: " : "Warning: ";
    String start = error ? RED : YELLOW;
    line((colour ? start + prefix + PLAIN : prefix) + problem);
  }

  @Override
  public void finish() {}

  private void sending(Event.Sending sending) {
    var object = sending.desired();
    String body = GoJson.write(SecretMask.masked(object.gvk(), sending.body()));
    trace(object.key().subject() + ": " + sending.verb() + " " + body);
  }

  private void trace(String text) {
    if (verbose) {
      line(text);
    }
  }

  private void line(String text) {
    err.print(text + "\n");
    err.flush();
  }
}
