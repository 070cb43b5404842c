package dev.japply.apply;

import dev.japply.cluster.Cluster;
import dev.japply.io.Cancellation;
import dev.japply.object.ObjectKey;
import dev.japply.plan.Action;
import dev.japply.plan.PlannedObject;
import dev.japply.problem.Problem;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/// Previews several objects in parallel, and passes on the results in the order of the objects: the
/// counterpart of [Waves] that changes nothing. Manifests, undos and deletions are previewed by it.
///
/// @param events receives the progress
record PreviewRun(
    Cluster cluster, ExecutionOptions options, Cancellation cancellation, Consumer<Event> events) {

  /// Previews `targets`; fewer if the run is ended.
  ///
  /// @param bulk whether live objects are read in bulk if that needs fewer requests
  /// @param preview returns the result for an object; empty if the run is to end
  /// @param planned returns the plan of a result
  /// @return the reason why the run has ended early; empty if the server stayed reachable
  <R> Optional<Problem> run(
      List<ResolvedObject> targets,
      boolean bulk,
      BiFunction<ApplyContext, ResolvedObject, Optional<R>> preview,
      Function<R, PlannedObject> planned,
      Consumer<R> results) {
    try (var workers = new Workers(options.schedule().concurrency())) {
      var run = new RunCancellation(cancellation);
      var live = new LiveObjects(cluster, run);
      if (bulk) {
        live.announce(targets, workers);
      }
      var context = new ApplyContext(cluster, live, options, run);
      events.accept(new Event.Expected(targets.size()));
      workers.runInOrder(
          targets,
          cancellation,
          target -> {
            ObjectKey key = target.desired().key();
            events.accept(new Event.Started(key));
            Optional<R> result = preview.apply(context, target);
            boolean refused =
                result
                    .filter(each -> planned.apply(each).action() instanceof Action.Refused)
                    .isPresent();
            events.accept(new Event.Finished(key, refused));
            return result;
          },
          next -> {
            next.ifPresent(results);
            return next.isPresent();
          });
      return run.problem();
    }
  }
}
