package dev.japply.cli.apply;

import dev.japply.apply.EventDetail;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.PlanToApply;
import dev.japply.apply.PruneRequest;
import dev.japply.cli.flags.ChangeCause;
import dev.japply.cli.flags.Confirmation;
import dev.japply.cli.flags.InputOptions;
import dev.japply.cli.flags.ObjectOutput;
import dev.japply.cli.flags.ReportTarget;
import dev.japply.cli.flags.UndoFlags.Recording;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.diff.Secrets;
import dev.japply.object.LabelSelector;
import dev.japply.ready.WaitLimits;
import dev.japply.report.ProblemReporter.Requests;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The options and inputs of `japply apply`.
///
/// @param selector selects objects of the manifests
/// @param prune the pruning after the apply; null if nothing is pruned
/// @param plan the plan to carry out; null if the objects are planned now
/// @param confirmation the prompt before the apply; null if there is none
/// @param preflight whether to write nothing unless the user has all required permissions
/// @param waiting the limits of the wait for readiness; null to not wait
/// @param ranked whether each wave waits until the objects of the previous wave are ready
/// @param recording the recording in an undo file; null for none
/// @param cause the change cause that is written into the objects; null for none
record ApplyRequest(
    InputOptions files,
    LabelSelector selector,
    ConnectionOptions connection,
    ExecutionOptions options,
    @Nullable PruneRequest prune,
    @Nullable PlanToApply plan,
    @Nullable Confirmation confirmation,
    boolean preflight,
    Output output,
    @Nullable WaitLimits waiting,
    boolean ranked,
    @Nullable Recording recording,
    @Nullable ChangeCause cause) {

  /// Whether objects are read before or during their deletion.
  boolean readsDeletedObjects() {
    return confirmation != null || plan != null || (prune != null && prune.awaited());
  }

  /// The output of the command.
  ///
  /// @param requests the style of logged requests on standard error
  /// @param exitCode whether a change results in its own exit status
  /// @param hideUnchanged whether to omit unchanged objects
  /// @param summary whether to print a summary at the end
  /// @param secrets whether reports and the prompt contain the values of Secrets
  record Output(
      ObjectOutput format,
      Requests requests,
      boolean exitCode,
      boolean hideUnchanged,
      boolean summary,
      Secrets secrets,
      List<ReportTarget> reports) {
    public Output {
      reports = List.copyOf(reports);
    }

    /// Returns the amount of detail that the output requires.
    EventDetail detail() {
      boolean names = isForPeople() && requests == Requests.HIDDEN && reports.isEmpty();
      return names ? EventDetail.NAMES : EventDetail.WHOLE;
    }

    /// Whether standard output is text for people, without whole objects.
    boolean isForPeople() {
      return format instanceof ObjectOutput.Lines || format instanceof ObjectOutput.Names;
    }
  }
}
