package dev.japply.cli.command;

import dev.japply.apply.ApplyMethod;
import dev.japply.apply.Event;
import dev.japply.apply.Executor.Tally;
import dev.japply.apply.Gate;
import dev.japply.apply.PruneRequest.Choice;
import dev.japply.cli.flags.ChangeCause;
import dev.japply.cli.flags.ChosenObjects;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.InterruptNotice;
import dev.japply.cli.flags.ObjectOutput;
import dev.japply.cli.flags.PlanUse;
import dev.japply.cli.flags.Reports;
import dev.japply.cli.flags.UsageException;
import dev.japply.cluster.Cluster;
import dev.japply.input.ManifestSet;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.object.SecretValues;
import dev.japply.plan.Difference;
import dev.japply.problem.ExitCode;
import dev.japply.problem.Problem;
import dev.japply.ready.WaitLimits;
import dev.japply.report.BothReporters;
import dev.japply.report.ChangedOnly;
import dev.japply.report.DiffFiles;
import dev.japply.report.DocumentReporter;
import dev.japply.report.EachReporter.Separators;
import dev.japply.report.OutputFormat;
import dev.japply.report.Reporter;
import dev.japply.report.ShownFields;
import dev.japply.report.Summary;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Carries out `japply apply`: read, connect, find each object's place, apply, report.
record ApplyRun(CommandContext context, Cancellation cancellation) {

  ExitCode run(ApplyRequest request) {
    if (request.confirmation() != null) {
      Confirming.checkTerminal(context.console());
    }
    ManifestSet found = request.files().read(context, cancellation);
    if (cancellation.requested()) {
      context.console().err().printLine(InterruptNotice.NOTHING_CHANGED);
      return ExitCode.INTERRUPTED;
    }
    var summary = new Summary(false, ObjectOutput.note(request.options().dryRun()));
    var output = request.output();
    Reports reports =
        Reports.open(context.console(), output.reports(), output.secrets(), cancellation);
    try {
      return reports.around(
          "apply", false, summary, () -> run(request, found, told(request, summary, reports)));
    } finally {
      if (request.output().summary() && summary.isBegun() && !cancellation.requested()) {
        context.console().lastLine().say(summary.line());
      }
    }
  }

  /// Who hears of objects, beside what is printed.
  private record Told(Summary summary, ApplyReports reports, IgnoreUse ignored) {}

  private static Told told(ApplyRequest request, Summary summary, Reports reports) {
    var ignored = new IgnoreUse(request.options().planning(), summary);
    return new Told(summary, reports(request, reports), ignored);
  }

  private static ApplyReports reports(ApplyRequest request, Reports reports) {
    var compatibility = request.options().planning().compatibility();
    boolean annotated = request.options().method() instanceof ApplyMethod.ClientSide;
    return new ApplyReports(
        reports,
        new DiffFiles(ShownFields.own(request.output().secrets()), annotated, compatibility),
        request.options().fieldManager());
  }

  private ExitCode run(ApplyRequest request, ManifestSet found, Told told) {
    Summary summary = told.summary();
    Reporter reporter = reporter(request, told, output(request));
    boolean broken = ApplyOnCluster.report(found.problems(), reporter);
    var compatibility = request.options().planning().compatibility();
    var choice = ChosenObjects.of(found, request.selector(), compatibility);
    choice.remarks(compatibility).forEach(reporter);
    List<KubeObject> chosen = choice.objects();
    if (chosen.isEmpty() && !broken) {
      throw new UsageException("no objects passed to apply");
    }
    summary.expect(chosen.size());
    Ended ended =
        chosen.isEmpty() || (broken && isPlanned(request))
            ? new Ended(new Tally(0, 0, 0), ExitCode.OK)
            : applied(request, reporter, told, caused(request, chosen), broken);
    if (cancellation.requested()) {
      return ExitCode.INTERRUPTED;
    }
    if (request.plan() == null) {
      List<Problem> unused = told.ignored().unused(chosen.size());
      unused.forEach(problem -> reporter.accept(new Event.Warned(problem)));
    } else {
      request.plan().plan().entries().forEach(entry -> summary.ignore(entry.ignored()));
    }
    if (broken || ended.tally().failed() > 0) {
      return ExitCode.FAILED;
    }
    if (ended.waited() != ExitCode.OK) {
      return ended.waited();
    }
    return request.output().exitCode() && summary.changed() ? ExitCode.CHANGED : ExitCode.OK;
  }

  private static boolean isPlanned(ApplyRequest request) {
    return request.plan() != null || request.confirmation() != null;
  }

  private static List<KubeObject> caused(ApplyRequest request, List<KubeObject> objects) {
    ChangeCause cause = request.cause();
    return cause == null ? objects : cause.onAll(objects);
  }

  /// How it ended.
  ///
  /// @param waited how it ended to wait until all was ready
  private record Ended(Tally tally, ExitCode waited) {}

