package dev.japply.cli.apply;

import dev.japply.apply.Apply;
import dev.japply.apply.Apply.ApplySummary;
import dev.japply.apply.Apply.ApplySummary.Tally;
import dev.japply.apply.Apply.PruneRequest;
import dev.japply.apply.Apply.PruneRequest.Choice;
import dev.japply.apply.Apply.ReadinessWait;
import dev.japply.apply.Event;
import dev.japply.apply.Event.Detail;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.PlanToApply;
import dev.japply.apply.RequiredPermissions;
import dev.japply.apply.RuleKinds;
import dev.japply.cli.apply.ConfirmPrompt.Confirmation;
import dev.japply.cli.flags.ChangeCause;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.CommandContext.InterruptNotice;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.InputOptions;
import dev.japply.cli.flags.OutputFlags.ObjectOutput;
import dev.japply.cli.flags.ReportFlags.ReportTarget;
import dev.japply.cli.flags.Reports;
import dev.japply.cli.flags.SelectedObjects;
import dev.japply.cli.flags.UndoFlags.Recording;
import dev.japply.cli.flags.UsageException;
import dev.japply.cli.run.ApplyOutput;
import dev.japply.cli.run.ApplyOutput.ApplyReports;
import dev.japply.cli.run.ApplyWaits;
import dev.japply.cli.run.CommonFailures;
import dev.japply.cli.run.ExplainedWait;
import dev.japply.cli.run.IgnoreRuleUsage;
import dev.japply.cli.run.PlanTargets;
import dev.japply.cli.run.Progress;
import dev.japply.cli.undo.UndoRecording;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.diff.Secrets;
import dev.japply.input.ManifestReader.ManifestSet;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.object.LabelSelector;
import dev.japply.object.SecretValues;
import dev.japply.plan.Difference;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.ready.WaitLimits;
import dev.japply.report.DiffFiles;
import dev.japply.report.FieldFilter;
import dev.japply.report.ObjectReporter.Separators;
import dev.japply.report.PlanText.Awaited;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.Reporter;
import dev.japply.report.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Runs `japply apply`: reads the manifests, connects, applies the objects and reports.
///
/// @param selector selects objects of the manifests
/// @param options the options of the apply
/// @param prune the pruning after the apply; null if nothing is pruned
/// @param plan the plan to carry out; null if the objects are planned now
/// @param confirmation the prompt before the apply; null if there is none
/// @param preflight whether to write nothing unless the user has all required permissions
/// @param waiting the limits of the wait for readiness; null to not wait
/// @param moving the limits of the wait for objects that take the place of others; null if there
///   are none
/// @param ranked whether each wave waits until the objects of the previous wave are ready
/// @param recording the recording in an undo file; null for none
/// @param cause the change cause that is written into the objects; null for none
record ApplyRun(
    CommandContext context,
    Cancellation cancellation,
    InputOptions files,
    LabelSelector selector,
    ConnectionOptions connection,
    ExecutionOptions options,
    @Nullable PruneRequest prune,
    @Nullable PlanToApply plan,
    @Nullable Confirmation confirmation,
    boolean preflight,
    @Nullable WaitLimits waiting,
    @Nullable WaitLimits moving,
    boolean ranked,
    @Nullable Recording recording,
    @Nullable ChangeCause cause,
    Output output) {

  /// The output of the command.
  ///
  /// @param requests the style of logged requests on standard error
  /// @param exitCode whether a change results in its own exit status
  /// @param hideUnchanged whether to omit unchanged objects
  /// @param summary whether to print a summary at the end
  /// @param secrets whether reports and the prompt contain the values of Secrets
  record Output(
      ObjectOutput format,
      Requests requests,
      boolean exitCode,
      boolean hideUnchanged,
      boolean summary,
      Secrets secrets,
      List<ReportTarget> reports) {
    public Output {
      reports = List.copyOf(reports);
    }

    /// Returns the amount of detail that the output requires.
    Detail detail() {
      boolean names = isForPeople() && requests == Requests.HIDDEN && reports.isEmpty();
      return names ? Detail.NAMES : Detail.WHOLE;
    }

    /// Whether standard output is text for people, without whole objects.
    boolean isForPeople() {
      return format instanceof ObjectOutput.Lines || format instanceof ObjectOutput.Names;
    }
  }

  ExitCode run() {
    if (confirmation != null) {
      ConfirmPrompt.checkTerminal(context.console(), confirmation);
    }
    ManifestSet manifests = files.read(context, cancellation);
    if (cancellation.requested()) {
      throw new JapplyException(InterruptNotice.NOTHING_CHANGED, "");
    }
    var summary = new Summary(false, ObjectOutput.note(options.dryRun()));
    Reports reports = Reports.open(context, output.reports(), output.secrets(), cancellation);
    return reports.around(
        "apply",
        summary,
        output.summary(),
        () -> new ReportedApply(summary, reports).run(manifests));
  }

  /// The result of the apply.
  ///
  /// @param waited the result of the wait for readiness
  private record ApplyResult(Tally tally, ExitCode waited) {
    static final ApplyResult NOTHING = new ApplyResult(new Tally(0, 0, 0), ExitCode.OK);

    static ApplyResult failed(int failed, int notTried) {
      return new ApplyResult(new Tally(0, failed, notTried), ExitCode.OK);
    }
  }

  /// The inputs of a run on the cluster.
  ///
  /// @param plan the plan to carry out; null if the objects are planned now
  /// @param broken whether the input has other documents, which are not objects
  private record ClusterWork(
      Cluster cluster,
      Consumer<Event> events,
      @Nullable PlanToApply plan,
      List<KubeObject> objects,
      boolean broken) {
    /// Returns the same work on a cluster that records the writes.
    ClusterWork on(Cluster recording) {
      return new ClusterWork(recording, events, plan, objects, broken);
    }
  }

  /// The apply with the receivers of its results.
  private final class ReportedApply {
    private final Summary summary;
    private final Reports reports;
    private final IgnoreRuleUsage ignored;
    private final Reporter reporter;

    ReportedApply(Summary summary, Reports reports) {
      this.summary = summary;
      this.reports = reports;
      this.ignored = new IgnoreRuleUsage(options, summary);
      this.reporter = reporter();
    }

    ExitCode run(ManifestSet manifests) {
      boolean broken = report(manifests.problems());
      var selected = SelectedObjects.of(manifests, selector, options.compatibility());
      selected.remark().ifPresent(reporter);
      List<KubeObject> objects = selected.objects();
      SelectedObjects.warnOfReplicas(objects, files, options, reporter);
      if (objects.isEmpty() && !broken) {
        throw new UsageException("no objects passed to apply");
      }
      summary.expect(objects.size());
      ApplyResult result =
          objects.isEmpty() || (broken && isPlanned())
              ? ApplyResult.NOTHING
              : context.onCluster(
                  connection, cluster -> apply(cluster, withCause(objects), broken));
      if (cancellation.requested()) {
        return ExitCode.INTERRUPTED;
      }
      if (plan == null) {
        ignored.unused(objects).forEach(problem -> reporter.accept(new Event.Warned(problem)));
      } else {
        plan.plan().entries().forEach(entry -> summary.ignore(entry.ignored()));
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
      return output.exitCode() && summary.changed() ? ExitCode.CHANGED : ExitCode.OK;
    }

    /// Reports problems with the input. Returns whether there was an error among them.
    private boolean report(List<Problem> problems) {
      problems.forEach(problem -> reporter.accept(Event.about(problem)));
      return problems.stream().anyMatch(problem -> problem.severity() == Severity.ERROR);
    }

    private boolean isPlanned() {
      return plan != null || confirmation != null;
    }

    private List<KubeObject> withCause(List<KubeObject> objects) {
      return cause == null ? objects : cause.onAll(objects);
    }

    /// @param broken whether the input has other documents, which are not objects
    private ApplyResult apply(Cluster cluster, List<KubeObject> objects, boolean broken) {
      summary.on(cluster.address());
      RuleKinds.check(cluster, options, objects);
      int missing = preflight ? missingPermissions(cluster, objects) : 0;
      if (missing > 0) {
        return ApplyResult.failed(missing, objects.size());
      }
      var events = new CommonFailures(cluster, reporter);
      PlanToApply confirmed = plan;
      if (confirmation != null) {
        confirmed = prompt(confirmation, events).confirmed(cluster, objects, plan).orElse(null);
        if (confirmed == null) {
          return ApplyResult.failed(1, objects.size());
        }
      }
      var work = new ClusterWork(cluster, events, confirmed, objects, broken);
      return recording == null ? applyAndWait(work) : applyRecorded(work, recording);
    }

    private ConfirmPrompt prompt(Confirmation confirmation, Consumer<Event> events) {
      return new ConfirmPrompt(
          context,
          cancellation,
          confirmation,
          connection,
          options,
          prune,
          files.names(),
          waiting == null
              ? Awaited.APPLIED
              : ranked ? Awaited.ALL_READY : Awaited.DEPENDENCIES_READY,
          output.secrets(),
          ignored::note,
          events);
    }

    /// Returns the number of missing permissions, which have been reported.
    private int missingPermissions(Cluster cluster, List<KubeObject> objects) {
      try (var progress = Progress.of(context.console(), output.isForPeople())) {
        boolean watched =
            confirmation != null || plan != null || (prune != null && prune.awaited());
        return new PermissionCheck(
                cluster,
                new RequiredPermissions(options, waiting != null, watched),
                connection.namesNamespace(),
                prune,
                cancellation,
                reporter,
                progress.before(event -> {}))
            .missing(objects, plan);
      }
    }

    /// Applies, and records how the run is taken back; after a failure takes it back on request.
    private ApplyResult applyRecorded(ClusterWork work, Recording settings) {
      try (var undo =
          UndoRecording.begin(context, work.cluster(), settings, "apply", work.objects())) {
        ApplyResult ended = applyAndWait(work.on(undo.cluster()));
        boolean interrupted = cancellation.requested();
        boolean incomplete = ended.tally().failed() + ended.tally().notTried() > 0;
        boolean failed = work.broken() || incomplete || ended.waited() != ExitCode.OK;
        if (!failed || interrupted || !settings.onFailure()) {
          undo.end(failed || interrupted);
        } else {
          undo.endBeforeUndo();
          if (new FailureUndo(context, work.cluster(), cancellation).takeBack(undo, options)) {
            summary.takenBack();
          }
        }
        return ended;
      }
    }

    /// Applies, and on request waits until all objects are ready if the apply succeeded.
    private ApplyResult applyAndWait(ClusterWork work) {
      WaitLimits limits = waiting == null ? moving : waiting;
      if (limits == null) {
        return new ApplyResult(apply(work, null).tally(), ExitCode.OK);
      }
      var waiter =
          new ApplyWaits(
              new ExplainedWait(
                  context.console(),
                  work.cluster(),
                  cancellation,
                  limits,
                  reporter,
                  SecretValues.of(work.objects())));
      ApplySummary applied = apply(work, waiter);
      boolean well = waiting != null && !work.broken() && applied.isComplete();
      ExitCode waited =
          well && waiter.status() == ExitCode.OK && !cancellation.requested()
              ? waiter.awaitAll(applied.applied(), summary)
              : waiter.status();
      return new ApplyResult(applied.tally(), waited);
    }

    private ApplySummary apply(ClusterWork work, @Nullable ApplyWaits waiter) {
      boolean shown = output.isForPeople();
      try (var progress = Progress.of(context.console(), shown, reports::time)) {
        var settings =
            new Apply.Settings(
                options,
                connection.namesNamespace(),
                prune,
                ranked,
                waiter == null || waiting == null ? ReadinessWait.NONE : waiter.during(progress),
                waiter == null ? ReadinessWait.NONE : waiter.during(progress),
                output.detail());
        var apply =
            new Apply(work.cluster(), settings, cancellation, progress.before(work.events()));
        if (work.plan() == null) {
          return apply.run(work.objects(), !work.broken());
        }
        PlanTargets.check(work.plan().plan().target(), work.cluster());
        return apply.run(work.plan(), work.objects());
      }
    }

    /// Returns the reporters that count, print on standard output, and print problems.
    private Reporter reporter() {
      Console console = context.console();
      Reporter applied = output.format().reporter(console, options.dryRun());
      var printed = new ApplyOutput(applied, isPlanned() ? applied : pruned());
      var reporters = new ArrayList<Reporter>();
      reporters.add(summary);
      if (!reports.isPrinted()) {
        reporters.add(output.hideUnchanged() ? printed.withoutUnchanged() : printed);
      }
      reporters.add(changes());
      if (!isPlanned()) {
        reporters.add(ignored);
      }
      reporters.add(console.problems(output.requests()));
      return Reporter.all(reporters.toArray(Reporter[]::new));
    }

    /// Returns the reporter that adds the changes to the reports.
    private ApplyReports changes() {
      boolean annotated = !options.method().isOnServer();
      return new ApplyReports(
          reports,
          new DiffFiles(FieldFilter.own(output.secrets()), annotated, options.compatibility()),
          options,
          Map.of());
    }

    /// Returns the reporter that prints the pruned objects after the applied ones. kubectl
    /// separates pruned YAML documents only when it prunes an ApplySet.
    private Reporter pruned() {
      boolean set = prune != null && prune.choice() instanceof Choice.Members;
      Separators kubectls = set ? Separators.BETWEEN : Separators.NONE;
      boolean separated = options.allows(Difference.SEPARATES_PRUNED);
      return output
          .format()
          .each(context.console(), options.dryRun(), separated ? Separators.BEFORE_EACH : kubectls);
    }
  }
}
