package dev.japply.cli.command;

import dev.japply.apply.ApplySummary;
import dev.japply.apply.DryRun;
import dev.japply.apply.Event;
import dev.japply.apply.Outcome;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.ObjectOutput;
import dev.japply.cli.flags.Reports;
import dev.japply.cli.flags.UndoFiles;
import dev.japply.cluster.Cluster;
import dev.japply.diff.Secrets;
import dev.japply.io.Cancellation;
import dev.japply.object.ObjectKey;
import dev.japply.object.SecretValues;
import dev.japply.plan.Action;
import dev.japply.plan.FieldExplanation;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.RecordedWrite.History;
import dev.japply.plan.UndoPlanner;
import dev.japply.plan.UndoPlanner.Undone;
import dev.japply.plan.file.UndoFile;
import dev.japply.problem.ExitCode;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.report.DiffFiles;
import dev.japply.report.FieldFilter;
import dev.japply.report.PlanEntryReport;
import dev.japply.report.PlanText;
import dev.japply.report.ReportedObject;
import dev.japply.report.Reporter;
import dev.japply.report.Summary;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Runs `japply undo`: reads the undo file, plans, prompts, and takes the run back.
record UndoRun(CommandContext context, Cancellation cancellation) {

  ExitCode run(UndoRequest request) {
    UndoFile file = UndoFiles.read(request.file(), context.console().byteLimit());
    if (!request.confirmed()) {
      YesPrompt.requireTerminal(
          context.console(),
          Problem.error(
              Origin.NONE,
              "undo prompts, and standard input or standard error is no terminal",
              "add --yes to take the run back without a prompt"));
    }
    var summary = new Summary(false, ObjectOutput.note(request.options().dryRun()));
    var output = request.output();
    Reports reports = Reports.open(context, output.reports(), output.secrets(), cancellation);
    return reports.around(
        "undo", summary, output.summary(), () -> run(request, file, summary, reports));
  }

  private ExitCode run(UndoRequest request, UndoFile file, Summary summary, Reports reports) {
    return context.onCluster(
        request.connection(),
        cluster -> {
          summary.on(cluster.address());
          PlanTargets.check(file.made().target(), cluster, "undo file", "");
          return run(request, file, cluster, summary, reports);
        });
  }

  private ExitCode run(
      UndoRequest request, UndoFile file, Cluster cluster, Summary summary, Reports reports) {
    List<History> histories = file.histories();
    context.connector().hideSecrets(histories.stream().map(UndoPlanner::last).toList());
    var planning = execution(request, cluster);
    List<Undone> plan;
    try (var progress = Progress.of(context.console(), true)) {
      plan = planning.plan(histories, progress.before(event -> {}));
    }
    if (cancellation.requested()) {
      return ExitCode.INTERRUPTED;
    }
    summary.expect(histories.size());
    List<ReportedObject> entries = entries(plan, request.output().secrets());
    var events = new CommonFailures(cluster, reporter(request, entries, summary, reports));
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
    boolean shown = !request.confirmed() || request.options().dryRun() != DryRun.NONE;
    if (shown) {
      show(request, entries);
    }
    if (!request.confirmed()) {
      new YesPrompt(context, cancellation)
          .ask(
              "Take this back on",
              request.connection(),
              cluster.address(),
              changing.stream().map(PlannedObject::desired).toList());
    }
    if (cancellation.requested()) {
      return ExitCode.INTERRUPTED;
    }
    unchanged(plan, events);
    return carryOut(request, cluster, changing, histories, summary, events);
  }

  private UndoExecution execution(UndoRequest request, Cluster cluster) {
    return new UndoExecution(
        cluster,
        request.options(),
        request.replacement(),
        new UndoPlanner(request.decision()),
        cancellation);
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

  private void show(UndoRequest request, List<ReportedObject> entries) {
    int width = context.width(request.output().wide(), context.console().terminals().err());
    context.console().err().print(PlanText.undone(entries, width));
    context.console().err().flush();
  }

  /// Returns the reports of the objects of an undo.
  static List<ReportedObject> entries(List<Undone> plan, Secrets secrets) {
    var report = PlanEntryReport.ofUndo(secrets);
    return plan.stream()
        .filter(each -> !(each.planned().action() instanceof Action.Refused))
        .map(each -> report.of(each.planned(), each.explanation().fields()))
        .toList();
  }

  private ExitCode carryOut(
      UndoRequest request,
      Cluster cluster,
      List<PlannedObject> changing,
      List<History> histories,
      Summary counts,
      Consumer<Event> events) {
    ApplySummary summary;
    try (var recording =
            UndoRecording.begin(
                context,
                cluster,
                request.recording(),
                "undo",
                changing.stream().map(PlannedObject::desired).toList());
        var progress = Progress.of(context.console(), true)) {
      summary =
          execution(request, recording.cluster())
              .carryOut(changing, histories, progress.before(events));
      recording.end(!summary.isComplete() || cancellation.requested());
    }
    if (cancellation.requested()) {
      return ExitCode.INTERRUPTED;
    }
    if (!summary.isComplete()) {
      return ExitCode.FAILED;
    }
    if (request.waiting() == null) {
      return ExitCode.OK;
    }
    var wait =
        new ExplainedWait(
            context.console(), cluster, cancellation, request.waiting(), events, secrets(changing));
    return new ApplyWaits(wait).awaitAll(summary.applied(), counts);
  }

  private static SecretValues secrets(List<PlannedObject> plan) {
    return SecretValues.of(plan.stream().map(PlannedObject::desired).toList());
  }

  private Reporter reporter(
      UndoRequest request, List<ReportedObject> entries, Summary summary, Reports reports) {
    Reporter objects =
        request.output().format().reporter(context.console(), request.options().dryRun());
    var differences =
        new DiffFiles(
            FieldFilter.own(request.output().secrets()),
            /* annotated= */ true,
            request.options().compatibility());
    Map<ObjectKey, List<FieldExplanation>> fields =
        entries.stream()
            .collect(Collectors.toMap(entry -> entry.object().key(), ReportedObject::fields));
    var reported = new ApplyReports(reports, differences, request.options(), fields);
    var problems = context.console().problems(request.output().requests());
    return reports.isPrinted()
        ? Reporter.all(summary, reported, problems)
        : Reporter.all(summary, new ApplyOutput(objects, objects), reported, problems);
  }
}
