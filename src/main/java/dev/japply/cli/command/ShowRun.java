package dev.japply.cli.command;

import dev.japply.apply.Event;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.PlanFiles;
import dev.japply.cli.flags.ReportTarget;
import dev.japply.cli.flags.Reports;
import dev.japply.cli.flags.UndoFiles;
import dev.japply.diff.Secrets;
import dev.japply.io.Cancellation;
import dev.japply.plan.file.PlanFile;
import dev.japply.plan.file.PlanFile.Entry;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.ExitCode;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.report.PlanEntryText;
import dev.japply.report.PlanJson;
import dev.japply.report.PlanText;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.ReportedObject;
import dev.japply.report.Reporter;
import dev.japply.report.Summary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Runs `japply show`: prints a plan file, and writes the same reports as `plan`.
///
/// @param context the streams for the output
record ShowRun(CommandContext context, Cancellation cancellation) {

  /// Prints the plan or the undo file in `file`.
  ///
  /// @param json whether to print the plan in the format of its file instead of text
  /// @param wide whether each field of a table is one line, however wide
  ExitCode run(Path file, boolean json, boolean wide, List<ReportTarget> targets) {
    var summary = new Summary(true, "");
    Reports reports = Reports.open(context, targets, Secrets.MASKED, cancellation);
    return reports.around(
        "plan",
        summary,
        /* summarizes= */ false,
        () -> show(file, new Text(json, wide), summary, reports));
  }

  /// The printed form of the plan.
  private record Text(boolean json, boolean wide) {}

  private ExitCode show(Path file, Text text, Summary summary, Reports reports) {
    ByteLimit limit = context.console().byteLimit();
    if (UndoFiles.isUndoFile(file, limit)) {
      return new ShowUndo(context).show(UndoFiles.read(file, limit), text.json(), text.wide());
    }
    PlanFile plan = PlanFiles.readShown(file, limit);
    Reporter problems = Reporter.all(reports, context.console().problems(Requests.HIDDEN));
    if (context.clock().instant().isAfter(plan.made().expires())) {
      String what = "this plan expired at " + plan.made().expires();
      problems.accept(
          new Event.Warned(Problem.warning(WarningId.EXPIRED_PLAN, Origin.NONE, "", what, "")));
    }
    var options = PlanEntryText.Options.of(plan);
    List<PlanEntryText> texts =
        plan.entries().stream()
            .map(entry -> PlanEntryText.of(entry, options))
            .map(entry -> entry.withWarnings(context.console().warnings()::isShown))
            .toList();
    summary.on(plan.target().server());
    for (PlanEntryText entry : texts) {
      summary.add(entry.end(), entry.object());
      reports.add(new ReportedObject(entry.object(), entry.end(), entry.diff(), entry.fields()));
      entry.warnings().forEach(warning -> problems.accept(new Event.Warned(warning)));
    }
    if (!reports.isPrinted()) {
      print(explained(plan, texts), texts, text);
    }
    return ExitCode.OK;
  }

  /// Replaces the entries of the plan by their versions in the explanations.
  private static PlanFile explained(PlanFile plan, List<PlanEntryText> texts) {
    var entries = new ArrayList<Entry>();
    for (Entry entry : plan.entries()) {
      entries.add(entry.with(texts.get(entries.size()).stored()));
    }
    return new PlanFile(plan.made(), plan.target(), plan.settings(), plan.digests(), entries);
  }

  private void print(PlanFile plan, List<PlanEntryText> texts, Text text) {
    if (text.json()) {
      context.console().data().print(PlanJson.of(plan));
      context.console().data().flush();
    } else {
      int width = context.width(text.wide(), context.console().terminals().out());
      context.console().out().print(PlanText.head(plan.made(), plan.target()));
      context.console().out().print(PlanText.objects(texts, width));
    }
    context.console().out().flush();
  }
}
