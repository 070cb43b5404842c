package dev.japply.cli.command;

import dev.japply.apply.Apply;
import dev.japply.apply.ApplyMethod;
import dev.japply.apply.ApplySummary;
import dev.japply.apply.ApplySummary.Tally;
import dev.japply.apply.Event;
import dev.japply.apply.PlanToApply;
import dev.japply.apply.PruneRequest.Choice;
import dev.japply.apply.ReadinessWait;
import dev.japply.cli.flags.ChangeCause;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.InterruptNotice;
import dev.japply.cli.flags.ObjectOutput;
import dev.japply.cli.flags.Reports;
import dev.japply.cli.flags.SelectedObjects;
import dev.japply.cli.flags.UndoFlags.Recording;
import dev.japply.cli.flags.UsageException;
import dev.japply.cluster.Cluster;
import dev.japply.input.ManifestSet;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.object.SecretValues;
import dev.japply.plan.Difference;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.report.DiffFiles;
import dev.japply.report.DocumentReporter;
import dev.japply.report.FieldFilter;
import dev.japply.report.ObjectReporter.Separators;
import dev.japply.report.OutputFormat;
import dev.japply.report.Reporter;
import dev.japply.report.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Runs `japply apply`: reads the manifests, connects, resolves the objects, applies and reports.
record ApplyRun(CommandContext context, Cancellation cancellation) {

  ExitCode run(ApplyRequest request) {
    if (request.confirmation() != null) {
      ConfirmPrompt.checkTerminal(context.console());
    }
    ManifestSet found = request.files().read(context, cancellation);
    if (cancellation.requested()) {
      throw new JapplyException(
          Problem.error(Origin.NONE, "", InterruptNotice.NOTHING_CHANGED, ""));
    }
    var summary = new Summary(false, ObjectOutput.note(request.options().dryRun()));
    var output = request.output();
    Reports reports = Reports.open(context, output.reports(), output.secrets(), cancellation);
    return reports.around(
        "apply",
        summary,
        output.summary(),
        () -> run(request, found, listeners(request, summary, reports)));
  }

  /// The listeners for objects, in addition to the printed output.
  private record Listeners(Summary summary, ApplyReports reports, IgnoreRuleUsage ignored) {}

  private static Listeners listeners(ApplyRequest request, Summary summary, Reports reports) {
    var ignored = new IgnoreRuleUsage(request.options(), summary);
    return new Listeners(summary, reports(request, reports), ignored);
  }

  private static ApplyReports reports(ApplyRequest request, Reports reports) {
    var compatibility = request.options().planning().compatibility();
    boolean annotated = request.options().method() instanceof ApplyMethod.ClientSide;
    return new ApplyReports(
        reports,
        new DiffFiles(FieldFilter.own(request.output().secrets()), annotated, compatibility),
        request.options());
  }

  private ExitCode run(ApplyRequest request, ManifestSet found, Listeners listeners) {
    Summary summary = listeners.summary();
    Reporter reporter = reporter(request, listeners);
    boolean broken = report(found.problems(), reporter);
    var compatibility = request.options().planning().compatibility();
    var choice = SelectedObjects.of(found, request.selector(), compatibility);
    choice.remark().ifPresent(reporter);
    List<KubeObject> chosen = choice.objects();
    SelectedObjects.warnOfReplicas(chosen, request.files(), request.options(), reporter);
    if (chosen.isEmpty() && !broken) {
      throw new UsageException("no objects passed to apply");
    }
    summary.expect(chosen.size());
    Result result =
        chosen.isEmpty() || (broken && isPlanned(request))
            ? new Result(new Tally(0, 0, 0), ExitCode.OK)
            : applyOnCluster(request, reporter, listeners, withCause(request, chosen), broken);
    if (cancellation.requested()) {
      return ExitCode.INTERRUPTED;
    }
    if (request.plan() == null) {
      List<Problem> unused = listeners.ignored().unused(chosen.size());
      unused.forEach(problem -> reporter.accept(new Event.Warned(problem)));
    } else {
      request.plan().plan().entries().forEach(entry -> summary.ignore(entry.ignored()));
    }
    if (broken || result.tally().failed() > 0) {
      return ExitCode.FAILED;
    }
    if (result.waited() != ExitCode.OK) {
      return result.waited();
    }
    return request.output().exitCode() && summary.changed() ? ExitCode.CHANGED : ExitCode.OK;
  }

  private static boolean isPlanned(ApplyRequest request) {
    return request.plan() != null || request.confirmation() != null;
  }

  private static List<KubeObject> withCause(ApplyRequest request, List<KubeObject> objects) {
    ChangeCause cause = request.cause();
    return cause == null ? objects : cause.onAll(objects);
  }

  /// The result of the apply.
  ///
  /// @param waited the result of the wait for readiness
  private record Result(Tally tally, ExitCode waited) {}

  private Result applyOnCluster(
      ApplyRequest request,
      Reporter reporter,
      Listeners listeners,
      List<KubeObject> objects,
      boolean broken) {
    return context.onCluster(
        request.connection(),
        cluster -> {
          listeners.summary().on(cluster.address());
          int missing = request.preflight() ? missing(cluster, request, objects, reporter) : 0;
          if (missing > 0) {
            return new Result(new Tally(0, missing, objects.size()), ExitCode.OK);
          }
          PlanToApply plan = request.plan();
          if (request.confirmation() != null) {
            var confirming =
                new ConfirmPrompt(
                    context,
                    request,
                    cancellation,
                    listeners.ignored()::note,
                    new CommonFailures(cluster, reporter));
            plan = confirming.confirmed(cluster, objects, request.confirmation()).orElse(null);
            if (plan == null) {
              return new Result(new Tally(0, 1, objects.size()), ExitCode.OK);
            }
          }
          var work =
              new Work(
                  cluster,
                  request,
                  new CommonFailures(cluster, reporter),
                  listeners.reports().reports(),
                  plan,
                  objects,
                  broken);
          return request.recording() == null
              ? apply(work, reporter, listeners.summary())
              : applyRecorded(work, request.recording(), reporter, listeners.summary());
        });
  }

