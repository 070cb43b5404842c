package dev.japply.cli.apply;

import dev.japply.apply.Apply;
import dev.japply.apply.ApplyMethod;
import dev.japply.apply.ApplySummary;
import dev.japply.apply.ApplySummary.Tally;
import dev.japply.apply.Event;
import dev.japply.apply.PlanToApply;
import dev.japply.apply.PruneRequest.Choice;
import dev.japply.apply.ReadinessWait;
import dev.japply.apply.RuleKinds;
import dev.japply.cli.flags.ChangeCause;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.InterruptNotice;
import dev.japply.cli.flags.ObjectOutput;
import dev.japply.cli.flags.Reports;
import dev.japply.cli.flags.SelectedObjects;
import dev.japply.cli.flags.UndoFlags.Recording;
import dev.japply.cli.flags.UsageException;
import dev.japply.cli.run.ApplyOutput;
import dev.japply.cli.run.ApplyReports;
import dev.japply.cli.run.ApplyWaits;
import dev.japply.cli.run.CommonFailures;
import dev.japply.cli.run.ExplainedWait;
import dev.japply.cli.run.IgnoreRuleUsage;
import dev.japply.cli.run.PlanTargets;
import dev.japply.cli.run.Progress;
import dev.japply.cli.undo.UndoRecording;
import dev.japply.cluster.Cluster;
import dev.japply.input.ManifestSet;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.object.SecretValues;
import dev.japply.plan.Difference;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.report.DiffFiles;
import dev.japply.report.FieldFilter;
import dev.japply.report.ObjectReporter.Separators;
import dev.japply.report.Reporter;
import dev.japply.report.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Runs `japply apply`: reads the manifests, connects, applies the objects and reports.
final class ApplyRun {
  private final CommandContext context;
  private final Cancellation cancellation;
  private final ApplyRequest request;
  private final Summary summary;
  private final Reports reports;
  private final IgnoreRuleUsage ignored;
  private final Reporter reporter;

  private ApplyRun(
      CommandContext context,
      Cancellation cancellation,
      ApplyRequest request,
      Summary summary,
      Reports reports) {
    this.context = context;
    this.cancellation = cancellation;
    this.request = request;
    this.summary = summary;
    this.reports = reports;
    this.ignored = new IgnoreRuleUsage(request.options(), summary);
    this.reporter = reporter();
  }

  static ExitCode run(CommandContext context, Cancellation cancellation, ApplyRequest request) {
    if (request.confirmation() != null) {
      ConfirmPrompt.checkTerminal(context.console(), request.confirmation());
    }
    ManifestSet manifests = request.files().read(context, cancellation);
    if (cancellation.requested()) {
      throw new JapplyException(InterruptNotice.NOTHING_CHANGED, "");
    }
    var summary = new Summary(false, ObjectOutput.note(request.options().dryRun()));
    var output = request.output();
    Reports reports = Reports.open(context, output.reports(), output.secrets(), cancellation);
    return reports.around(
        "apply",
        summary,
        output.summary(),
        () -> new ApplyRun(context, cancellation, request, summary, reports).run(manifests));
  }

  /// The result of the apply.
  ///
  /// @param waited the result of the wait for readiness
  private record Result(Tally tally, ExitCode waited) {
    static final Result NOTHING = new Result(new Tally(0, 0, 0), ExitCode.OK);

    static Result failed(int failed, int notTried) {
      return new Result(new Tally(0, failed, notTried), ExitCode.OK);
    }
  }

  private ExitCode run(ManifestSet manifests) {
    boolean broken = report(manifests.problems());
    var selected =
        SelectedObjects.of(manifests, request.selector(), request.options().compatibility());
    selected.remark().ifPresent(reporter);
    List<KubeObject> objects = selected.objects();
    SelectedObjects.warnOfReplicas(objects, request.files(), request.options(), reporter);
    if (objects.isEmpty() && !broken) {
      throw manifests.objects().isEmpty()
          ? SelectedObjects.none("apply", request.files(), request.selector())
          : new UsageException("no objects passed to apply");
    }
    summary.expect(objects.size());
    Result result =
        objects.isEmpty() || (broken && isPlanned())
            ? Result.NOTHING
            : context.onCluster(
                request.connection(), cluster -> apply(cluster, withCause(objects), broken));
    if (cancellation.requested()) {
      return ExitCode.INTERRUPTED;
    }
    if (request.plan() == null) {
      ignored.unused(objects).forEach(problem -> reporter.accept(new Event.Warned(problem)));
    } else {
      request.plan().plan().entries().forEach(entry -> summary.ignore(entry.ignored()));
    }
    if (broken || result.tally().failed() > 0) {
      return ExitCode.FAILED;
    }
    if (result.waited() != ExitCode.OK) {
      return result.waited();
    }
    if (result.tally().notTried() > 0) {
      return ExitCode.FAILED;
    }
    return request.output().exitCode() && summary.changed() ? ExitCode.CHANGED : ExitCode.OK;
  }

  /// Reports problems with the input. Returns whether there was an error among them.
  private boolean report(List<Problem> problems) {
    problems.forEach(problem -> reporter.accept(Event.about(problem)));
    return problems.stream().anyMatch(problem -> problem.severity() == Severity.ERROR);
  }

  private boolean isPlanned() {
    return request.plan() != null || request.confirmation() != null;
  }

  private List<KubeObject> withCause(List<KubeObject> objects) {
    ChangeCause cause = request.cause();
    return cause == null ? objects : cause.onAll(objects);
  }

