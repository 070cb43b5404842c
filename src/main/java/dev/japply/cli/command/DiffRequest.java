package dev.japply.cli.command;

import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.PruneRequest.Choice;
import dev.japply.cli.flags.ClusterSource;
import dev.japply.cli.flags.InputOptions;
import dev.japply.cli.flags.ReportTarget;
import dev.japply.object.LabelSelector;
import dev.japply.plan.Difference;
import dev.japply.report.FieldFilter;
import dev.japply.report.ProblemReporter.Requests;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The options and inputs of `japply diff`.
///
/// @param selector selects objects of the manifests
/// @param prune the pruning to preview; null if nothing is pruned
/// @param options the options of the apply, in a dry run
record DiffRequest(
    InputOptions files,
    LabelSelector selector,
    ClusterSource live,
    @Nullable Choice prune,
    ExecutionOptions options,
    Output output) {

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

  /// Whether japply's behavior applies, in contrast to kubectl's.
  boolean allows(Difference difference) {
    return options.planning().allows(difference);
  }
}
