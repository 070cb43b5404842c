package dev.japply.cli.command;

import dev.japply.apply.ApplyMethod;
import dev.japply.apply.Event;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.Preview;
import dev.japply.cli.command.FilePairs.Shown;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Reports;
import dev.japply.cluster.Cluster;
import dev.japply.diff.FilePair;
import dev.japply.io.Cancellation;
import dev.japply.io.Parallel;
import dev.japply.object.KubeObject;
import dev.japply.plan.AutoscaledReplicas;
import dev.japply.plan.ChangeReasons;
import dev.japply.plan.Difference;
import dev.japply.plan.FieldExplanation;
import dev.japply.plan.ObjectExplanation;
import dev.japply.plan.ObjectExplanation.Show;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner;
import dev.japply.plan.Planner.Annotation;
import dev.japply.plan.ReasonDetail;
import dev.japply.problem.ExitCode;
import dev.japply.problem.WarningId;
import dev.japply.report.DiffFiles;
import dev.japply.report.FailureRecorder;
import dev.japply.report.ObjectDiff;
import dev.japply.report.ReportedObject;
import dev.japply.report.Reporter;
import dev.japply.report.Summary;
import dev.japply.tree.Value.MapValue;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Runs `japply diff`: reads the manifests, connects, plans each object and compares.
record DiffRun(CommandContext context, Cancellation cancellation) {

  ExitCode run(DiffRequest request) {
    var summary = new Summary(true, "");
    var output = request.output();
    Reports reports =
        Reports.open(context, output.reports(), output.fields().secrets(), cancellation)
            .failingOnChanges(output.exitCode());
    return reports.around("diff", summary, output.summary(), () -> run(request, summary, reports));
  }

  private ExitCode run(DiffRequest request, Summary summary, Reports reports) {
    var events =
        new FailureRecorder(
            Reporter.all(
                summary, reports, context.console().problems(request.output().requests())));
    boolean annotated = request.input().options().method() instanceof ApplyMethod.ClientSide;
    var files =
        new DiffFiles(
            request.output().fields(), annotated, request.input().options().compatibility());
    var pairs =
        new FilePairs(
            files,
            ExternalDiff.wanted(context.console()),
            planned -> explanation(request, planned, events),
            request.output().why(),
            (end, planned, shown) -> {
              summary.add(end, planned.desired());
              Shown reported = shown == null ? ignored(request, files, planned, events) : shown;
              reports.add(reported(request, end, planned, reported));
            });
    plan(request, summary, reports, pairs, events);
    if (cancellation.requested()) {
      return ExitCode.INTERRUPTED;
    }
    ExitCode compared = compared(request, pairs.inOrder(), reports);
    if (compared == ExitCode.INTERRUPTED) {
      return compared;
    }
    return events.failed()
        ? ExitCode.DIFF_ERROR
        : request.output().exitCode() ? compared : ExitCode.OK;
  }

  /// Explains the change of an object; null if no output needs it. Reports warnings about the
  /// change, too.
  private static @Nullable ObjectExplanation explanation(
      DiffRequest request, PlannedObject planned, Consumer<Event> events) {
    if (!request.input().options().planning().explains()) {
      warnOfReplicas(request, planned, events);
      return null;
    }
    ObjectExplanation explanation = explained(request, planned);
    explanation.warnings().forEach(warning -> events.accept(new Event.Warned(warning)));
    return explanation;
  }

  private static ObjectExplanation explained(DiffRequest request, PlannedObject planned) {
    Show shown = request.output().reports().isEmpty() ? Show.PATCH : Show.OURS;
    ExecutionOptions options = request.input().options().of(planned.desired());
    return ObjectExplanation.of(
        planned,
        shown,
        options.fieldManager(),
        options.replaces(planned.desired()),
        request.output().fields().secrets());
  }

