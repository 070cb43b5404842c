package dev.japply.cli;

import dev.japply.event.Event;
import dev.japply.event.Forecast;
import dev.japply.execute.Forecaster;
import dev.japply.execute.PruneForecaster;
import dev.japply.execute.Stop;
import dev.japply.execute.Targets;
import dev.japply.live.Cluster;
import dev.japply.object.KubeObject;
import dev.japply.plan.CustomTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// What `japply diff` does once it has a cluster: finds out what would become of each object, and
/// which others would be pruned.
record DiffOnCluster(Cluster cluster, DiffRequest request, Stop stop) {

  /// @param failed whether something went wrong before, so that nothing would be pruned
  List<Forecast> run(List<KubeObject> objects, boolean failed, Consumer<Event> events) {
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
    var forecasts =
        new ArrayList<>(
            new Forecaster(cluster, request.options(), stop).run(namespace, objects, noted));
    for (Forecast forecast : forecasts) {
      if (forecast instanceof Forecast.Failed(var desired, var problems)) {
        noted.accept(new Event.Failed(desired, problems));
      }
    }
    if (pruner.isPresent() && !failed && faults.isEmpty() && !stop.requested()) {
      forecasts.addAll(pruner.get().run(forecasts, noted));
    }
    return forecasts;
  }

  private Optional<PruneForecaster> pruner(List<KubeObject> objects, Targets.Namespace namespace) {
    boolean kubectl = request.likeKubectl();
    CustomTypes types = kubectl ? CustomTypes.NONE : CustomTypes.of(objects);
    return request
        .prune()
        .map(choice -> PruneForecaster.open(cluster, choice, namespace, types, kubectl));
  }
}
