package dev.japply.cli.run;

import dev.japply.apply.ExecutionOptions;
import dev.japply.cli.flags.BlockFlags;
import dev.japply.cli.flags.BlockFlags.Blocks;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.GlobalFlags;
import dev.japply.cli.flags.OutputFlags;
import dev.japply.cli.flags.OutputFlags.ObjectOutput;
import dev.japply.cli.flags.ReportFlags;
import dev.japply.cli.flags.ReportFlags.ReportTarget;
import dev.japply.cli.flags.Reports;
import dev.japply.cli.run.ApplyOutput.ApplyReports;
import dev.japply.diff.Secrets;
import dev.japply.object.ObjectKey;
import dev.japply.plan.FieldExplanation;
import dev.japply.report.DiffFiles;
import dev.japply.report.FieldFilter;
import dev.japply.report.PlanText;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.Reporter;
import dev.japply.report.StyledText;
import dev.japply.report.Summary;
import java.util.List;
import java.util.Map;

/// The output of a command that shows its plan, and carries it out: `undo` and `delete`.
///
/// @param requests the style of logged requests on standard error
/// @param blocks the form of the text about objects
/// @param summary whether to print a summary at the end
/// @param secrets whether the plan and the reports contain the values of Secrets
public record PlannedOutput(
    ObjectOutput format,
    Requests requests,
    Blocks blocks,
    boolean summary,
    Secrets secrets,
    List<ReportTarget> reports) {
  public PlannedOutput {
    reports = List.copyOf(reports);
  }

  /// Returns the output that flags request.
  public static PlannedOutput of(
      GlobalFlags global, OutputFlags output, BlockFlags blocks, ReportFlags reports) {
    return new PlannedOutput(
        output.format(),
        global.requests(),
        blocks.blocks(),
        reports.summarizes(),
        reports.secrets(),
        reports.targets(output.isGiven()));
  }

  /// Returns the printer of a plan on standard error.
  public PlanText text(CommandContext context) {
    return blocks.text(context, context.console().terminals().err());
  }

  /// Prints the text of a plan on standard error.
  public static void show(CommandContext context, StyledText text) {
    context.console().err().print(text, context.console().errorColours());
    context.console().err().flush();
  }

  /// Returns the reporter of a run.
  ///
  /// @param objects prints the objects on standard output, unless a report is printed there
  /// @param explained the changed fields of objects that were explained before
  public Reporter reporter(
      CommandContext context,
      ExecutionOptions options,
      Reporter objects,
      Summary counts,
      Reports targets,
      Map<ObjectKey, List<FieldExplanation>> explained) {
    var differences =
        new DiffFiles(FieldFilter.own(secrets), /* annotated= */ true, options.compatibility());
    var reported = new ApplyReports(targets, differences, options, explained);
    var problems = context.console().problems(requests);
    return targets.isPrinted()
        ? Reporter.all(counts, reported, problems)
        : Reporter.all(counts, new ApplyOutput(objects, objects), reported, problems);
  }
}
