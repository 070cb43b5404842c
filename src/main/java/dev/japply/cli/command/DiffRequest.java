package dev.japply.cli.command;

import dev.japply.apply.PruneRequest.Choice;
import dev.japply.cli.flags.ReportTarget;
import dev.japply.report.FieldFilter;
import dev.japply.report.ProblemReporter.Requests;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The options and inputs of `japply diff`.
///
/// @param prune the pruning to preview; null if nothing is pruned
record DiffRequest(PreviewInput input, @Nullable Choice prune, Output output) {

  /// The output of the command.
  ///
  /// @param context the number of equal lines before and after a change
  /// @param exitCode whether a difference results in its own exit status
  /// @param requests the style of logged requests on standard error
  /// @param summary whether to print a summary at the end
  /// @param why whether to print the reasons of each difference
  record Output(
      FieldFilter fields,
      int context,
      boolean exitCode,
      Requests requests,
      boolean summary,
      boolean why,
      List<ReportTarget> reports) {
    public Output {
      reports = List.copyOf(reports);
    }
  }
}
