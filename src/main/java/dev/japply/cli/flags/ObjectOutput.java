package dev.japply.cli.flags;

import dev.japply.apply.DryRun;
import dev.japply.report.DocumentReporter;
import dev.japply.report.LineReporter;
import dev.japply.report.NameReporter;
import dev.japply.report.ObjectReporter;
import dev.japply.report.ObjectReporter.Separators;
import dev.japply.report.OutputFormat;
import dev.japply.report.Reporter;

/// The format of objects on standard output.
public sealed interface ObjectOutput {
  record Lines() implements ObjectOutput {}

  record Names() implements ObjectOutput {}

  record Each(OutputFormat notation) implements ObjectOutput {}

  /// All objects, printed at the end; several as a `List`.
  record Together(OutputFormat notation) implements ObjectOutput {}

  /// Returns a reporter that prints the objects, and ends with [Event.ApplyEnded].
  default Reporter reporter(Console console, DryRun dryRun) {
    return this instanceof Together(OutputFormat notation)
        ? new DocumentReporter(console.data(), notation)
        : each(console, dryRun, Separators.BETWEEN);
  }

  /// Returns a reporter that prints each object when it is finished.
  ///
  /// @param dryRun added to the end of each line
  /// @param separators the separators of YAML documents
  default Reporter each(Console console, DryRun dryRun, Separators separators) {
    return switch (this) {
      case Lines() -> new LineReporter(console.out(), suffix(dryRun));
      case Names() -> new NameReporter(console.data());
      case Each(OutputFormat notation) -> new ObjectReporter(console.data(), notation, separators);
      case Together(OutputFormat notation) ->
          new ObjectReporter(console.data(), notation, separators);
    };
  }

  /// Returns the note about a dry run; empty if it is not one.
  static String note(DryRun dryRun) {
    return switch (dryRun) {
      case NONE -> "";
      case CLIENT -> "dry run";
      case SERVER -> "server dry run";
    };
  }

  /// Returns the end of a result line, as in kubectl.
  static String suffix(DryRun dryRun) {
    String note = note(dryRun);
    return note.isEmpty() ? "" : " (" + note + ")";
  }
}
