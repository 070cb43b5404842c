package dev.japply.apply;

import dev.japply.apply.ObjectPreview.Previewed;
import dev.japply.cluster.Cluster;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.Difference;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner.Annotation;
import dev.japply.problem.Problem;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Finds out what applying objects would come to, several at once, and tells of each in the order
/// of the objects. Changes nothing: the server is asked for dry runs at most.
public final class Previewer {
  private final Cluster cluster;
  private final ExecutionOptions options;
  private final Cancellation cancellation;
  private final Annotation annotation;

  /// A previewer on `cluster`, which stays open, of what changes beside the annotation.
  public Previewer(Cluster cluster, ExecutionOptions options, Cancellation cancellation) {
    this(cluster, options, Annotation.LEFT, cancellation);
  }

  /// The same of all that an apply would write, so that it can be carried out.
  ///
  /// @param annotation whether the annotation is planned, too
  public Previewer(
      Cluster cluster, ExecutionOptions options, Annotation annotation, Cancellation cancellation) {
    this.annotation = annotation;
    this.cluster = cluster;
    this.options = options;
    this.cancellation = cancellation;
  }

  /// Tells `planned` of those of `objects` that the cluster can take, in their order. What is wrong
  /// with the others goes to `events`, and so does, once, why an object is not compared by the
  /// server. Fewer are told of when the run is ended, and by kubectl's ways after a failure.
  public void run(
      ResolvedObjects.Namespace namespace,
      List<KubeObject> objects,
      Consumer<PlannedObject> planned,
      Consumer<Event> events) {
    List<KubeObject> announced = options.allows(Difference.AWAITS_NEW_TYPES) ? objects : List.of();
    ResolvedObjects targets =
        ResolvedObjects.find(cluster, namespace, objects, CustomTypes.of(announced));
    targets.problems().forEach(problem -> events.accept(new Event.Rejected(problem)));
    if (!targets.problems().isEmpty() && !options.allows(Difference.DIFFS_PAST_FAILURES)) {
      return;
    }
    Set<String> namespaces = namespaces(announced);
    try (var workers = new Workers(options.schedule().concurrency())) {
      var run = new RunCancellation(cancellation);
      var live = new LiveObjects(cluster, true, run);
      live.announce(targets.targets(), workers);
      var context = new ApplyContext(cluster, live, options, run);
      var preview = new ObjectPreview(context, annotation, namespaces);
      new Run(workers, preview, planned, events).preview(targets.targets());
      run.problem().ifPresent(problem -> events.accept(new Event.Rejected(problem)));
    }
  }

  /// The namespaces that `objects` bring.
  private static Set<String> namespaces(List<KubeObject> objects) {
    return objects.stream()
        .filter(object -> object.gvk().group().isEmpty() && object.gvk().kind().equals("Namespace"))
        .map(KubeObject::name)
        .collect(Collectors.toSet());
  }

  /// One run.
  private final class Run {
    private final Workers workers;
    private final ObjectPreview preview;
    private final Consumer<PlannedObject> planned;
    private final Consumer<Event> events;
    private boolean local;

    Run(
        Workers workers,
        ObjectPreview preview,
        Consumer<PlannedObject> planned,
        Consumer<Event> events) {
      this.workers = workers;
      this.preview = preview;
      this.planned = planned;
      this.events = events;
    }

    void preview(List<ResolvedObject> targets) {
      events.accept(new Event.Expected(targets.size()));
      new InOrder(workers, options.schedule().concurrency(), cancellation)
          .run(targets, this::previewOne, next -> next.isPresent() && tell(next.get()));
    }

    private Optional<Previewed> previewOne(ResolvedObject target) {
      ObjectKey key = target.desired().key();
      events.accept(new Event.Started(key));
      Optional<Previewed> told = preview.run(target);
      events.accept(new Event.Finished(key, told.filter(Previewed::isRefused).isPresent()));
      return told;
    }

    private boolean tell(Previewed told) {
      told.events().forEach(events);
      Problem reason = told.local();
      if (reason != null && !local) {
        events.accept(new Event.Warned(reason));
        local = true;
      }
      planned.accept(told.planned());
      return !told.isRefused() || options.allows(Difference.DIFFS_PAST_FAILURES);
    }
  }
}