  /// Applies, and waits for readiness on request.
  private Result apply(Work work, Reporter reporter, Summary counts) {
    if (work.request().waiting() == null) {
      return new Result(run(work, null).tally(), ExitCode.OK);
    }
    var readying =
        new ReadinessFollowUp(
            context.console(),
            work.cluster(),
            cancellation,
            work.request().waiting(),
            reporter,
            SecretValues.of(work.objects()));
    return applyAndWait(work, new ReadyWaiter(readying), counts);
  }

  /// Applies, and records how the run is taken back; after a failure takes it back on request.
  private Result applyRecorded(Work work, Recording how, Reporter reporter, Summary counts) {
    try (var recording =
        UndoRecording.begin(context, work.cluster(), how, "apply", work.objects())) {
      Result ended = apply(work.on(recording.cluster()), reporter, counts);
      boolean interrupted = cancellation.requested();
      boolean failed = work.broken() || ended.tally().failed() > 0 || ended.waited() != ExitCode.OK;
      if (!failed || interrupted || !how.onFailure()) {
        recording.end(failed || interrupted);
      } else {
        recording.endBeforeUndo();
        new FailureUndo(context, work.cluster(), cancellation)
            .takeBack(recording, work.request().options());
      }
      return ended;
    }
  }

  /// The inputs of a run on the cluster.
  ///
  /// @param plan the plan to carry out; null if the objects are planned now
  /// @param broken whether the input has other documents, which are not objects
  private record Work(
      Cluster cluster,
      ApplyRequest request,
      Consumer<Event> events,
      Reports reports,
      @Nullable PlanToApply plan,
      List<KubeObject> objects,
      boolean broken) {
    /// Returns the same work on a cluster that records the writes.
    Work on(Cluster recording) {
      return new Work(recording, request, events, reports, plan, objects, broken);
    }
  }

  /// Applies, and waits until all objects are ready if the apply succeeded.
  private Result applyAndWait(Work work, ReadyWaiter waiter, Summary counts) {
    ApplySummary summary = run(work, waiter);
    boolean well = !work.broken() && summary.isComplete();
    ExitCode waited =
        well && waiter.status() == ExitCode.OK && !cancellation.requested()
            ? waiter.awaitAll(summary.applied(), counts)
            : waiter.status();
    return new Result(summary.tally(), waited);
  }

  private ApplySummary run(Work work, @Nullable ReadyWaiter waiter) {
    ApplyRequest request = work.request();
    PlanToApply plan = work.plan();
    boolean shown = request.output().isForPeople();
    try (var progress = Progress.of(context.console(), shown, work.reports()::time)) {
      var settings =
          new Apply.Settings(
              request.options(),
              request.connection().namesNamespace(),
              request.prune(),
              request.ranked(),
              waiter == null ? ReadinessWait.NONE : waiter.during(progress),
              request.output().detail());
      var apply = new Apply(work.cluster(), settings, cancellation, progress.before(work.events()));
      if (plan == null) {
        return apply.run(work.objects(), !work.broken());
      }
      PlanTargets.check(plan.plan().target(), work.cluster());
      return apply.run(plan, work.objects());
    }
  }

  /// Returns the number of missing permissions, which have been reported.
  private int missing(
      Cluster cluster, ApplyRequest request, List<KubeObject> objects, Reporter reporter) {
    try (var progress = Progress.of(context.console(), request.output().isForPeople())) {
      return new PermissionCheck(
              cluster, request, cancellation, reporter, progress.before(event -> {}))
          .missing(objects);
    }
  }

  /// Reports problems with the input. Returns whether there was an error among them.
  private static boolean report(List<Problem> problems, Reporter reporter) {
    problems.forEach(problem -> reporter.accept(Event.about(problem)));
    return problems.stream().anyMatch(problem -> problem.severity() == Severity.ERROR);
  }

  /// Returns the reporters that count, print on standard output, and print problems.
  private Reporter reporter(ApplyRequest request, Listeners listeners) {
    boolean planned = request.plan() != null || request.confirmation() != null;
    Reporter applied = output(request);
    var output = new ApplyOutput(applied, planned ? applied : pruned(request));
    var reporters = new ArrayList<Reporter>();
    reporters.add(listeners.summary());
    if (!listeners.reports().reports().isPrinted()) {
      reporters.add(request.output().hideUnchanged() ? output.withoutUnchanged() : output);
    }
    reporters.add(listeners.reports());
    if (!planned) {
      reporters.add(listeners.ignored());
    }
    reporters.add(context.console().problems(request.output().requests()));
    return Reporter.all(reporters.toArray(Reporter[]::new));
  }

  private Reporter output(ApplyRequest request) {
    return request.output().format() instanceof ObjectOutput.Together(OutputFormat notation)
        ? new DocumentReporter(context.console().data(), notation)
        : each(request, Separators.BETWEEN);
  }

  /// Returns the reporter that prints the pruned objects after the applied ones. kubectl separates
  /// pruned YAML documents only when it prunes an ApplySet.
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
