package dev.japply.cli.flags;

import dev.japply.apply.DryRun;
import dev.japply.report.EachReporter;
import dev.japply.report.EachReporter.Separators;
import dev.japply.report.LineReporter;
import dev.japply.report.NameReporter;
import dev.japply.report.OutputFormat;
import dev.japply.report.Reporter;

/// How objects are printed on standard output.
public sealed interface ObjectOutput {
  /// One line for each object.
  record Lines() implements ObjectOutput {}

  /// The name of each object.
  record Names() implements ObjectOutput {}

  /// Each object as soon as it is done.
  record Each(OutputFormat notation) implements ObjectOutput {}

  /// The objects at the end, several as a `List`.
  record Together(OutputFormat notation) implements ObjectOutput {}

  /// Who prints each object as soon as it is done.
  ///
  /// @param dryRun is named at the end of each line
  /// @param separators where YAML documents are separated
  default Reporter each(Console console, DryRun dryRun, Separators separators) {
    return switch (this) {
      case Lines() -> new LineReporter(console.out(), suffix(dryRun));
      case Names() -> new NameReporter(console.data());
      case Each(OutputFormat notation) -> new EachReporter(console.data(), notation, separators);
      case Together(OutputFormat notation) ->
          new EachReporter(console.data(), notation, separators);
    };
  }

  /// What is said of a dry run; empty for others.
  static String note(DryRun dryRun) {
    return switch (dryRun) {
      case NONE -> "";
      case CLIENT -> "dry run";
      case SERVER -> "server dry run";
    };
  }

  /// What follows the lines that tell of a run, as kubectl has it.
  private static String suffix(DryRun dryRun) {
    String note = note(dryRun);
    return note.isEmpty() ? "" : " (" + note + ")";
  }
}
