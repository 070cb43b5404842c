package dev.japply.cli.undo;

import dev.japply.apply.Apply.ApplySummary;
import dev.japply.apply.DryRun;
import dev.japply.apply.Event;
import dev.japply.apply.Event.Outcome;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.RecreateOptions;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.OutputFlags.ObjectOutput;
import dev.japply.cli.flags.Reports;
import dev.japply.cli.flags.UndoFiles;
import dev.japply.cli.flags.UndoFlags.Recording;
import dev.japply.cli.run.ApplyWaits;
import dev.japply.cli.run.CommonFailures;
import dev.japply.cli.run.ExplainedWait;
import dev.japply.cli.run.PlanTargets;
import dev.japply.cli.run.PlannedOutput;
import dev.japply.cli.run.Progress;
import dev.japply.cli.run.YesPrompt;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.diff.Secrets;
import dev.japply.io.Cancellation;
import dev.japply.object.ObjectKey;
import dev.japply.object.SecretValues;
import dev.japply.plan.Action;
import dev.japply.plan.FieldExplanation;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.RecordedWrite.History;
import dev.japply.plan.UndoPlanner;
import dev.japply.plan.UndoPlanner.Decision;
import dev.japply.plan.UndoPlanner.Undone;
import dev.japply.plan.file.UndoFile;
import dev.japply.problem.ExitCode;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.ready.WaitLimits;
import dev.japply.report.PlanEntryReport;
import dev.japply.report.ReportedObject;
import dev.japply.report.Reporter;
import dev.japply.report.Summary;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Runs `japply undo`: reads the undo file, plans, prompts, and takes the run back.
///
/// @param file the undo file
/// @param connection the cluster
/// @param options the options for the writes
/// @param replacement deletion of objects
/// @param decision treatment of changes since the run
/// @param confirmed whether the user is not prompted
/// @param recording recording of the undo itself; null for none
/// @param waiting the limits of the wait for readiness; null to not wait
record UndoRun(
    CommandContext context,
    Cancellation cancellation,
    Path file,
    ConnectionOptions connection,
    ExecutionOptions options,
    RecreateOptions replacement,
    Decision decision,
    boolean confirmed,
    @Nullable Recording recording,
    @Nullable WaitLimits waiting,
    PlannedOutput output) {

  ExitCode run() {
    UndoFile recorded = UndoFiles.read(file, context.console().byteLimit());
    if (!confirmed) {
      YesPrompt.requireTerminal(
          context.console(),
          Problem.error(
              Origin.NONE,
              "undo prompts, and standard input or standard error is no terminal",
              "add --yes to take the run back without a prompt"));
    }
    var summary = new Summary(false, ObjectOutput.note(options.dryRun()));
    Reports reports = Reports.open(context, output.reports(), output.secrets(), cancellation);
    return reports.around("undo", summary, output.summary(), () -> run(recorded, summary, reports));
  }

  private ExitCode run(UndoFile recorded, Summary summary, Reports reports) {
    return context.onCluster(
        connection,
        cluster -> {
          summary.on(cluster.address());
          PlanTargets.check(recorded.made().target(), cluster, "undo file", "");
          return run(recorded, cluster, summary, reports);
        });
  }

  private ExitCode run(UndoFile recorded, Cluster cluster, Summary summary, Reports reports) {
    List<History> histories = recorded.histories();
    context.connector().hideSecrets(histories.stream().map(UndoPlanner::last).toList());
    var planning = execution(cluster);
    List<Undone> plan;
    try (var progress = Progress.of(context.console(), true)) {
      plan = planning.plan(histories, progress.before(event -> {}));
    }
    if (cancellation.requested()) {
      return ExitCode.INTERRUPTED;
    }
    summary.expect(histories.size());
    List<ReportedObject> entries = entries(plan, output.secrets());
    var events = new CommonFailures(cluster, reporter(entries, summary, reports));
    if (refused(plan, events)) {
      events.accept(new Event.ApplyEnded());
      return ExitCode.FAILED;
    }
    plan.forEach(each ->
        each.explanation().warnings().forEach(warning -> events.accept(new Event.Warned(warning))));
    List<PlannedObject> changing = UndoExecution.changing(plan);
    if (changing.isEmpty()) {
      unchanged(plan, events);
      events.accept(new Event.ApplyEnded());
      context.console().err().printLine("nothing to take back");
      return ExitCode.OK;
    }
    boolean shown = !confirmed || options.dryRun() != DryRun.NONE;
    if (shown) {
      PlannedOutput.show(context, output.text(context).undone(entries));
    }
    if (!confirmed) {
      new YesPrompt(context, cancellation)
          .ask(
              "Take this back on",
              connection,
              cluster.address(),
              changing.stream().map(PlannedObject::desired).toList());
    }
    if (cancellation.requested()) {
      return ExitCode.INTERRUPTED;
    }
    unchanged(plan, events);
    return carryOut(cluster, changing, histories, summary, events);
  }

  private UndoExecution execution(Cluster cluster) {
    return new UndoExecution(
        cluster, options, replacement, new UndoPlanner(decision), cancellation);
  }

  /// Reports the objects that cannot be taken back, and returns whether there are any.
  private static boolean refused(List<Undone> plan, Consumer<Event> events) {
    boolean any = false;
    for (Undone each : plan) {
      if (each.planned().action() instanceof Action.Refused(List<Problem> problems)) {
        events.accept(new Event.Failed(each.planned().desired(), problems));
        any = true;
      }
    }
    return any;
  }

  private static void unchanged(List<Undone> plan, Consumer<Event> events) {
    for (Undone each : plan) {
      PlannedObject planned = each.planned();
      if (planned.action() instanceof Action.Unchanged) {
        MapValue live = planned.before() instanceof MapValue there ? there : null;
        MapValue object = live == null ? planned.desired().tree() : live;
        Outcome outcome = Outcome.withoutWrite(live);
        events.accept(new Event.Applied(planned.desired(), outcome, object, planned));
      }
    }
  }

  /// Returns the reports of the objects of an undo.
  static List<ReportedObject> entries(List<Undone> plan, Secrets secrets) {
    var report = PlanEntryReport.ofUndo(secrets);
    return plan.stream()
        .filter(each -> !(each.planned().action() instanceof Action.Refused))
        .map(each ->
            report.of(each.planned(), each.explanation().fields(), each.explanation().warnings()))
        .toList();
  }

  private ExitCode carryOut(
      Cluster cluster,
      List<PlannedObject> changing,
      List<History> histories,
      Summary counts,
      Consumer<Event> events) {
    ApplySummary summary;
    try (var own =
            UndoRecording.begin(
                context,
                cluster,
                recording,
                "undo",
                changing.stream().map(PlannedObject::desired).toList());
        var progress = Progress.of(context.console(), true)) {
      summary = execution(own.cluster()).carryOut(changing, histories, progress.before(events));
      own.end(!summary.isComplete() || cancellation.requested());
    }
    if (cancellation.requested()) {
      return ExitCode.INTERRUPTED;
    }
    if (!summary.isComplete()) {
      return ExitCode.FAILED;
    }
    if (waiting == null) {
      return ExitCode.OK;
    }
    var wait =
        new ExplainedWait(
            context.console(), cluster, cancellation, waiting, events, secrets(changing));
    return new ApplyWaits(wait).awaitAll(summary.applied(), counts);
  }

  private static SecretValues secrets(List<PlannedObject> plan) {
    return SecretValues.of(plan.stream().map(PlannedObject::desired).toList());
  }

  private Reporter reporter(List<ReportedObject> entries, Summary summary, Reports reports) {
    Map<ObjectKey, List<FieldExplanation>> fields =
        entries.stream()
            .collect(Collectors.toMap(entry -> entry.object().key(), ReportedObject::fields));
    Reporter objects = output.format().reporter(context.console(), options.dryRun());
    return output.reporter(context, options, objects, summary, reports, fields);
  }
}
