package dev.japply.cli.command;

import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.ReplaceOptions;
import dev.japply.cli.flags.ObjectOutput;
import dev.japply.cli.flags.ReportTarget;
import dev.japply.cli.flags.UndoFlags.Recording;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.diff.Secrets;
import dev.japply.plan.UndoPlanner.Decision;
import dev.japply.ready.WaitLimits;
import dev.japply.report.ProblemReporter.Requests;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The options of `japply undo`.
///
/// @param file the undo file
/// @param connection the cluster
/// @param options the options for the writes
/// @param replacement deletion of objects
/// @param decision treatment of changes since the run
/// @param confirmed whether the user is not prompted
/// @param recording recording of the undo itself; null for none
/// @param waiting the limits of the wait for readiness; null to not wait
record UndoRequest(
    Path file,
    ConnectionOptions connection,
    ExecutionOptions options,
    ReplaceOptions replacement,
    Decision decision,
    boolean confirmed,
    @Nullable Recording recording,
    @Nullable WaitLimits waiting,
    Output output) {

  /// The output of the command.
  ///
  /// @param requests the style of logged requests on standard error
  /// @param wide whether each field of a table is one line, however wide
  /// @param summary whether to print a summary at the end
  /// @param secrets whether the plan and the reports contain the values of Secrets
  record Output(
      ObjectOutput format,
      Requests requests,
      boolean wide,
      boolean summary,
      Secrets secrets,
      List<ReportTarget> reports) {
    Output {
      reports = List.copyOf(reports);
    }
  }
}
