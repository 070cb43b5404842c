package dev.japply.cli.run;

import dev.japply.cancel.Cancellation;
import dev.japply.cli.context.CommandContext;
import dev.japply.cli.context.UsageException;
import dev.japply.cli.run.PreviewOnCluster.Asked;
import dev.japply.compat.Difference;
import dev.japply.event.Event;
import dev.japply.execute.Watcher;
import dev.japply.live.Cluster;
import dev.japply.manifest.ManifestSet;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.PlanEntries;
import dev.japply.plan.PlanFile;
import dev.japply.plan.PlanFile.Entry;
import dev.japply.plan.PlanFile.Made;
import dev.japply.plan.PlanFile.Settings;
import dev.japply.plan.PlanFile.Story;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner.Annotation;
import dev.japply.plan.Seal;
import dev.japply.problem.ExitCode;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.report.BothReporters;
import dev.japply.report.PlanJson;
import dev.japply.report.PlanText;
import dev.japply.report.Reporter;
import dev.japply.report.Summary;
import dev.japply.report.WhyJson;
import dev.japply.why.ObjectStory;
import dev.japply.why.ObjectStory.Show;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/// Carries out `japply plan`: finds out all that an apply would do, shows it and writes it down.
public final class PlanRun {
  private static final int SALT = 16;

  private final CommandContext context;
  private final Cancellation cancellation;
  private final Summary summary = new Summary(true, "");
  private final List<Entry> entries = new ArrayList<>();
  private final Seal seal = new Seal(salt());
  private boolean failed;

  public PlanRun(CommandContext context, Cancellation cancellation) {
    this.context = context;
    this.cancellation = cancellation;
  }

  private static String salt() {
    var bytes = new byte[SALT];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
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
    PlanFile.Target target = PlanTargets.of(cluster);
    var asked =
        new Asked(
            request.connection(),
            request.deletions().choice(),
            request.options(),
            Annotation.WRITTEN);
    new PreviewOnCluster(cluster, asked, cancellation, watcher)
        .run(
            objects,
            failed,
            planned -> note(request, planned, reporter),
            event -> report(event, reporter));
    return new PlanFile(made(request), target, settings(request), seal, entries);
  }

  private Made made(PlanRequest request) {
    Instant now = context.clock().instant().truncatedTo(ChronoUnit.SECONDS);
    return new Made(now, now.plus(request.file().good()), request.file().by());
  }

  private static Settings settings(PlanRequest request) {
    return new Settings(
        request.files().names(),
        !request.options().allows(Difference.ORDERS_BY_DEPENDENCY),
        request.options().planning().overwrite(),
        request.options().fieldManager(),
        request.options().fieldValidation(),
        request.deletions().how(),
        request.deletions().prune());
  }

  private void note(PlanRequest request, PlannedObject planned, Reporter reporter) {
    KubeObject object = planned.desired();
    if (planned.action() instanceof Action.Refused) {
      return; // that is told as an event, too
    }
    summary.add(end(planned.action()), object);
    var story = ObjectStory.of(planned, Show.PATCH, request.options().fieldManager());
    story.warnings().forEach(warning -> reporter.accept(new Event.Warned(warning)));
    var told = new Story(WhyJson.fields(story), WhyJson.warnings(story));
    entries.add(PlanEntries.of(planned, seal, told));
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
