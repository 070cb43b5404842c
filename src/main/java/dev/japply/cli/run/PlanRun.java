package dev.japply.cli.run;

import dev.japply.cancel.Cancellation;
import dev.japply.cli.context.CommandContext;
import dev.japply.cli.context.UsageException;
import dev.japply.cli.plan.PlanFiles;
import dev.japply.cli.plan.Planning;
import dev.japply.cli.plan.Planning.Basis;
import dev.japply.cli.plan.PreviewOnCluster.Asked;
import dev.japply.cli.run.PlanRequest.Deletions;
import dev.japply.event.Event;
import dev.japply.execute.Watcher;
import dev.japply.live.Cluster;
import dev.japply.manifest.ManifestSet;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.PlanFile;
import dev.japply.plan.PlanFile.Made;
import dev.japply.plan.Planner.Annotation;
import dev.japply.problem.ExitCode;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.report.BothReporters;
import dev.japply.report.PlanJson;
import dev.japply.report.PlanText;
import dev.japply.report.Reporter;
import dev.japply.report.Summary;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// Carries out `japply plan`: finds out all that an apply would do, shows it and writes it down.
public final class PlanRun {
  private final CommandContext context;
  private final Cancellation cancellation;
  private final Summary summary = new Summary(true, "");
  private boolean failed;

  public PlanRun(CommandContext context, Cancellation cancellation) {
    this.context = context;
    this.cancellation = cancellation;
  }

  public ExitCode run(PlanRequest request) {
    try {
      return plan(request);
    } finally {
      if (request.output().summary() && summary.isBegun() && !cancellation.requested()) {
        context.console().lastLine().say(summary.line());
      }
    }
  }

  private ExitCode plan(PlanRequest request) {
    Reporter reporter =
        new BothReporters(summary, context.console().problems(request.output().requests()));
    ManifestSet found = request.files().read(context.console());
    found.problems().stream().map(Event::about).forEach(event -> report(event, reporter));
    var choice =
        ChosenObjects.of(found, request.selector(), request.options().planning().compatibility());
    choice.skipped().ifPresent(reporter);
    List<KubeObject> chosen = choice.objects();
    if (chosen.isEmpty() && !failed) {
      throw new UsageException("no objects passed to plan");
    }
    summary.expect(chosen.size());
    if (!chosen.isEmpty()) {
      PlanFile plan = planned(request, chosen, reporter);
      if (cancellation.requested()) {
        return ExitCode.INTERRUPTED;
      }
      print(request, plan);
      if (!failed) {
        write(request, plan);
        return ExitCode.OK;
      }
    }
    if (request.file().out() != null) {
      reporter.accept(new Event.Rejected(unwritten()));
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

  private void print(PlanRequest request, PlanFile plan) {
    if (!request.output().json()) {
      context.console().out().print(PlanText.of(plan));
    } else if (!failed) {
      context.console().data().print(PlanJson.of(plan));
      context.console().data().flush();
    }
    context.console().out().flush();
  }

  private void report(Event event, Reporter reporter) {
    failed |= event instanceof Event.Rejected || event instanceof Event.Failed;
    reporter.accept(event);
  }

  private PlanFile planned(PlanRequest request, List<KubeObject> objects, Reporter reporter) {
    try (var progress = Progress.of(context.console(), true)) {
      return context.onCluster(
          request.connection(), cluster -> planned(request, objects, cluster, progress, reporter));
    }
  }

  private PlanFile planned(
      PlanRequest request,
      List<KubeObject> objects,
      Cluster cluster,
      Watcher watcher,
      Reporter reporter) {
    summary.on(cluster.address());
    Deletions deletions = request.deletions();
    var asked =
        new Asked(request.connection(), deletions.choice(), request.options(), Annotation.WRITTEN);
    Instant now = context.clock().instant().truncatedTo(ChronoUnit.SECONDS);
    var made = new Made(now, now.plus(request.file().good()), request.file().by());
    var planning =
        new Planning(
            asked,
            new Basis(made, request.files().names(), deletions.how(), deletions.prune()),
            planned -> summary.add(end(planned.action()), planned.desired()),
            reporter);
    PlanFile plan = planning.make(cluster, objects, failed, cancellation, watcher);
    failed |= planning.failed();
    return plan;
  }

  private static Summary.End end(Action action) {
    return switch (action) {
      case Action.Create create -> Summary.End.CREATED;
      case Action.Patch patch -> Summary.End.CONFIGURED;
      case Action.Unchanged same -> Summary.End.UNCHANGED;
      case Action.Recreate recreate -> Summary.End.RECREATED;
      case Action.Delete delete -> Summary.End.PRUNED;
      case Action.Apply apply -> Summary.End.SERVERSIDE_APPLIED;
      case Action.Refused refused -> Summary.End.FAILED;
    };
  }
}
