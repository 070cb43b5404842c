package dev.japply.cli.command;

import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.PruneRequest.Choice;
import dev.japply.cli.flags.Inputs;
import dev.japply.cli.flags.LiveChoice;
import dev.japply.cli.flags.ReportTarget;
import dev.japply.object.LabelSelector;
import dev.japply.plan.Difference;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.ShownFields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What `japply diff` was asked to do.
///
/// @param files where the manifests are
/// @param selector which of their objects are compared
/// @param live what is asked for live objects
/// @param prune what is pruned; null for nothing
/// @param options how they would be applied, on a dry run
/// @param output what is printed
record DiffRequest(
    Inputs files,
    LabelSelector selector,
    LiveChoice live,
    @Nullable Choice prune,
    ExecutionOptions options,
    Output output) {

  /// What is printed.
  ///
  /// @param fields which fields are compared
  /// @param context how many equal lines are shown before and after a change
  /// @param exitCode whether the exit status says that something differs
  /// @param requests how requests are shown on standard error
  /// @param summary whether it is counted at the end what would become of the objects
  /// @param why whether it is told of each difference why
  /// @param reports what else is written
  record Output(
      ShownFields fields,
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

  /// Whether japply's way holds rather than kubectl's.
  boolean allows(Difference difference) {
    return options.planning().allows(difference);
  }
}
