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

/// Finds out what `apply --server-side` would do about objects, several in parallel, and reports in
/// the order of the objects.
///
/// @param reports receives the report about an object
/// @param events receives problems
public record MigrationPreviewer(
    Cluster cluster,
    ExecutionOptions options,
    Cancellation cancellation,
    Consumer<MigrationReport> reports,
    Consumer<Event> events) {

  /// Report and events of one object.
  ///
  /// @param report null if it could not be found out
  private record Result(@Nullable MigrationReport report, List<Event> events) {}

  /// Reports about the objects of `targets`; about fewer if the run is cancelled.
  ///
  /// @throws ClusterException if the cluster does not respond
  public void run(List<ResolvedObject> targets) {
    int threads = options.schedule().concurrency();
    try (var workers = new Workers(threads)) {
      var live = new LiveObjects(cluster, new RunCancellation(cancellation));
      live.announce(targets, workers);
      new OrderedParallelMap(workers, threads, cancellation)
          .run(targets, target -> look(target, live), this::take);
    }
  }

  private boolean take(Result result) {
    result.events().forEach(events);
    if (result.report() != null) {
      reports.accept(result.report());
    }
    return true;
  }

  private Result look(ResolvedObject target, LiveObjects live) {
    KubeObject desired = target.desired();
    var problems = new ArrayList<Event>();
    Optional<Problem> unnamed = GenerateNameCheck.check(desired);
    if (unnamed.isPresent()) {
      return new Result(null, List.of(new Event.Rejected(unnamed.get())));
    }
    var preview = new MigrationPreview(cluster, options, problems::add);
    try {
      MigrationReport report =
          live.read(target)
              .map(object -> preview.report(target.resource(), desired, object))
              .orElseGet(() -> preview.report(desired, State.ABSENT));
      return new Result(report, problems);
    } catch (ClusterException e) {
      if (e.isAboutAll()) {
        throw e;
      }
      problems.add(new Event.Failed(desired, ServerProblems.of(desired, e)));
    } catch (JapplyException e) {
      problems.add(new Event.Failed(desired, e.problems()));
    }
    return new Result(null, problems);
  }
}
