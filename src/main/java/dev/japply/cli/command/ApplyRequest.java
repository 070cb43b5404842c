package dev.japply.cli.command;

import dev.japply.apply.Detail;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.PlanToApply;
import dev.japply.apply.PruneRequest;
import dev.japply.cli.flags.ChangeCause;
import dev.japply.cli.flags.Confirmation;
import dev.japply.cli.flags.Inputs;
import dev.japply.cli.flags.ObjectOutput;
import dev.japply.cli.flags.ReportTarget;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.diff.Secrets;
import dev.japply.object.LabelSelector;
import dev.japply.ready.WaitLimits;
import dev.japply.report.ProblemReporter.Requests;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What `japply apply` was asked to do.
///
/// @param files where the manifests are
/// @param selector which of their objects are applied
/// @param connection the cluster
/// @param options how they are applied
/// @param prune what is pruned after it; null for nothing
/// @param plan what is to be done, and nothing else; null where that is to be found out
/// @param confirmation whether the user is asked before; null where it is just done
/// @param preflight whether nothing is written unless the user has all rights that it takes
/// @param output what is printed
/// @param waiting how it is waited until what was applied is ready; null where it is not
/// @param ranked whether the objects of each rank wait until those of the one before are ready
/// @param cause what is written into the objects about why they are changed; null for nothing
record ApplyRequest(
    Inputs files,
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
    @Nullable ChangeCause cause) {

  /// For what rights are needed.
  PreflightRequest rights() {
    return new PreflightRequest(
        connection, options, prune, plan, confirmation != null, waiting != null);
  }

  /// What is printed.
  ///
  /// @param format the form of standard output
  /// @param requests how requests are shown on standard error
  /// @param exitCode whether the exit status says that something changed
  /// @param hideUnchanged whether nothing is printed of objects that stay as they are
  /// @param summary whether it is counted at the end what became of the objects
  /// @param secrets whether reports, and what is shown before asking, have the values of Secrets
  /// @param reports what else is written
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

    /// How much of what happens is needed for it.
    Detail detail() {
      boolean names = isForPeople() && requests == Requests.HIDDEN && reports.isEmpty();
      return names ? Detail.NAMES : Detail.WHOLE;
    }

    /// Whether no program reads whole objects.
    boolean isForPeople() {
      return format instanceof ObjectOutput.Lines || format instanceof ObjectOutput.Names;
    }
  }
}
