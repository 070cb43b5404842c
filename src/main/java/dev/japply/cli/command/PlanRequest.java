package dev.japply.cli.command;

import dev.japply.apply.PruneRequest.Choice;
import dev.japply.cli.command.PlanCreator.Extent;
import dev.japply.cli.flags.ReportTarget;
import dev.japply.diff.Secrets;
import dev.japply.plan.file.PlanFile.Deletion;
import dev.japply.plan.file.PlanFile.Prune;
import dev.japply.report.ProblemReporter.Requests;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The options and inputs of `japply plan`.
record PlanRequest(PreviewInput input, Deletions deletions, File file, Output output) {

  /// The planned deletions.
  ///
  /// @param choice the candidates for pruning; null for none
  /// @param prune the pruning flags; null for none
  record Deletions(Deletion options, @Nullable Choice choice, @Nullable Prune prune) {}

  /// The plan file.
  ///
  /// @param out the path of the file; null to not write it
  /// @param good the validity of the plan
  /// @param by the program that creates the plan
  record File(@Nullable Path out, Duration good, String by) {}

  /// The output of the command.
  ///
  /// @param json whether to print the plan in the format of its file instead of text
  /// @param wide whether each field of a table is one line, however wide
  /// @param requests the style of logged requests on standard error
  /// @param summary whether to print a summary at the end
  /// @param secrets whether text and reports contain the values of Secrets
  record Output(
      boolean json,
      boolean wide,
      Requests requests,
      boolean summary,
      Secrets secrets,
      List<ReportTarget> reports) {
    public Output {
      reports = List.copyOf(reports);
    }

    /// Returns the parts of the plan that the output requires.
    Extent extent(File file) {
      boolean kept = file.out() != null || json;
      return new Extent(secrets, kept, kept || !reports.isEmpty());
    }
  }
}
