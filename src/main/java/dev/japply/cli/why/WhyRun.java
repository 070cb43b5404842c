package dev.japply.cli.why;

import dev.japply.apply.ApplyMethod;
import dev.japply.apply.Event;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.Preview;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.LiveObject;
import dev.japply.cli.flags.LookupResult;
import dev.japply.cli.flags.ObjectSelection;
import dev.japply.cli.flags.Reports;
import dev.japply.cli.run.CommonFailures;
import dev.japply.cli.run.PreviewedObjects;
import dev.japply.cluster.Cluster;
import dev.japply.diff.Secrets;
import dev.japply.io.Cancellation;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.ObjectExplanation;
import dev.japply.plan.ObjectExplanation.Show;
import dev.japply.plan.OwnerSelection;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner.Annotation;
import dev.japply.plan.UnknownField;
import dev.japply.problem.ExitCode;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.report.ChangeTable;
import dev.japply.report.FailureRecorder;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.ReportedObject;
import dev.japply.report.Reporter;
import dev.japply.report.Summary;
import dev.japply.report.WhyJson;
import dev.japply.report.WhyText;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Runs `japply why`: plans as `diff` does and prints the reasons, or prints the field managers of
/// live objects.
final class WhyRun {
  private final CommandContext context;
  private final Cancellation cancellation;
  private final List<MapValue> documents = new ArrayList<>();

  WhyRun(CommandContext context, Cancellation cancellation) {
    this.context = context;
    this.cancellation = cancellation;
  }

  ExitCode run(WhyRequest request) {
    return switch (request) {
      case WhyRequest.OfManifests manifests -> {
        var summary = new Summary(true, "");
        Reports reports =
            Reports.open(
                context,
                manifests.printed().reports(),
                manifests.printed().secrets(),
                cancellation);
        yield reports.around(
            "why",
            summary,
            /* summarizes= */ false,
            () -> explain(manifests, new Outputs(summary, reports, new ChangeTable())));
      }
      case WhyRequest.OfLive live -> explain(live);
    };
  }

  /// The listeners for objects, in addition to the printed output.
  ///
  /// @param table receives the text
  private record Outputs(Summary summary, Reports reports, ChangeTable table) {}

  private ExitCode conclude(WhyRequest request, boolean failed) {
    if (cancellation.requested()) {
      return ExitCode.INTERRUPTED;
    }
    if (request.json()) {
      context.console().data().print(WhyJson.document(documents));
      context.console().data().flush();
    }
    context.console().out().flush();
    return failed ? ExitCode.FAILED : ExitCode.OK;
  }

  private ExitCode explain(WhyRequest.OfManifests request, Outputs outputs) {
    var events =
        new FailureRecorder(
            Reporter.all(
                outputs.summary(),
                outputs.reports(),
                context.console().problems(request.requests())));
    var chosen =
        new PreviewedObjects(
            context, cancellation, request.input(), outputs.summary(), outputs.reports(), events);
    outputs.summary().expect(chosen.objects().size());
    if (chosen.objects().isEmpty()) {
      return conclude(request, events.failed());
    }
    var unused =
        chosen.preview((live, listener) -> {
          Cluster cluster = live.cluster();
          var explained = new CommonFailures(cluster, listener);
          return new Preview(
                  cluster,
                  request.input().settings(null, Annotation.WRITTEN),
                  cancellation,
                  explained)
              .run(
                  chosen.objects(),
                  planned -> {
                    chosen.note(planned);
                    explain(request, outputs, planned, explained);
                  });
        });
    if (!request.json() && !outputs.reports().isPrinted()) {
      context.console().out().print(outputs.table().text(width(request.printed().wide())));
    }
    return conclude(request, events.failed());
  }

  private void explain(
      WhyRequest.OfManifests request,
      Outputs outputs,
      PlannedObject planned,
      Consumer<Event> events) {
    if (planned.action() instanceof Action.Refused(List<Problem> problems)) {
      events.accept(new Event.Failed(planned.desired(), problems));
    }
    ExecutionOptions options = request.input().options().of(planned.desired());
    boolean applied =
        request.printed().show() != Show.PATCH
            && options.method() instanceof ApplyMethod.ServerSide
            && planned.action() instanceof Action.Unchanged;
    Secrets secrets = request.printed().secrets();
    var explanation =
        (applied
                ? ObjectExplanation.ofApplied(planned, options.fieldManager(), secrets)
                : ObjectExplanation.of(
                    planned,
                    request.printed().show(),
                    options.fieldManager(),
                    options.replaces(planned.desired()),
                    secrets))
            .withWarnings(context.console().warnings()::isShown);
    explanation.warnings().forEach(warning -> events.accept(new Event.Warned(warning)));
    note(outputs, explanation);
    if (request.json()) {
      documents.add(WhyJson.of(explanation));
    } else if (!outputs.reports().isPrinted()) {
      outputs.table().add(explanation);
    }
  }

  private static void note(Outputs outputs, ObjectExplanation explanation) {
    Summary.End end =
        switch (explanation.outcome()) {
          case CREATED -> Summary.End.CREATED;
          case CHANGED -> Summary.End.CONFIGURED;
          case OWNED -> Summary.End.SERVERSIDE_APPLIED;
          case UNCHANGED -> Summary.End.UNCHANGED;
          case REFUSED -> Summary.End.FAILED;
        };
    if (end != Summary.End.FAILED) { // otherwise already reported
      outputs.summary().add(end, explanation.object());
      outputs
          .reports()
          .add(new ReportedObject(explanation.object(), end, "", explanation.fields()));
    }
  }

  private ExitCode explain(WhyRequest.OfLive request) {
    ObjectSelection choice = request.object();
    var unknown = new ArrayList<Problem>();
    LookupResult found =
        context.onCluster(
            choice.connection(),
            (Cluster cluster) -> {
              LookupResult objects = choice.find(context, cancellation, cluster);
              objects
                  .objects()
                  .forEach(object ->
                      unknownField(request.field(), object, cluster).ifPresent(unknown::add));
              return objects;
            });
    if (!unknown.isEmpty()) {
      unknown.forEach(context.console().problems(Requests.HIDDEN)::print);
      return ExitCode.FAILED;
    }
    for (LiveObject object : found.objects()) {
      KubeObject live = KubeObject.of(object.live(), Origin.NONE);
      var owned =
          OwnerSelection.of(object.live(), request.part(), request.field(), request.secrets());
      if (request.json()) {
        documents.add(WhyJson.blame(live, owned.shown()));
      } else {
        String text = WhyText.blame(live, request.field(), owned, width(request.wide()));
        context.console().out().print(text);
      }
    }
    found.problems().forEach(context.console().problems(Requests.HIDDEN)::print);
    return conclude(request, !found.problems().isEmpty());
  }

  /// Returns the error for a field that the type of an object does not have.
  private static Optional<Problem> unknownField(String field, LiveObject object, Cluster cluster) {
    var owned = OwnerSelection.of(object.live(), OwnerSelection.Part.ALL, field, Secrets.MASKED);
    if (field.isEmpty() || !owned.shown().isEmpty()) {
      return Optional.empty();
    }
    return cluster
        .schema(Gvk.of(object.live()))
        .flatMap(type -> UnknownField.find(field, object.live(), type))
        .map(unknown ->
            Problem.error(
                Origin.NONE,
                KubeObject.of(object.live(), Origin.NONE).key().subject(),
                "unknown field \"" + field + "\"",
                unknown.hint("`japply why` without a field shows all that have owners")));
  }

  private int width(boolean wide) {
    return context.width(wide, context.console().terminals().out());
  }
}
