package dev.japply.execute;

import dev.japply.event.Event;
import dev.japply.event.Forecast;
import dev.japply.execute.ObjectForecaster.Told;
import dev.japply.live.Cluster;
import dev.japply.object.KubeObject;
import dev.japply.plan.CustomTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Finds out what applying objects would come to, several at once, and tells of each in the order
/// of the objects. Changes nothing: the server is asked for dry runs at most.
public final class Forecaster {
  private final Cluster cluster;
  private final ForecastOptions options;
  private final Stop stop;

  /// A forecaster on `cluster`, which stays open.
  public Forecaster(Cluster cluster, ForecastOptions options, Stop stop) {
    this.cluster = cluster;
    this.options = options;
    this.stop = stop;
  }

  /// The forecasts for those of `objects` that the cluster can take, in their order. What is wrong
  /// with the others goes to `events`, and so does, once, why an object is not compared by the
  /// server. There are fewer forecasts when the run is stopped, and by kubectl's ways after a
  /// failure.
  public List<Forecast> run(
      Targets.Namespace namespace, List<KubeObject> objects, Consumer<Event> events) {
    List<KubeObject> announced = options.likeKubectl() ? List.of() : objects;
    Targets targets = Targets.find(cluster, namespace, objects, CustomTypes.of(announced));
    targets.problems().forEach(problem -> events.accept(new Event.Rejected(problem)));
    boolean over = options.likeKubectl() && !targets.problems().isEmpty();
    return over
        ? List.of()
        : forecasts(targets, new ObjectForecaster(cluster, namespaces(announced), options), events);
  }

  /// The namespaces that `objects` bring.
  private static Set<String> namespaces(List<KubeObject> objects) {
    return objects.stream()
        .filter(object -> object.gvk().group().isEmpty() && object.gvk().kind().equals("Namespace"))
        .map(KubeObject::name)
        .collect(Collectors.toSet());
  }

  private List<Forecast> forecasts(
      Targets targets, ObjectForecaster forecaster, Consumer<Event> events) {
    var forecasts = new ArrayList<Forecast>();
    boolean local = false;
    try (ExecutorService pool = Executors.newFixedThreadPool(options.concurrency())) {
      List<Future<Told>> running =
          targets.targets().stream()
              .map(target -> pool.submit(() -> forecaster.forecast(target)))
              .toList();
      for (Future<Told> next : running) {
        if (over(forecasts)) {
          pool.shutdownNow();
          break;
        }
        Told told = wait(next);
        told.events().forEach(events);
        if (!local) {
          told.local().ifPresent(reason -> events.accept(new Event.Warned(reason)));
        }
        local |= told.local().isPresent();
        forecasts.add(told.forecast());
      }
    }
    return forecasts;
  }

  private boolean over(List<Forecast> forecasts) {
    boolean failed = !forecasts.isEmpty() && forecasts.getLast() instanceof Forecast.Failed;
    return stop.requested() || (failed && options.likeKubectl());
  }

  private static Told wait(Future<Told> next) {
    try {
      return next.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }
}
