package dev.japply.cli.why;

import dev.japply.apply.Event;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.Preview;
import dev.japply.cli.flags.BlockFlags.Blocks;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.ReportFlags.ReportTarget;
import dev.japply.cli.flags.Reports;
import dev.japply.cli.run.CommonFailures;
import dev.japply.cli.run.PreviewedObjects;
import dev.japply.cluster.Cluster;
import dev.japply.diff.Secrets;
import dev.japply.io.Cancellation;
import dev.japply.plan.Action;
import dev.japply.plan.ObjectExplanation;
import dev.japply.plan.ObjectExplanation.Show;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner.Annotation;
import dev.japply.problem.ExitCode;
import dev.japply.problem.Problem;
import dev.japply.report.FailureRecorder;
import dev.japply.report.PlanEntryReport;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.ReportedObject;
import dev.japply.report.Reporter;
import dev.japply.report.Summary;
import dev.japply.report.WhyJson;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Runs `japply why -f`: plans as `diff` does, and prints the reasons.
///
/// @param show the fields to explain
record WhyRun(
    CommandContext context,
    Cancellation cancellation,
    PreviewedObjects.Input input,
    Show show,
    Output output) {

  /// The output of the command.
  ///
  /// @param json whether to print JSON instead of text
  /// @param blocks the form of the text about objects
  /// @param secrets whether to show the values of Secrets
  /// @param requests the style of logged requests on standard error
  record Output(
      boolean json, Blocks blocks, Secrets secrets, Requests requests, List<ReportTarget> reports) {
    public Output {
      reports = List.copyOf(reports);
    }
  }

  ExitCode run() {
    var summary = new Summary(true, "");
    Reports reports = Reports.open(context, output.reports(), output.secrets(), cancellation);
    var outputs = new Outputs(summary, reports, new ArrayList<>(), new ArrayList<>());
    return reports.around("why", summary, /* summarizes= */ false, () -> explain(outputs));
  }

  /// The receivers of explanations.
  ///
  /// @param objects receive the objects of the text
  /// @param documents receive the JSON
  private record Outputs(
      Summary summary, Reports reports, List<ReportedObject> objects, List<MapValue> documents) {}

  private ExitCode explain(Outputs outputs) {
    var events =
        new FailureRecorder(
            Reporter.all(
                outputs.summary(),
                outputs.reports(),
                context.console().problems(output.requests())));
    var chosen =
        new PreviewedObjects(
            context, cancellation, input, outputs.summary(), outputs.reports(), events);
    outputs.summary().expect(chosen.objects().size());
    if (chosen.objects().isEmpty()) {
      return conclude(outputs, events.failed());
    }
    var unused =
        chosen.preview((live, listener) -> {
          Cluster cluster = live.cluster();
          var explained = new CommonFailures(cluster, listener);
          return new Preview(
                  cluster, input.settings(null, Annotation.WRITTEN), cancellation, explained)
              .run(
                  chosen.objects(),
                  planned -> {
                    chosen.note(planned);
                    explain(outputs, planned, explained);
                  });
        });
    if (!output.json() && !outputs.reports().isPrinted()) {
      var text = output.blocks().text(context, context.console().terminals().out());
      context.console().out().print(text.explained(outputs.objects()), context.console().colours());
    }
    return conclude(outputs, events.failed());
  }

  private ExitCode conclude(Outputs outputs, boolean failed) {
    if (cancellation.requested()) {
      return ExitCode.INTERRUPTED;
    }
    if (output.json()) {
      context.console().data().print(WhyJson.document(outputs.documents()));
      context.console().data().flush();
    }
    context.console().out().flush();
    return failed ? ExitCode.FAILED : ExitCode.OK;
  }

  private void explain(Outputs outputs, PlannedObject planned, Consumer<Event> events) {
    if (planned.action() instanceof Action.Refused(List<Problem> problems)) {
      events.accept(new Event.Failed(planned.desired(), problems));
    }
    ExecutionOptions options = input.options().of(planned.desired());
    boolean applied =
        show != Show.PATCH
            && options.method().isOnServer()
            && planned.action() instanceof Action.Unchanged;
    Secrets secrets = output.secrets();
    var explanation =
        (applied
                ? ObjectExplanation.ofApplied(planned, options.fieldManager(), secrets)
                : ObjectExplanation.of(
                    planned,
                    show,
                    options.fieldManager(),
                    options.replaces(planned.desired()),
                    secrets))
            .withWarnings(context.console().warnings()::isShown);
    explanation.warnings().forEach(warning -> events.accept(new Event.Warned(warning)));
    note(outputs, explanation);
    if (output.json()) {
      outputs.documents().add(WhyJson.of(explanation));
    } else if (!outputs.reports().isPrinted()) {
      outputs.objects().add(shown(planned, explanation));
    }
  }

  private ReportedObject shown(PlannedObject planned, ObjectExplanation explanation) {
    Summary.End end =
        planned.action() instanceof Action.Recreate
            ? Summary.End.RECREATED
            : end(explanation.outcome());
    return new ReportedObject(explanation.object(), end, "", explanation.fields())
        .withContent(PlanEntryReport.created(planned, output.secrets()))
        .withEffects(PlanEntryReport.effects(planned, explanation.warnings(), /* orphan= */ false));
  }

  private static Summary.End end(ObjectExplanation.Outcome outcome) {
    return switch (outcome) {
      case CREATED -> Summary.End.CREATED;
      case CHANGED -> Summary.End.CONFIGURED;
      case OWNED -> Summary.End.SERVERSIDE_APPLIED;
      case UNCHANGED -> Summary.End.UNCHANGED;
      case REFUSED -> Summary.End.FAILED;
    };
  }

  private static void note(Outputs outputs, ObjectExplanation explanation) {
    Summary.End end = end(explanation.outcome());
    if (end != Summary.End.FAILED) { // otherwise already reported
      outputs.summary().add(end, explanation.object());
      outputs
          .reports()
          .add(new ReportedObject(explanation.object(), end, "", explanation.fields()));
    }
  }
}