  /// Warns of replicas that the change takes back from an autoscaler. Only such an object is
  /// planned once more, with reasons: other warnings about changed fields would be too many here.
  private static void warnOfReplicas(
      DiffRequest request, PlannedObject planned, Consumer<Event> events) {
    if (!AutoscaledReplicas.areTakenBack(planned)) {
      return;
    }
    var reasons = request.input().options().planning().with(ReasonDetail.SENT);
    ChangeReasons grounds =
        new Planner(reasons, Annotation.LEFT)
            .decide(planned.desired(), (MapValue) planned.before(), planned.grounds().schema())
            .grounds();
    explained(request, planned.with(grounds)).warnings().stream()
        .filter(warning -> warning.id() == WarningId.AUTOSCALED_REPLICAS)
        .forEach(warning -> events.accept(new Event.Warned(warning)));
  }

  /// Returns the ignored fields of an object without other changes; null if there are none.
  private static @Nullable Shown ignored(
      DiffRequest request, DiffFiles files, PlannedObject planned, Consumer<Event> events) {
    return planned.grounds().ignored() == 0
        ? null
        : new Shown(files.of(planned), explanation(request, planned, events));
  }

  private static ReportedObject reported(
      DiffRequest request, Summary.End end, PlannedObject planned, @Nullable Shown shown) {
    if (shown == null) {
      return new ReportedObject(planned.desired(), end, "", List.of());
    }
    List<FieldExplanation> fields =
        shown.explanation() == null ? List.of() : shown.explanation().fields();
    String hunks = shown.diff().hunks(request.output().context());
    return new ReportedObject(planned.desired(), end, hunks, fields);
  }

  private void plan(
      DiffRequest request,
      Summary summary,
      Reports reports,
      Consumer<PlannedObject> planned,
      FailureRecorder events) {
    PreviewInput input = request.input();
    var chosen = new PreviewedObjects(context, cancellation, input, summary, reports, events);
    List<KubeObject> objects = chosen.objects();
    summary.expect(objects.size());
    boolean prunesAll =
        request.prune() != null && !input.options().allows(Difference.DIFFS_PRUNING_AS_APPLY);
    if (objects.isEmpty() && !prunesAll) {
      return;
    }
    var unused =
        chosen.preview((live, listener) -> {
          Cluster cluster = live.cluster();
          var explained = new CommonFailures(cluster, listener);
          new Preview(
                  cluster,
                  input.settings(request.prune(), Annotation.LEFT),
                  cancellation,
                  explained)
              .run(
                  objects,
                  !events.failed(),
                  object -> {
                    chosen.note(object);
                    planned.accept(object);
                  });
          return true;
        });
  }

  private ExitCode compared(DiffRequest request, List<ObjectDiff> diffs, Reports reports) {
    if (ExternalDiff.wanted(context.console())) {
      return comparedByProgram(request, diffs);
    }
    if (!reports.isPrinted()) {
      String stamp = FilePair.stamp(ZonedDateTime.now(context.clock()));
      Parallel.map(diffs, diff -> diff.text(request.output().context(), stamp))
          .forEach(this::print);
    }
    return status(diffs.stream().allMatch(ObjectDiff::same));
  }

  /// Compares with the external program. It does not receive the annotations, which are printed
  /// afterwards.
  private ExitCode comparedByProgram(DiffRequest request, List<ObjectDiff> diffs) {
    var external = ExternalDiff.of(context.console(), request.input().options().compatibility());
    ExitCode compared =
        external.run(context, cancellation, diffs.stream().map(ObjectDiff::files).toList());
    List<String> annotations =
        diffs.stream().map(ObjectDiff::annotationText).filter(text -> !text.isEmpty()).toList();
    annotations.forEach(this::print);
    return compared == ExitCode.OK ? status(annotations.isEmpty()) : compared;
  }

  private void print(String diff) {
    context.console().out().printDiff(diff, context.console().colours());
  }

  private static ExitCode status(boolean same) {
    return same ? ExitCode.OK : ExitCode.FAILED;
  }
}
