package dev.japply.cli.plan;

import dev.japply.apply.Event;
import dev.japply.apply.PruneRequest.Choice;
import dev.japply.cli.flags.BlockFlags.Blocks;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.ReportTarget;
import dev.japply.cli.flags.Reports;
import dev.japply.cli.flags.UsageException;
import dev.japply.cli.plan.PlanCreator.Basis;
import dev.japply.cli.plan.PlanCreator.Extent;
import dev.japply.cli.run.PreviewedObjects;
import dev.japply.diff.Secrets;
import dev.japply.io.Cancellation;
import dev.japply.plan.Action;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner.Annotation;
import dev.japply.plan.file.PlanFile;
import dev.japply.plan.file.PlanFile.Deletion;
import dev.japply.plan.file.PlanFile.Made;
import dev.japply.plan.file.PlanFile.Prune;
import dev.japply.problem.ExitCode;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.report.FailureRecorder;
import dev.japply.report.FirstSteps;
import dev.japply.report.PlanJson;
import dev.japply.report.PlanText;
import dev.japply.report.PlanText.Awaited;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.ReportedObject;
import dev.japply.report.Reporter;
import dev.japply.report.Summary;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Runs `japply plan`: plans an apply, prints the plan and writes the plan file.
record PlanRun(
    CommandContext context,
    Cancellation cancellation,
    PreviewedObjects.Input input,
    Deletions deletions,
    File file,
    Output output) {

  /// The planned deletions.
  ///
  /// @param choice the candidates for pruning; null for none
  /// @param prune the pruning flags; null for none
  record Deletions(Deletion options, @Nullable Choice choice, @Nullable Prune prune) {}

  /// The plan file.
  ///
  /// @param out the path of the file; null to not write it
  /// @param good the validity of the plan
  /// @param by the program that creates the plan
  /// @param flags the flags that the plan file contains
  /// @param apply the command line that carries out the plan
  record File(@Nullable Path out, Duration good, String by, List<String> flags, String apply) {}

  /// The output of the command.
  ///
  /// @param json whether to print the plan in the format of its file instead of text
  /// @param blocks the form of the text about objects
  /// @param requests the style of logged requests on standard error
  /// @param summary whether to print a summary at the end
  /// @param repeats whether the summary is also printed if the text has its numbers
  /// @param secrets whether text and reports contain the values of Secrets
  record Output(
      boolean json,
      Blocks blocks,
      Requests requests,
      boolean summary,
      boolean repeats,
      Secrets secrets,
      List<ReportTarget> reports) {
    public Output {
      reports = List.copyOf(reports);
    }

    /// Returns the parts of the plan that the output requires.
    Extent extent(File file) {
      boolean kept = file.out() != null || json;
      return new Extent(secrets, kept, kept || !reports.isEmpty());
    }
  }

  ExitCode run() {
    if (file.out() != null) {
      PlanFiles.check(file.out());
    }
    var summary = new Summary(true, "");
    Reports reports = Reports.open(context, output.reports(), output.secrets(), cancellation);
    return reports.around("plan", summary, output.summary(), () -> plan(summary, reports));
  }

  private ExitCode plan(Summary summary, Reports reports) {
    var steps = new FirstSteps();
    Console console = context.console();
    Reporter problems = console.problems(output.requests());
    boolean isText = !output.json() && !reports.isPrinted();
    Reporter shown = isText ? Reporter.all(console.warnings().inBlocks(), problems) : problems;
    var events = new FailureRecorder(Reporter.all(summary, reports, shown, steps));
    var chosen = new PreviewedObjects(context, cancellation, input, summary, reports, events);
    var entries = new ArrayList<ReportedObject>();
    Consumer<ReportedObject> planned =
        entry -> {
          entries.add(entry);
          summary.add(entry.end(), entry.object());
          reports.add(entry);
        };
    if (chosen.objects().isEmpty() && !events.failed()) {
      throw new UsageException("no objects passed to plan");
    }
    summary.expect(chosen.objects().size());
    if (!chosen.objects().isEmpty()) {
      PlanFile plan =
          chosen.preview((live, listener) ->
              planning(chosen::note, planned, listener)
                  .make(live, chosen.objects(), events.failed(), cancellation));
      if (cancellation.requested()) {
        return ExitCode.INTERRUPTED;
      }
      if (!reports.isPrinted()) {
        print(plan, entries, summary, steps, events.failed());
      }
      if (!events.failed()) {
        write(plan);
        return ExitCode.OK;
      }
    }
    if (file.out() != null) {
      events.accept(new Event.Rejected(unwritten()));
    }
    return ExitCode.FAILED;
  }

  private void write(PlanFile plan) {
    if (file.out() == null) {
      return;
    }
    PlanFiles.write(file.out(), plan);
    boolean changes =
        plan.entries().stream().anyMatch(entry -> !(entry.action() instanceof Action.Unchanged));
    if (changes && context.console().terminals().err()) {
      context
          .console()
          .err()
          .printLine("until " + plan.made().expires() + ", apply it by: " + file.apply());
    }
  }

  private static Problem unwritten() {
    String what = "no plan was written, since not all objects can be applied";
    return Problem.error(Origin.NONE, what, "");
  }

  private void print(
      PlanFile plan,
      List<ReportedObject> entries,
      Summary summary,
      FirstSteps steps,
      boolean failed) {
    if (!output.json()) {
      summary.printIf(failed || (summary.changed() && output.repeats())); // the text has it, too
      if (!failed) {
        context.console().out().print(PlanText.head(plan.made(), plan.target()));
      } else if (!entries.isEmpty()) {
        context.console().out().print(PlanText.incompleteHead(plan.made(), plan.target()));
      }
      var text = output.blocks().text(context, context.console().terminals().out());
      context
          .console()
          .out()
          .print(
              text.objects(entries, plan.settings().order(), Awaited.APPLIED),
              context.console().colours());
      if (!entries.isEmpty() || !steps.isOneError()) {
        context.console().out().print(steps.text(text.width(), "plan"), /* coloured= */ false);
      }
    } else if (!failed) {
      context.console().data().print(PlanJson.of(plan));
      context.console().data().flush();
    }
    context.console().out().flush();
  }

  private PlanCreator planning(
      Consumer<PlannedObject> noted, Consumer<ReportedObject> planned, Consumer<Event> events) {
    Instant now = context.clock().instant().truncatedTo(ChronoUnit.SECONDS);
    var made = new Made(now, now.plus(file.good()), file.by(), file.flags());
    return new PlanCreator(
        input.settings(deletions.choice(), Annotation.WRITTEN),
        new Basis(made, input.files().names(), deletions.options(), deletions.prune()),
        output.extent(file),
        noted,
        planned,
        events,
        context.console().warnings()::isShown);
  }
}
