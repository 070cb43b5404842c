package dev.japply.cli.command;

import dev.japply.apply.Event;
import dev.japply.cli.command.PlanCreator.Basis;
import dev.japply.cli.command.PlanRequest.Deletions;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.PlanFiles;
import dev.japply.cli.flags.Reports;
import dev.japply.cli.flags.UsageException;
import dev.japply.io.Cancellation;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner.Annotation;
import dev.japply.plan.file.PlanFile;
import dev.japply.plan.file.PlanFile.Made;
import dev.japply.problem.ExitCode;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.report.FailureRecorder;
import dev.japply.report.PlanJson;
import dev.japply.report.PlanText;
import dev.japply.report.ReportedObject;
import dev.japply.report.Reporter;
import dev.japply.report.Summary;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Runs `japply plan`: plans an apply, prints the plan and writes the plan file.
final class PlanRun {
  private final CommandContext context;
  private final Cancellation cancellation;
  private final Summary summary = new Summary(true, "");
  private final List<ReportedObject> entries = new ArrayList<>();

  PlanRun(CommandContext context, Cancellation cancellation) {
    this.context = context;
    this.cancellation = cancellation;
  }

  ExitCode run(PlanRequest request) {
    if (request.file().out() != null) {
      PlanFiles.check(request.file().out());
    }
    var output = request.output();
    Reports reports = Reports.open(context, output.reports(), output.secrets(), cancellation);
    return reports.around("plan", summary, output.summary(), () -> plan(request, reports));
  }

  private ExitCode plan(PlanRequest request, Reports reports) {
    var events =
        new FailureRecorder(
            Reporter.all(
                summary, reports, context.console().problems(request.output().requests())));
    var chosen =
        new PreviewedObjects(context, cancellation, request.input(), summary, reports, events);
    if (chosen.objects().isEmpty() && !events.failed()) {
      throw new UsageException("no objects passed to plan");
    }
    summary.expect(chosen.objects().size());
    if (!chosen.objects().isEmpty()) {
      PlanFile plan =
          chosen.preview((live, listener) ->
              planning(request, reports, listener, chosen::note)
                  .make(live, chosen.objects(), events.failed(), cancellation));
      if (cancellation.requested()) {
        return ExitCode.INTERRUPTED;
      }
      if (!reports.isPrinted()) {
        print(request, plan, events.failed());
      }
      if (!events.failed()) {
        write(request, plan);
        return ExitCode.OK;
      }
    }
    if (request.file().out() != null) {
      events.accept(new Event.Rejected(unwritten()));
    }
    return ExitCode.FAILED;
  }

  private static void write(PlanRequest request, PlanFile plan) {
    if (request.file().out() != null) {
      PlanFiles.write(request.file().out(), plan);
    }
  }

  private static Problem unwritten() {
    String what = "no plan was written, since not all objects can be applied";
    return Problem.error(Origin.NONE, what, "");
  }

  private void print(PlanRequest request, PlanFile plan, boolean failed) {
    if (!request.output().json()) {
      summary.printIf(failed || summary.changed()); // else the text states that nothing changes
      if (!failed) {
        context.console().out().print(PlanText.head(plan.made(), plan.target()));
      } else if (!entries.isEmpty()) {
        context.console().out().print(PlanText.incompleteHead(plan.made(), plan.target()));
      }
      int width = context.width(request.output().wide(), context.console().terminals().out());
      context.console().out().print(PlanText.objects(entries, width));
    } else if (!failed) {
      context.console().data().print(PlanJson.of(plan));
      context.console().data().flush();
    }
    context.console().out().flush();
  }

  private PlanCreator planning(
      PlanRequest request,
      Reports reports,
      Consumer<Event> events,
      Consumer<PlannedObject> planned) {
    Deletions deletions = request.deletions();
    Instant now = context.clock().instant().truncatedTo(ChronoUnit.SECONDS);
    var made = new Made(now, now.plus(request.file().good()), request.file().by());
    return new PlanCreator(
        request.input().settings(deletions.choice(), Annotation.WRITTEN),
        new Basis(made, request.input().files().names(), deletions.options(), deletions.prune()),
        request.output().extent(request.file()),
        planned,
        entry -> {
          entries.add(entry);
          summary.add(entry.end(), entry.object());
          reports.add(entry);
        },
        events,
        context.console().warnings()::isShown);
  }
}
