package dev.japply.cli.why;

import dev.japply.cli.flags.ObjectSelection;
import dev.japply.cli.flags.ReportTarget;
import dev.japply.cli.run.PreviewInput;
import dev.japply.diff.Secrets;
import dev.japply.plan.ObjectExplanation.Show;
import dev.japply.plan.OwnerSelection;
import dev.japply.report.ProblemReporter.Requests;
import java.util.List;

/// The options and inputs of `japply why`.
sealed interface WhyRequest {
  /// Whether to print JSON instead of text.
  boolean json();

  /// A request for the reasons of planned changes.
  ///
  /// @param requests the style of logged requests on standard error
  record OfManifests(PreviewInput input, Printed printed, Requests requests) implements WhyRequest {
    @Override
    public boolean json() {
      return printed.json();
    }
  }

  /// The output of the command.
  ///
  /// @param show the fields to explain
  /// @param wide whether each field of a table is one line, however wide
  /// @param secrets whether to show the values of Secrets
  record Printed(
      Show show, boolean json, boolean wide, Secrets secrets, List<ReportTarget> reports) {
    public Printed {
      reports = List.copyOf(reports);
    }
  }

  /// A request for the field managers of a live object.
  ///
  /// @param field the field to explain; empty for all fields
  /// @param part the part of the fields to show
  /// @param secrets whether to show the values of Secrets
  /// @param wide whether each field of a table is one line, however wide
  record OfLive(
      ObjectSelection object,
      String field,
      OwnerSelection.Part part,
      boolean json,
      Secrets secrets,
      boolean wide)
      implements WhyRequest {}
}
