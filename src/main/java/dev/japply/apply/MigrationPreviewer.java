package dev.japply.apply;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ServerProblems;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.plan.MigrationReport;
import dev.japply.plan.MigrationReport.State;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Finds out what `apply --server-side` would do about objects, several at once, and tells of each
/// in the order of the objects.
///
/// @param stories hears what there is to tell of an object
/// @param events hears what could not be found out
public record MigrationPreviewer(
    Cluster cluster,
    ExecutionOptions options,
    Cancellation cancellation,
    Consumer<MigrationReport> stories,
    Consumer<Event> events) {

  /// What is told of one object.
  ///
  /// @param story null where it could not be found out
  private record Told(@Nullable MigrationReport story, List<Event> events) {}

  /// Tells of the objects of `targets`. Fewer are told of when the run is ended.
  ///
  /// @throws ClusterException when the cluster answers nothing
  public void run(List<ResolvedObject> targets) {
    int threads = options.schedule().concurrency();
    try (var workers = new Workers(threads)) {
      var live = new LiveObjects(cluster, new RunCancellation(cancellation));
      live.announce(targets, workers);
      new OrderedParallelMap(workers, threads, cancellation)
          .run(targets, target -> look(target, live), this::tell);
    }
  }

  private boolean tell(Told told) {
    told.events().forEach(events);
    if (told.story() != null) {
      stories.accept(told.story());
    }
    return true;
  }

  private Told look(ResolvedObject target, LiveObjects live) {
    KubeObject desired = target.desired();
    var heard = new ArrayList<Event>();
    Optional<Problem> unnamed = GenerateNameCheck.check(desired);
    if (unnamed.isPresent()) {
      return new Told(null, List.of(new Event.Rejected(unnamed.get())));
    }
    var preview = new MigrationPreview(cluster, options, heard::add);
    try {
      MigrationReport story =
          live.read(target)
              .map(object -> preview.story(target.resource(), desired, object))
              .orElseGet(() -> preview.story(desired, State.ABSENT));
      return new Told(story, heard);
    } catch (ClusterException e) {
      if (e.isAboutAll()) {
        throw e;
      }
      heard.add(new Event.Failed(desired, ServerProblems.of(desired, e)));
    } catch (JapplyException e) {
      heard.add(new Event.Failed(desired, e.problems()));
    }
    return new Told(null, heard);
  }
}
