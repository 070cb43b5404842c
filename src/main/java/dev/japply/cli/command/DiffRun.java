package dev.japply.cli.command;

import dev.japply.apply.ApplyMethod;
import dev.japply.apply.Event;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.Preview;
import dev.japply.cli.command.FilePairs.Shown;
import dev.japply.cli.flags.ClusterOrSnapshot;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Reports;
import dev.japply.cli.flags.SelectedObjects;
import dev.japply.cluster.Cluster;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.plan.Difference;
import dev.japply.plan.FieldExplanation;
import dev.japply.plan.ObjectExplanation;
import dev.japply.plan.ObjectExplanation.Show;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner.Annotation;
import dev.japply.problem.ExitCode;
import dev.japply.report.DiffFiles;
import dev.japply.report.ObjectDiff;
import dev.japply.report.ReportedObject;
import dev.japply.report.Reporter;
import dev.japply.report.Summary;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Runs `japply diff`: reads the manifests, connects, plans each object and compares.
final class DiffRun {
  private final CommandContext context;
  private final Cancellation cancellation;
  private boolean failed;

  DiffRun(CommandContext context, Cancellation cancellation) {
    this.context = context;
    this.cancellation = cancellation;
  }

  ExitCode run(DiffRequest request) {
    var summary = new Summary(true, "");
    var output = request.output();
    Reports reports =
        Reports.open(context, output.reports(), output.fields().secrets(), cancellation);
    return reports.around("diff", summary, output.summary(), () -> run(request, summary, reports));
  }

  private ExitCode run(DiffRequest request, Summary summary, Reports reports) {
    Reporter reporter =
        Reporter.all(summary, reports, context.console().problems(request.output().requests()));
    Consumer<Event> events = event -> report(event, reporter);
    boolean annotated = request.options().method() instanceof ApplyMethod.ClientSide;
    var files =
        new DiffFiles(
            request.output().fields(), annotated, request.options().planning().compatibility());
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
    return failed ? ExitCode.DIFF_ERROR : request.output().exitCode() ? compared : ExitCode.OK;
  }

  /// Explains the change of an object; null if no output needs it. Reports warnings about the
  /// change, too.
  private static @Nullable ObjectExplanation explanation(
      DiffRequest request, PlannedObject planned, Consumer<Event> events) {
    if (!request.options().planning().explains()) {
      return null;
    }
    Show shown = request.output().reports().isEmpty() ? Show.PATCH : Show.OURS;
    ExecutionOptions options = request.options().of(planned.desired());
    var explanation =
        ObjectExplanation.of(
            planned,
            shown,
            options.fieldManager(),
            options.replaces(),
            request.output().fields().secrets());
    explanation.warnings().forEach(warning -> events.accept(new Event.Warned(warning)));
    return explanation;
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

  private void report(Event event, Reporter reporter) {
    failed |= event instanceof Event.Rejected || event instanceof Event.Failed;
    reporter.accept(event);
  }

  private void plan(
      DiffRequest request,
      Summary summary,
      Reports reports,
      Consumer<PlannedObject> planned,
      Consumer<Event> events) {
    var ignored = new IgnoreRuleUsage(request.options(), summary);
    ClusterOrSnapshot live = request.live().open(context.console());
    List<KubeObject> chosen = live.known(read(request, events), events);
    summary.expect(chosen.size());
    boolean prunesAll =
        request.prune() != null && !request.allows(Difference.DIFFS_PRUNING_AS_APPLY);
    if (!chosen.isEmpty() || prunesAll) {
      try (var progress = Progress.of(context.console(), true, reports::time)) {
        live.use(
            context,
            chosen,
            source -> {
              Cluster cluster = source.cluster();
              summary.on(cluster.address());
              var settings =
                  new Preview.Settings(
                      request.options(),
                      request.live().connection().namesNamespace(),
                      request.prune(),
                      Annotation.LEFT);
              var explained = new CommonFailures(cluster, events);
              new Preview(cluster, settings, cancellation, progress.before(explained))
                  .run(chosen, !failed, noted(ignored, planned));
              return true;
            });
      }
      ignored.unused(chosen.size()).forEach(problem -> events.accept(new Event.Warned(problem)));
    }
  }

  private List<KubeObject> read(DiffRequest request, Consumer<Event> events) {
    return SelectedObjects.readToApply(
        request.files(), request.selector(), request.options(), context, cancellation, events);
  }

  private static Consumer<PlannedObject> noted(
      IgnoreRuleUsage ignored, Consumer<PlannedObject> planned) {
    return object -> {
      ignored.note(object);
      planned.accept(object);
    };
  }

  private ExitCode compared(DiffRequest request, List<ObjectDiff> diffs, Reports reports) {
    if (ExternalDiff.wanted(context.console())) {
      return comparedByProgram(request, diffs);
    }
    ZonedDateTime now = ZonedDateTime.now(context.clock());
    if (!reports.isPrinted()) {
      diffs.forEach(diff -> print(diff.text(request.output().context(), now)));
    }
    return status(diffs.stream().allMatch(ObjectDiff::same));
  }

  /// Compares with the external program. It does not receive the annotations, which are printed
  /// afterwards.
  private ExitCode comparedByProgram(DiffRequest request, List<ObjectDiff> diffs) {
    var external = ExternalDiff.of(context.console(), request.options().compatibility());
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
