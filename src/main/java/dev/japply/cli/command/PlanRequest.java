package dev.japply.cli.command;

import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.PruneRequest.Choice;
import dev.japply.cli.command.Planning.Extent;
import dev.japply.cli.flags.Inputs;
import dev.japply.cli.flags.LiveChoice;
import dev.japply.cli.flags.ReportTarget;
import dev.japply.diff.Secrets;
import dev.japply.object.LabelSelector;
import dev.japply.plan.file.PlanFile.Deletion;
import dev.japply.plan.file.PlanFile.Prune;
import dev.japply.report.ProblemReporter.Requests;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What `japply plan` was asked to do.
///
/// @param files where the manifests are
/// @param selector which of their objects are meant
/// @param live what is asked for live objects
/// @param options how they would be applied, on a dry run
/// @param deletions what is deleted
/// @param file the plan as a file
/// @param output what is printed
record PlanRequest(
    Inputs files,
    LabelSelector selector,
    LiveChoice live,
    ExecutionOptions options,
    Deletions deletions,
    File file,
    Output output) {

  /// What is deleted.
  ///
  /// @param how by the values of flags
  /// @param choice among which objects those are looked for that go; null for none
  /// @param prune the same by the values of flags
  record Deletions(Deletion how, @Nullable Choice choice, @Nullable Prune prune) {}

  /// The plan as a file.
  ///
  /// @param out where it is written; null for nowhere
  /// @param good how long it may be applied
  /// @param by the program that makes it
  record File(@Nullable Path out, Duration good, String by) {}

  /// What is printed.
  ///
  /// @param json whether the plan is printed as its file has it, else as text
  /// @param requests how requests are shown on standard error
  /// @param summary whether it is counted at the end what would become of the objects
  /// @param secrets whether text and reports show the values of Secrets
  /// @param reports what else is written
  record Output(
      boolean json,
      Requests requests,
      boolean summary,
      Secrets secrets,
      List<ReportTarget> reports) {
    public Output {
      reports = List.copyOf(reports);
    }

    /// How much is made of what is planned.
    Extent extent(File file) {
      boolean kept = file.out() != null || json;
      return new Extent(secrets, kept, kept || !reports.isEmpty());
    }
  }
}
