package dev.japply.cli.command;

import dev.japply.apply.Event;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.Preview;
import dev.japply.cli.flags.ClusterOrSnapshot;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.LiveObject;
import dev.japply.cli.flags.LookupResult;
import dev.japply.cli.flags.ObjectSelection;
import dev.japply.cli.flags.Reports;
import dev.japply.cli.flags.SelectedObjects;
import dev.japply.cluster.Cluster;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.ObjectExplanation;
import dev.japply.plan.OwnerSelection;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner.Annotation;
import dev.japply.problem.ExitCode;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.report.ChangeTable;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.ReportedObject;
import dev.japply.report.Reporter;
import dev.japply.report.Summary;
import dev.japply.report.WhyJson;
import dev.japply.report.WhyText;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Runs `japply why`: plans as `diff` does and prints the reasons, or prints the field managers of
/// live objects.
final class WhyRun {
  private final CommandContext context;
  private final Cancellation cancellation;
  private final List<MapValue> documents = new ArrayList<>();
  private boolean failed;

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
            () -> {
              var table = new ChangeTable();
              var ignored = new IgnoreRuleUsage(manifests.options(), summary);
              return explain(manifests, new Outputs(summary, reports, ignored, table));
            });
      }
      case WhyRequest.OfLive live -> explain(live);
    };
  }

  /// The listeners for objects, in addition to the printed output.
  ///
  /// @param table receives the text
  private record Outputs(
      Summary summary, Reports reports, IgnoreRuleUsage ignored, ChangeTable table) {}

  private ExitCode conclude(WhyRequest request) {
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
    Reporter problems =
        Reporter.all(
            outputs.summary(), outputs.reports(), context.console().problems(request.requests()));
    Consumer<Event> events = event -> report(event, problems);
    ClusterOrSnapshot live = request.live().open(context.console());
    List<KubeObject> read =
        SelectedObjects.readToApply(
            request.files(), request.selector(), request.options(), context, cancellation, events);
    List<KubeObject> chosen = live.known(read, events);
    outputs.summary().expect(chosen.size());
    if (chosen.isEmpty()) {
      return conclude(request);
    }
    try (var progress = Progress.of(context.console(), true, outputs.reports()::time)) {
      live.use(
          context,
          chosen,
          source -> {
            Cluster cluster = source.cluster();
            outputs.summary().on(cluster.address());
            var settings =
                new Preview.Settings(
                    request.options(),
                    request.live().connection().namesNamespace(),
                    null,
                    Annotation.WRITTEN);
            var explained = new CommonFailures(cluster, events);
            new Preview(cluster, settings, cancellation, progress.before(explained))
                .run(chosen, planned -> explain(request, outputs, planned, explained));
            return true;
          });
    }
    outputs
        .ignored()
        .unused(chosen.size())
        .forEach(problem -> events.accept(new Event.Warned(problem)));
    if (!request.json() && !outputs.reports().isPrinted()) {
      context.console().out().print(outputs.table().text(width(request.printed().wide())));
    }
    return conclude(request);
  }

  private void report(Event event, Reporter problems) {
    failed |= event instanceof Event.Rejected || event instanceof Event.Failed;
    problems.accept(event);
  }

  private void explain(
      WhyRequest.OfManifests request,
      Outputs outputs,
      PlannedObject planned,
      Consumer<Event> events) {
    if (planned.action() instanceof Action.Refused(List<Problem> problems)) {
      events.accept(new Event.Failed(planned.desired(), problems));
    }
    outputs.ignored().note(planned);
    ExecutionOptions options = request.options().of(planned.desired());
    var explanation =
        ObjectExplanation.of(
                planned,
                request.printed().show(),
                options.fieldManager(),
                options.replaces(),
                request.printed().secrets())
            .withWarnings(context.console().warnings()::isShown);
    explanation.warnings().forEach(warning -> events.accept(new Event.Warned(warning)));
    note(outputs, explanation);
    if (request.json()) {
      documents.add(WhyJson.of(explanation));
    } else if (!outputs.reports().isPrinted()) {
      WhyText.add(outputs.table(), explanation);
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
    LookupResult found =
        context.onCluster(
            choice.connection(), (Cluster cluster) -> choice.find(context, cancellation, cluster));
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
    failed |= !found.problems().isEmpty();
    return conclude(request);
  }

  private int width(boolean wide) {
    return context.width(wide, context.console().terminals().out());
  }
}