  private Ended applied(
      ApplyRequest request,
      Reporter reporter,
      Told told,
      List<KubeObject> objects,
      boolean broken) {
    return context.onCluster(
        request.connection(),
        cluster -> {
          told.summary().on(cluster.address());
          int missing = request.preflight() ? missing(cluster, request, objects, reporter) : 0;
          if (missing > 0) {
            return new Ended(new Tally(0, missing, objects.size()), ExitCode.OK);
          }
          PlanUse plan = request.plan();
          if (request.confirmation() != null) {
            var confirming =
                new Confirming(context, request, cancellation, told.ignored()::note, reporter);
            plan = confirming.confirmed(cluster, objects, request.confirmation()).orElse(null);
            if (plan == null) {
              return new Ended(new Tally(0, 1, objects.size()), ExitCode.OK);
            }
          }
          var work = new Work(cluster, request, told, plan, objects, broken);
          return request.waiting() == null
              ? carryOut(work, reporter)
              : carryOutAndWait(work, request.waiting(), reporter);
        });
  }

  /// What is done once nothing stands against it.
  ///
  /// @param plan what is to be done; null where that is to be found out
  /// @param broken whether there are other documents, which are no objects
  private record Work(
      Cluster cluster,
      ApplyRequest request,
      Told told,
      @Nullable PlanUse plan,
      List<KubeObject> objects,
      boolean broken) {}

  private Ended carryOut(Work work, Reporter reporter) {
    try (var progress = progress(work)) {
      return new Ended(carryOut(work, reporter, progress, Gate.OPEN), ExitCode.OK);
    }
  }

  private Progress progress(Work work) {
    return Progress.of(context.console(), work.request().output().isForPeople());
  }

  /// What is not applied as a whole is not waited for at the end.
  private Ended carryOutAndWait(Work work, WaitLimits limits, Reporter reporter) {
    var targets = new AppliedTargets(reporter);
    var readying =
        new Readying(
            context.console(),
            work.cluster(),
            cancellation,
            limits,
            reporter,
            SecretValues.of(work.objects()));
    ReadyGate gate;
    Tally tally;
    try (var progress = progress(work)) {
      gate = new ReadyGate(readying, work.request().ranked(), progress);
      tally = carryOut(work, targets, progress, gate);
    }
    boolean well = !work.broken() && tally.failed() == 0 && tally.notTried() == 0;
    ExitCode waited =
        well && gate.status() == ExitCode.OK && !cancellation.requested()
            ? targets.await(readying, gate.ready(), work.told().summary())
            : gate.status();
    return new Ended(tally, waited);
  }

  private Tally carryOut(Work work, Reporter reporter, Progress progress, Gate gate) {
    Told told = work.told();
    ApplyRequest request = work.request();
    if (work.plan() != null) {
      return new PlannedOnCluster(
              work.cluster(), request, work.plan(), cancellation, reporter, progress, gate)
          .run(work.objects());
    }
    Reporter pruned = reporter(request, told, pruned(request));
    var noted = new BothReporters(reporter, told.ignored());
    return new ApplyOnCluster(work.cluster(), request, cancellation, noted, pruned, progress, gate)
        .run(work.objects(), work.broken());
  }

  /// How many rights are missing, which was told.
  private int missing(
      Cluster cluster, ApplyRequest request, List<KubeObject> objects, Reporter reporter) {
    try (var progress = Progress.of(context.console(), request.output().isForPeople())) {
      return new Preflighting(
              cluster, request.rights(), cancellation, reporter, progress.before(event -> {}))
          .missing(objects);
    }
  }

  /// Who counts, prints on standard output, and prints problems.
  private Reporter reporter(ApplyRequest request, Told told, Reporter output) {
    Reporter printed = request.output().hideUnchanged() ? new ChangedOnly(output) : output;
    boolean replaced = told.reports().reports().isPrinted();
    return new BothReporters(
        new BothReporters(
            told.summary(), replaced ? told.reports() : new BothReporters(printed, told.reports())),
        context.console().problems(request.output().requests()));
  }

  private Reporter output(ApplyRequest request) {
    PrintWriter data = context.console().data();
    boolean evenAfterFailure =
        request.options().planning().allows(Difference.PRINTS_DESPITE_FAILURES);
    return request.output().format() instanceof ObjectOutput.Together(OutputFormat notation)
        ? new DocumentReporter(data, notation, evenAfterFailure)
        : each(request, Separators.BETWEEN);
  }

  /// Who prints what is pruned, after all that was applied. kubectl separates pruned YAML documents
  /// only from other members of an ApplySet.
  private Reporter pruned(ApplyRequest request) {
    boolean set = request.prune() != null && request.prune().choice() instanceof Choice.Members;
    Separators kubectls = set ? Separators.BETWEEN : Separators.NONE;
    boolean separated = request.options().planning().allows(Difference.SEPARATES_PRUNED);
    return each(request, separated ? Separators.BEFORE_EACH : kubectls);
  }

  private Reporter each(ApplyRequest request, Separators separators) {
    return request
        .output()
        .format()
        .each(context.console(), request.options().dryRun(), separators);
  }
}
