package dev.japply.report;

import dev.japply.apply.Event;
import dev.japply.object.SecretMask;
import dev.japply.object.SecretValues;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.function.Predicate;

/// Prints problems and warnings on standard error, one line each, and on request the data that is
/// sent.
///
/// @param colour whether `err` supports colour
/// @param shown selects the problems to print
public record ProblemReporter(
    MessageWriter err, boolean colour, Requests requests, Predicate<Problem> shown)
    implements Reporter {
  public enum Requests {
    /// Not at all.
    HIDDEN,
    /// Each on one line.
    COMPACT,
    /// Each with its body indented.
    INDENTED
  }

  private static final String RED = "\u001b[31m";
  private static final String YELLOW = "\u001b[33m";

  @Override
  public void accept(Event event) {
    switch (event) {
      case Event.Failed failed -> failed.problems().forEach(this::print);
      case Event.Rejected rejected -> print(rejected.problem());
      case Event.Warned warned -> print(warned.warning());
      case Event.Waiting waiting -> print(waiting.warning());
      case Event.Ready ready -> err.printLine(ReadyText.line(ready.desired()));
      case Event.Unready unready -> {
        print(unready.problem());
        ReadyText.lines(unready.cause()).forEach(err::printLine);
      }
      case Event.Unknown unknown -> print(unknown.problem());
      case Event.Stopped stopped -> {
        if (!stopped.told()) {
          err.printLine(InterruptText.of(stopped));
        }
      }
      case Event.PruningStopped stopped -> err.printLine(InterruptText.of(stopped));
      case Event.Skipped(var objects) -> err.printLine(SkippedText.of(objects));
      case Event.Pruning(var objects, var kept) ->
          PruneText.lines(objects, kept).forEach(err::printLine);
      case Event.Progress progress -> {}
      case Event.ApplyEnded ended -> {}
      case Event.Sending sending -> printRequest(sending);
      case Event.Retrying(var desired, String why, int attempt) ->
          printTrace(desired.key().subject() + ": " + why + ", try again (" + attempt + ")", "");
      case Event.Applied applied -> {}
    }
  }

  /// Prints one problem, unless it is hidden.
  public void print(Problem problem) {
    if (!shown.test(problem)) {
      return;
    }
    boolean error = problem.severity() == Severity.ERROR;
    String prefix = error ? "error: " : "Warning: ";
    String start = error ? RED : YELLOW;
    err.printLine(colour ? start : "", prefix, problem.toString());
  }

  private void printRequest(Event.Sending sending) {
    if (requests == Requests.HIDDEN) {
      return;
    }
    var object = sending.desired();
    Value body = sending.body();
    if (body instanceof MapValue map) {
      body = SecretMask.masked(object, map);
    }
    String text = requests == Requests.INDENTED ? IndentedJson.write(body) : GoJson.write(body);
    String shown = SecretValues.scrubbed(text, object);
    printTrace(object.key().subject() + ": " + sending.verb() + " ", shown);
  }

  private void printTrace(String start, String text) {
    if (requests != Requests.HIDDEN) {
      err.printLines(start, text);
    }
  }
}
