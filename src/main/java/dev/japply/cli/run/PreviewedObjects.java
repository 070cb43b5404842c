package dev.japply.cli.run;

import dev.japply.apply.Apply.PruneRequest.Choice;
import dev.japply.apply.Event;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.Preview;
import dev.japply.apply.RuleKinds;
import dev.japply.cli.flags.ClusterSource;
import dev.japply.cli.flags.ClusterSource.ClusterOrSnapshot;
import dev.japply.cli.flags.ClusterSource.LiveSource;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.InputOptions;
import dev.japply.cli.flags.Reports;
import dev.japply.cli.flags.SelectedObjects;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.object.LabelSelector;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner.Annotation;
import dev.japply.report.FailureRecorder;
import dev.japply.report.Summary;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The objects of a [Input], and the preview of them on the cluster or the snapshot.
public final class PreviewedObjects {
  private final CommandContext context;
  private final Summary summary;
  private final Reports reports;
  private final FailureRecorder events;
  private final ClusterOrSnapshot live;
  private final ExecutionOptions options;
  private final List<KubeObject> objects;
  private final IgnoreRuleUsage ignored;

  /// The manifests to preview by `diff`, `plan` or `why`, and the source of their live objects.
  ///
  /// @param selector selects objects of the manifests
  /// @param options the options of the apply, in a dry run
  public record Input(
      InputOptions files, LabelSelector selector, ClusterSource live, ExecutionOptions options) {

    /// Returns the settings of the preview.
    ///
    /// @param prune the objects to prune; null for none
    public Preview.Settings settings(@Nullable Choice prune, Annotation annotation) {
      return new Preview.Settings(options, live.connection().namesNamespace(), prune, annotation);
    }
  }

  /// Reads the manifests.
  ///
  /// @param events receives their problems
  public PreviewedObjects(
      CommandContext context,
      Cancellation cancellation,
      Input input,
      Summary summary,
      Reports reports,
      FailureRecorder events) {
    this.context = context;
    this.summary = summary;
    this.reports = reports;
    this.events = events;
    this.options = input.options();
    this.live = input.live().open(context.console());
    List<KubeObject> read =
        SelectedObjects.readToApply(
            input.files(), input.selector(), input.options(), context, cancellation, events);
    this.objects = live.known(read, events);
    this.ignored = new IgnoreRuleUsage(input.options(), summary);
  }

  public List<KubeObject> objects() {
    return objects;
  }

  /// Runs `work` with the live objects and a receiver of events, and warns of ignore rules that
  /// matched nothing.
  public <T> T preview(BiFunction<LiveSource, Consumer<Event>, T> work) {
    T result;
    try (var progress = Progress.of(context.console(), true, reports::time)) {
      result =
          live.use(
              context,
              objects,
              source -> {
                summary.on(source.cluster().address());
                RuleKinds.check(source.cluster(), options, objects);
                return work.apply(source, progress.before(events));
              });
    }
    ignored.unused(objects).forEach(problem -> events.accept(new Event.Warned(problem)));
    return result;
  }

  /// Takes note of the ignored fields of an object.
  public void note(PlannedObject planned) {
    ignored.note(planned);
  }
}
