package dev.japply.cli.diff;

import dev.japply.apply.Apply.PruneRequest.Choice;
import dev.japply.apply.Event;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.Preview;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.ReportFlags.ReportTarget;
import dev.japply.cli.flags.Reports;
import dev.japply.cli.run.CommonFailures;
import dev.japply.cli.run.PreviewedObjects;
import dev.japply.cluster.Cluster;
import dev.japply.diff.FilePair;
import dev.japply.diff.FilePair.FileNames;
import dev.japply.io.Cancellation;
import dev.japply.io.Parallel;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.Action;
import dev.japply.plan.AutoscaledReplicas;
import dev.japply.plan.ChangeReasons;
import dev.japply.plan.Difference;
import dev.japply.plan.FieldExplanation;
import dev.japply.plan.ObjectExplanation;
import dev.japply.plan.ObjectExplanation.Show;
import dev.japply.plan.PlanOptions.ReasonsWanted;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner;
import dev.japply.plan.Planner.Annotation;
import dev.japply.problem.ExitCode;
import dev.japply.problem.WarningId;
import dev.japply.report.DiffFiles;
import dev.japply.report.FailureRecorder;
import dev.japply.report.FieldFilter;
import dev.japply.report.ObjectDiff;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.ReportedObject;
import dev.japply.report.Reporter;
import dev.japply.report.Summary;
import dev.japply.report.WhyText;
import dev.japply.tree.Missing;
import dev.japply.tree.Value.MapValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Runs `japply diff`: reads the manifests, connects, plans each object and compares.
///
/// @param prune the pruning to preview; null if nothing is pruned
record DiffRun(
    CommandContext context,
    Cancellation cancellation,
    PreviewedObjects.Input input,
    @Nullable Choice prune,
    Output output) {

  /// The output of the command.
  ///
  /// @param context the number of equal lines before and after a change
  /// @param exitCode whether a difference results in its own exit status
  /// @param requests the style of logged requests on standard error
  /// @param summary whether to print a summary at the end
  /// @param why whether to print the reasons of each difference
  record Output(
      FieldFilter fields,
      int context,
      boolean exitCode,
      Requests requests,
      boolean summary,
      boolean why,
      List<ReportTarget> reports) {
    public Output {
      reports = List.copyOf(reports);
    }
  }

  ExitCode run() {
    var summary = new Summary(true, "");
    Reports reports =
        Reports.open(context, output.reports(), output.fields().secrets(), cancellation)
            .failingOnChanges(output.exitCode());
    return reports.around("diff", summary, output.summary(), () -> run(summary, reports));
  }

  private ExitCode run(Summary summary, Reports reports) {
    var events =
        new FailureRecorder(
            Reporter.all(summary, reports, context.console().problems(output.requests())));
    boolean annotated = !input.options().method().isOnServer();
    var files = new DiffFiles(output.fields(), annotated, input.options().compatibility());
    var pairs =
        new FilePairs(
            files,
            ExternalDiff.wanted(context.console()),
            planned -> explanation(planned, events),
            output.why(),
            !input.options().planning().moves().isEmpty(),
            (end, planned, shown) -> {
              summary.add(end, planned.desired());
              FilePairs.Shown reported = shown == null ? ignored(files, planned, events) : shown;
              reports.add(reported(end, planned, reported));
            });
    plan(summary, reports, pairs, events);
    if (cancellation.requested()) {
      return ExitCode.INTERRUPTED;
    }
    ExitCode compared = compared(pairs.inOrder(), reports);
    if (compared == ExitCode.INTERRUPTED) {
      return compared;
    }
    return events.failed() ? ExitCode.DIFF_ERROR : output.exitCode() ? compared : ExitCode.OK;
  }

  /// Explains the change of an object; null if no output needs it. Reports warnings about the
  /// change, too.
  private @Nullable ObjectExplanation explanation(PlannedObject planned, Consumer<Event> events) {
    if (!input.options().planning().explains()) {
      warnOfReplicas(planned, events);
      return null;
    }
    ObjectExplanation explanation = explained(planned);
    explanation.warnings().forEach(warning -> events.accept(new Event.Warned(warning)));
    return explanation;
  }

  private ObjectExplanation explained(PlannedObject planned) {
    Show shown = output.reports().isEmpty() ? Show.PATCH : Show.OURS;
    ExecutionOptions options = input.options().of(planned.desired());
    return ObjectExplanation.of(
        planned,
        shown,
        options.fieldManager(),
        options.replaces(planned.desired()),
        output.fields().secrets());
  }

  /// Warns of replicas that the change takes back from an autoscaler. Only such an object is
  /// planned once more, with reasons: other warnings about changed fields would be too many here.
  private void warnOfReplicas(PlannedObject planned, Consumer<Event> events) {
    if (!AutoscaledReplicas.areTakenBack(planned)) {
      return;
    }
    var planning = input.options().planning().with(ReasonsWanted.SENT);
    ChangeReasons reasons =
        new Planner(planning, Annotation.LEFT)
            .decide(planned.desired(), (MapValue) planned.before(), planned.reasons().schema())
            .reasons();
    explained(planned.with(reasons)).warnings().stream()
        .filter(warning -> warning.id() == WarningId.AUTOSCALED_REPLICAS)
        .forEach(warning -> events.accept(new Event.Warned(warning)));
  }

  /// Returns the ignored fields of an object without other changes; null if there are none.
  private FilePairs.@Nullable Shown ignored(
      DiffFiles files, PlannedObject planned, Consumer<Event> events) {
    return planned.reasons().ignored() == 0
        ? null
        : new FilePairs.Shown(files.of(planned), explanation(planned, events));
  }

  private ReportedObject reported(
      Summary.End end, PlannedObject planned, FilePairs.@Nullable Shown shown) {
    if (shown == null) {
      return new ReportedObject(planned.desired(), end, "", List.of());
    }
    List<FieldExplanation> fields =
        shown.explanation() == null ? List.of() : shown.explanation().fields();
    String hunks = shown.diff().hunks(output.context());
    return new ReportedObject(planned.desired(), end, hunks, fields);
  }

  private void plan(
      Summary summary, Reports reports, Consumer<PlannedObject> planned, FailureRecorder events) {
    var chosen = new PreviewedObjects(context, cancellation, input, summary, reports, events);
    List<KubeObject> objects = chosen.objects();
    summary.expect(objects.size());
    boolean prunesAll = prune != null && !input.options().allows(Difference.DIFFS_PRUNING_AS_APPLY);
    if (objects.isEmpty() && !prunesAll) {
      return;
    }
    var unused =
        chosen.preview((live, listener) -> {
          Cluster cluster = live.cluster();
          var explained = new CommonFailures(cluster, listener);
          new Preview(cluster, input.settings(prune, Annotation.LEFT), cancellation, explained)
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

  private ExitCode compared(List<ObjectDiff> diffs, Reports reports) {
    if (ExternalDiff.wanted(context.console())) {
      return comparedByProgram(diffs);
    }
    if (!reports.isPrinted()) {
      String stamp = FilePair.stamp(context.clock().instant());
      Parallel.map(diffs, diff -> diff.text(output.context(), stamp)).forEach(this::print);
    }
    return status(diffs.stream().allMatch(ObjectDiff::same));
  }

  /// Compares with the external program. It does not receive the annotations, which are printed
  /// afterwards.
  private ExitCode comparedByProgram(List<ObjectDiff> diffs) {
    var external = ExternalDiff.of(context.console(), input.options().compatibility());
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

  /// The objects to compare, in the order of files in a directory. If the input has an object more
  /// than once, the last one is compared.
  private static final class FilePairs implements Consumer<PlannedObject> {
    private final DiffFiles files;
    private final boolean whole;
    private final Listener listener;
    private final Map<String, ObjectDiff> pairs = new TreeMap<>();
    private final Map<ObjectKey, PlannedObject> created = new HashMap<>();

    private final Function<PlannedObject, @Nullable ObjectExplanation> explanations;
    private final boolean why;
    private final boolean moves;

    /// @param whole whether to keep all unchanged objects, and not only those with reasons
    /// @param explanations explains a change; returns null if no output needs it
    /// @param why whether to print the explanation below the difference
    /// @param moves whether objects can be moved
    /// @param listener receives the planned result of each object
    FilePairs(
        DiffFiles files,
        boolean whole,
        Function<PlannedObject, @Nullable ObjectExplanation> explanations,
        boolean why,
        boolean moves,
        Listener listener) {
      this.files = files;
      this.moves = moves;
      this.whole = whole;
      this.explanations = explanations;
      this.why = why;
      this.listener = listener;
    }

    /// The changes of an object and their explanation.
    ///
    /// @param explanation null if no output needs it
    record Shown(ObjectDiff diff, @Nullable ObjectExplanation explanation) {}

    /// Receives the planned results of objects.
    interface Listener {
      /// Receives the planned result of one object.
      ///
      /// @param shown the changes; null if there are none
      void accept(Summary.End end, PlannedObject planned, @Nullable Shown shown);
    }

    @Override
    public void accept(PlannedObject planned) {
      switch (planned.action()) {
        case Action.Refused refused -> {}
        case Action.Delete(String uid, ObjectKey successor) when successor != null ->
            listener.accept(Summary.End.MOVED, planned, move(planned, successor));
        case Action.Delete delete -> listener.accept(Summary.End.PRUNED, planned, put(planned));
        case Action.Create create -> keep(planned);
        case Action.Patch patch -> keep(planned);
        case Action.Apply apply -> keep(planned);
        case Action.Recreate recreate -> keep(planned);
        case Action.Unchanged unchanged -> keep(planned);
      }
    }

    /// Shows the object that takes the place of a moved one as a change of that, if it is new.
    private Shown move(PlannedObject from, ObjectKey successor) {
      PlannedObject to = created.get(successor);
      if (to == null) {
        return put(from);
      }
      ObjectDiff diff = files.moved(from, to);
      ObjectDiff creation = pairs.get(diff.files().name());
      pairs.put(diff.files().name(), creation == null ? diff : diff.with(creation.reasons()));
      return new Shown(files.of(from), explanations.apply(from));
    }

    private void keep(PlannedObject planned) {
      if (moves && planned.before() instanceof Missing) {
        created.put(planned.desired().key(), planned);
      }
      boolean same = files.same(planned);
      boolean isReported = !same || (why && planned.reasons().ignored() > 0);
      Shown shown = null;
      if (whole || isReported) {
        shown = put(planned);
      } else {
        pairs.remove(FileNames.of(planned.desired()));
      }
      listener.accept(
          same ? Summary.End.UNCHANGED : change(planned), planned, isReported ? shown : null);
    }

    private static Summary.End change(PlannedObject planned) {
      return planned.before() instanceof Missing ? Summary.End.CREATED : Summary.End.CONFIGURED;
    }

    private Shown put(PlannedObject planned) {
      ObjectExplanation explanation = explanations.apply(planned);
      ObjectDiff diff =
          files.of(planned).with(why && explanation != null ? WhyText.comments(explanation) : "");
      pairs.put(diff.files().name(), diff);
      return new Shown(diff, explanation);
    }

    List<ObjectDiff> inOrder() {
      return List.copyOf(pairs.values());
    }
  }
}
