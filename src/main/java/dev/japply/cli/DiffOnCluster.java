package dev.japply.cli;

import dev.japply.event.Event;
import dev.japply.event.Forecast;
import dev.japply.execute.Forecaster;
import dev.japply.execute.PruneForecaster;
import dev.japply.execute.Stop;
import dev.japply.execute.Targets;
import dev.japply.execute.Watcher;
import dev.japply.live.Cluster;
import dev.japply.object.KubeObject;
import dev.japply.plan.CustomTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// What `japply diff` does once it has a cluster: finds out what would become of each object, and
/// which others would be pruned.
///
/// @param watcher hears how far it is
record DiffOnCluster(Cluster cluster, DiffRequest request, Stop stop, Watcher watcher) {

  /// @param failed whether something went wrong before, so that nothing would be pruned
  void run(
      List<KubeObject> objects,
      boolean failed,
      Consumer<Forecast> forecasts,
      Consumer<Event> events) {
    boolean enforced = !request.connection().namespace().isEmpty();
    var namespace = new Targets.Namespace(cluster.defaultNamespace(), enforced);
    Optional<PruneForecaster> pruner = pruner(objects, namespace);
    var faults = new ArrayList<Event>();
    Consumer<Event> noted =
        event -> {
          if (event instanceof Event.Rejected || event instanceof Event.Failed) {
            faults.add(event);
          }
          events.accept(event);
        };
    var failures = new ArrayList<Event>();
    Consumer<Forecast> applied =
        forecast -> {
          if (forecast instanceof Forecast.Failed(var desired, var problems)) {
            failures.add(new Event.Failed(desired, problems));
          }
          pruner.ifPresent(each -> each.note(forecast));
          forecasts.accept(forecast);
        };
    new Forecaster(cluster, request.options(), stop, watcher)
        .run(namespace, objects, applied, noted);
    failures.forEach(noted);
    if (pruner.isPresent() && !failed && faults.isEmpty() && !stop.requested()) {
      pruner.get().run(forecasts, noted);
    }
  }

  private Optional<PruneForecaster> pruner(List<KubeObject> objects, Targets.Namespace namespace) {
    boolean kubectl = request.likeKubectl();
    CustomTypes types = kubectl ? CustomTypes.NONE : CustomTypes.of(objects);
    return request
        .prune()
        .map(choice -> PruneForecaster.open(cluster, choice, namespace, types, request.options()));
  }
}