  /// @param broken whether the input has other documents, which are not objects
  private Result apply(Cluster cluster, List<KubeObject> objects, boolean broken) {
    summary.on(cluster.address());
    RuleKinds.check(cluster, request.options(), objects);
    int missing = request.preflight() ? missingPermissions(cluster, objects) : 0;
    if (missing > 0) {
      return Result.failed(missing, objects.size());
    }
    var events = new CommonFailures(cluster, reporter);
    PlanToApply plan = request.plan();
    if (request.confirmation() != null) {
      plan =
          new ConfirmPrompt(context, request, cancellation, ignored::note, events)
              .confirmed(cluster, objects, request.confirmation())
              .orElse(null);
      if (plan == null) {
        return Result.failed(1, objects.size());
      }
    }
    var work = new Work(cluster, events, plan, objects, broken);
    return request.recording() == null
        ? applyAndWait(work)
        : applyRecorded(work, request.recording());
  }

  /// Returns the number of missing permissions, which have been reported.
  private int missingPermissions(Cluster cluster, List<KubeObject> objects) {
    try (var progress = Progress.of(context.console(), request.output().isForPeople())) {
      return new PermissionCheck(
              cluster, request, cancellation, reporter, progress.before(event -> {}))
          .missing(objects);
    }
  }

  /// The inputs of a run on the cluster.
  ///
  /// @param plan the plan to carry out; null if the objects are planned now
  /// @param broken whether the input has other documents, which are not objects
  private record Work(
      Cluster cluster,
      Consumer<Event> events,
      @Nullable PlanToApply plan,
      List<KubeObject> objects,
      boolean broken) {
    /// Returns the same work on a cluster that records the writes.
    Work on(Cluster recording) {
      return new Work(recording, events, plan, objects, broken);
    }
  }

  /// Applies, and records how the run is taken back; after a failure takes it back on request.
  private Result applyRecorded(Work work, Recording settings) {
    try (var recording =
        UndoRecording.begin(context, work.cluster(), settings, "apply", work.objects())) {
      Result ended = applyAndWait(work.on(recording.cluster()));
      boolean interrupted = cancellation.requested();
      boolean incomplete = ended.tally().failed() + ended.tally().notTried() > 0;
      boolean failed = work.broken() || incomplete || ended.waited() != ExitCode.OK;
      if (!failed || interrupted || !settings.onFailure()) {
        recording.end(failed || interrupted);
      } else {
        recording.endBeforeUndo();
        var undo = new FailureUndo(context, work.cluster(), cancellation);
        if (undo.takeBack(recording, request.options())) {
          summary.takenBack();
        }
      }
      return ended;
    }
  }

  /// Applies, and on request waits until all objects are ready if the apply succeeded.
  private Result applyAndWait(Work work) {
    if (request.waiting() == null) {
      return new Result(apply(work, null).tally(), ExitCode.OK);
    }
    var waiter =
        new ApplyWaits(
            new ExplainedWait(
                context.console(),
                work.cluster(),
                cancellation,
                request.waiting(),
                reporter,
                SecretValues.of(work.objects())));
    ApplySummary applied = apply(work, waiter);
    boolean well = !work.broken() && applied.isComplete();
    ExitCode waited =
        well && waiter.status() == ExitCode.OK && !cancellation.requested()
            ? waiter.awaitAll(applied.applied(), summary)
            : waiter.status();
    return new Result(applied.tally(), waited);
  }

  private ApplySummary apply(Work work, @Nullable ApplyWaits waiter) {
    PlanToApply plan = work.plan();
    boolean shown = request.output().isForPeople();
    try (var progress = Progress.of(context.console(), shown, reports::time)) {
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

  /// Returns the reporters that count, print on standard output, and print problems.
  private Reporter reporter() {
    Console console = context.console();
    var format = request.output().format();
    Reporter applied = format.reporter(console, request.options().dryRun());
    var output = new ApplyOutput(applied, isPlanned() ? applied : pruned());
    var reporters = new ArrayList<Reporter>();
    reporters.add(summary);
    if (!reports.isPrinted()) {
      reporters.add(request.output().hideUnchanged() ? output.withoutUnchanged() : output);
    }
    reporters.add(changes());
    if (!isPlanned()) {
      reporters.add(ignored);
    }
    reporters.add(console.problems(request.output().requests()));
    return Reporter.all(reporters.toArray(Reporter[]::new));
  }

  /// Returns the reporter that adds the changes to the reports.
  private ApplyReports changes() {
    boolean annotated = request.options().method() instanceof ApplyMethod.ClientSide;
    return new ApplyReports(
        reports,
        new DiffFiles(
            FieldFilter.own(request.output().secrets()),
            annotated,
            request.options().compatibility()),
        request.options(),
        Map.of());
  }

  /// Returns the reporter that prints the pruned objects after the applied ones. kubectl separates
  /// pruned YAML documents only when it prunes an ApplySet.
  private Reporter pruned() {
    boolean set = request.prune() != null && request.prune().choice() instanceof Choice.Members;
    Separators kubectls = set ? Separators.BETWEEN : Separators.NONE;
    boolean separated = request.options().allows(Difference.SEPARATES_PRUNED);
    return request
        .output()
        .format()
        .each(
            context.console(),
            request.options().dryRun(),
            separated ? Separators.BEFORE_EACH : kubectls);
  }
}
