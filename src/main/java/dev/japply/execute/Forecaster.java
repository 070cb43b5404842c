package dev.japply.execute;

import dev.japply.event.Event;
import dev.japply.event.Forecast;
import dev.japply.execute.ObjectForecaster.Told;
import dev.japply.live.Cluster;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.CustomTypes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Finds out what applying objects would come to, several at once, and tells of each in the order
/// of the objects. Changes nothing: the server is asked for dry runs at most.
public final class Forecaster {
  /// So many objects for each thread.
  private static final int AHEAD = 8;

  private final Cluster cluster;
  private final ForecastOptions options;
  private final Stop stop;
  private final Watcher watcher;

  /// A forecaster on `cluster`, which stays open.
  public Forecaster(Cluster cluster, ForecastOptions options, Stop stop, Watcher watcher) {
    this.cluster = cluster;
    this.options = options;
    this.stop = stop;
    this.watcher = watcher;
  }

  /// Tells `forecasts` of those of `objects` that the cluster can take, in their order. What is
  /// wrong with the others goes to `events`, and so does, once, why an object is not compared by
  /// the server. There are fewer forecasts when the run is stopped, and by kubectl's ways after a
  /// failure.
  public void run(
      Targets.Namespace namespace,
      List<KubeObject> objects,
      Consumer<Forecast> forecasts,
      Consumer<Event> events) {
    List<KubeObject> announced = options.likeKubectl() ? List.of() : objects;
    Targets targets = Targets.find(cluster, namespace, objects, CustomTypes.of(announced));
    targets.problems().forEach(problem -> events.accept(new Event.Rejected(problem)));
    if (options.likeKubectl() && !targets.problems().isEmpty()) {
      return;
    }
    try (var workers = new Workers(options.concurrency())) {
      var outage = new Outage(stop);
      var live = new LiveObjects(cluster, false, outage);
      live.announce(targets.targets(), workers);
      var forecaster = new ObjectForecaster(cluster, live, namespaces(announced), options, outage);
      new Run(workers, forecaster, forecasts, events).all(targets.targets());
      outage.problem().ifPresent(problem -> events.accept(new Event.Rejected(problem)));
    }
  }

  /// The namespaces that `objects` bring.
  private static Set<String> namespaces(List<KubeObject> objects) {
    return objects.stream()
        .filter(object -> object.gvk().group().isEmpty() && object.gvk().kind().equals("Namespace"))
        .map(KubeObject::name)
        .collect(Collectors.toSet());
  }

  /// One run. Only so many objects are looked at ahead of those that are told of: what is known of
  /// an object takes more memory than the object.
  private final class Run {
    private final Workers workers;
    private final ObjectForecaster forecaster;
    private final Consumer<Forecast> forecasts;
    private final Consumer<Event> events;
    private final Deque<Future<Optional<Told>>> running = new ArrayDeque<>();
    private boolean local;
    private boolean over;

    Run(
        Workers workers,
        ObjectForecaster forecaster,
        Consumer<Forecast> forecasts,
        Consumer<Event> events) {
      this.workers = workers;
      this.forecaster = forecaster;
      this.forecasts = forecasts;
      this.events = events;
    }

    void all(List<Target> targets) {
      watcher.expect(targets.size());
      for (Target target : targets) {
        if (running.size() == AHEAD * options.concurrency()) {
          next();
        }
        if (over()) {
          return;
        }
        running.add(workers.begin(() -> forecast(target)));
      }
      while (!running.isEmpty() && !over()) {
        next();
      }
    }

    private Optional<Told> forecast(Target target) {
      ObjectKey key = target.desired().key();
      watcher.begun(key);
      Optional<Told> told = forecaster.forecast(target);
      boolean failed = told.map(Told::forecast).orElse(null) instanceof Forecast.Failed;
      watcher.ended(key, failed);
      return told;
    }

    private boolean over() {
      return over || stop.requested();
    }

    private void next() {
      Optional<Told> next = workers.result(running.remove()).flatMap(told -> told);
      if (next.isEmpty()) {
        over = true;
        return;
      }
      Told told = next.get();
      told.events().forEach(events);
      if (!local) {
        told.local().ifPresent(reason -> events.accept(new Event.Warned(reason)));
      }
      local |= told.local().isPresent();
      forecasts.accept(told.forecast());
      over = told.forecast() instanceof Forecast.Failed && options.likeKubectl();
    }
  }
}
