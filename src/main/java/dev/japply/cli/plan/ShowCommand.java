package dev.japply.cli.plan;

import dev.japply.apply.Event;
import dev.japply.cli.flags.BlockFlags;
import dev.japply.cli.flags.BlockFlags.Blocks;
import dev.japply.cli.flags.Command.LocalCommand;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.OutputFlags;
import dev.japply.cli.flags.ReportFlags;
import dev.japply.cli.flags.ReportFlags.ReportTarget;
import dev.japply.cli.flags.Reports;
import dev.japply.cli.flags.StoredFile.DeletionPlanFiles;
import dev.japply.cli.flags.UndoFiles;
import dev.japply.cli.flags.UsageException;
import dev.japply.cli.plan.PlanCommand.ApplyCommandLine;
import dev.japply.cli.undo.ShowUndo;
import dev.japply.diff.Secrets;
import dev.japply.io.Cancellation;
import dev.japply.plan.Action;
import dev.japply.plan.file.DeletionPlan;
import dev.japply.plan.file.PlanFile;
import dev.japply.plan.file.PlanFile.Entry;
import dev.japply.plan.file.PlanFile.Explanation;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.ExitCode;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.report.PlanEntryReport;
import dev.japply.report.PlanJson;
import dev.japply.report.PlanText;
import dev.japply.report.PlanText.Awaited;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.ReportedObject;
import dev.japply.report.Reporter;
import dev.japply.report.Summary;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The command `japply show` and its flags.
public final class ShowCommand extends LocalCommand {
  private final Flag<Boolean> json = OutputFlags.textOrJson(flags);
  private final BlockFlags blocks = new BlockFlags(flags);
  private final ReportFlags reports = new ReportFlags(flags, "", false);

  public ShowCommand(FlagSet set) {
    super(set);
  }

  @Override
  public String name() {
    return "show";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Show a plan, or the effect of an undo file.")
        .description("Needs no cluster. Refuses an edited plan.")
        .customSynopsis("${ROOT-COMMAND-NAME} show FILE [flags]")
        .footer(
            "  ${ROOT-COMMAND-NAME} show plan.json",
            "  ${ROOT-COMMAND-NAME} show release.undo",
            "  ${ROOT-COMMAND-NAME} show plan.json -o json",
            "  ${ROOT-COMMAND-NAME} show plan.json --report=html=plan.html");
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    if (arguments.isEmpty()) {
      throw UsageException.of(global.command(), "must specify the file of a plan or of an undo");
    }
    checkCount(arguments, 1);
    boolean asJson = json.get();
    return new ShowRun(context, cancellation, global.command())
        .run(Path.of(arguments.getFirst()), asJson, blocks.blocks(), reports.targets(asJson))
        .status();
  }

  /// Runs `japply show`: prints a plan file, and writes the same reports as `plan`.
  ///
  /// @param context the streams for the output
  /// @param command the program and its command as typed
  private record ShowRun(CommandContext context, Cancellation cancellation, String command) {

    /// Prints the plan or the undo file in `file`.
    ///
    /// @param json whether to print the plan in the format of its file instead of text
    /// @param blocks the form of the text about objects
    ExitCode run(Path file, boolean json, Blocks blocks, List<ReportTarget> targets) {
      var summary = new Summary(true, "");
      Reports reports = Reports.open(context, targets, Secrets.MASKED, cancellation);
      return reports.around(
          "plan",
          summary,
          /* summarizes= */ false,
          () -> show(file, new Text(json, blocks), summary, reports));
    }

    /// The printed form of the plan.
    private record Text(boolean json, Blocks blocks) {}

    private ExitCode show(Path file, Text text, Summary summary, Reports reports) {
      ByteLimit limit = context.console().byteLimit();
      if (UndoFiles.isUndoFile(file, limit)) {
        return new ShowUndo(context).show(UndoFiles.read(file, limit), text.json(), text.blocks());
      }
      if (DeletionPlanFiles.is(file, limit)) {
        return show(DeletionPlanFiles.read(file, limit), text);
      }
      PlanFile plan = PlanFiles.readShown(file, limit);
      Console console = context.console();
      Reporter printed = console.problems(Requests.HIDDEN);
      boolean isText = !text.json() && !reports.isPrinted();
      Reporter shown = isText ? Reporter.all(console.warnings().inBlocks(), printed) : printed;
      Reporter problems = Reporter.all(reports, shown);
      if (context.clock().instant().isAfter(plan.made().expires())) {
        String what = "this plan expired at " + plan.made().expires();
        problems.accept(
            new Event.Warned(Problem.warning(WarningId.EXPIRED_PLAN, Origin.NONE, "", what, "")));
      }
      var report = PlanEntryReport.of(plan);
      var objects = new ArrayList<ReportedObject>();
      var entries = new ArrayList<Entry>();
      summary.on(plan.target().server());
      for (Entry entry : plan.entries()) {
        ReportedObject object = report.of(entry);
        List<Problem> warnings =
            entry.explanation().warnings().stream()
                .filter(context.console().warnings()::isShown)
                .toList();
        objects.add(object);
        entries.add(entry.with(new Explanation(object.fields(), warnings, object.diff())));
        summary.add(object.end(), object.object());
        reports.add(object);
        warnings.forEach(warning -> problems.accept(new Event.Warned(warning)));
      }
      if (!reports.isPrinted()) {
        print(
            new PlanFile(plan.made(), plan.target(), plan.settings(), plan.digests(), entries),
            file,
            objects,
            text);
      }
      return ExitCode.OK;
    }

    private ExitCode show(DeletionPlan plan, Text text) {
      Console console = context.console();
      if (text.json()) {
        console.data().print(PlanJson.of(plan));
        console.data().flush();
      } else {
        var blocks = text.blocks().text(context, console.terminals().out());
        console.out().print(PlanText.head(plan.made(), plan.target()));
        console.out().print(blocks.deleted(PlanEntryReport.of(plan)), console.colours());
        console.out().flush();
      }
      return ExitCode.OK;
    }

    private void print(PlanFile plan, Path file, List<ReportedObject> objects, Text text) {
      if (text.json()) {
        context.console().data().print(PlanJson.of(plan));
        context.console().data().flush();
      } else {
        var blocks = text.blocks().text(context, context.console().terminals().out());
        context.console().out().print(PlanText.head(plan.made(), plan.target()));
        context
            .console()
            .out()
            .print(
                blocks.objects(objects, plan.settings().order(), Awaited.APPLIED),
                context.console().colours());
        context.console().out().flush();
        printCommand(plan, file);
      }
      context.console().out().flush();
    }

    /// Prints the command that carries out the plan on a terminal, as `plan` does.
    private void printCommand(PlanFile plan, Path file) {
      Console console = context.console();
      Instant expires = plan.made().expires();
      boolean good = !context.clock().instant().isAfter(expires);
      boolean changes =
          plan.entries().stream().anyMatch(entry -> !(entry.action() instanceof Action.Unchanged));
      if (good && changes && !plan.made().flags().isEmpty() && console.terminals().err()) {
        String apply = ApplyCommandLine.ofStored(command, plan, file);
        console.err().printLine("until " + expires + ", apply it by: " + apply);
      }
    }
  }
}
