package dev.japply.apply;

import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.DependencyGraph;
import dev.japply.plan.Order;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/// Changes many objects, several at once, and keeps account of how each of them ended.
///
/// @param <T> what stands for an object
public final class StagedExecution<T> {
  private final Workers workers;
  private final OrderedEvents ordered;
  private final Cancellation cancellation;
  private final Work<T> work;
  private final Map<Integer, End> ends = new ConcurrentHashMap<>();

  public StagedExecution(
      Workers workers, OrderedEvents ordered, Cancellation cancellation, Work<T> work) {
    this.workers = workers;
    this.ordered = ordered;
    this.cancellation = cancellation;
    this.work = work;
  }

  /// Changes one object.
  public interface Work<T> {
    ObjectKey key(T item);

    /// Changes it. The answer says how it ended, and has not gone to `events`; empty when it was
    /// not tried, since the run is to end.
    Optional<Event> carryOut(T item, Consumer<Event> events);
  }

  /// An object and its place in the input.
  public record Step<T>(int place, T item) {}

  /// How an object ended.
  public enum End {
    APPLIED,
    FAILED,
    UNKNOWN,
    /// It was left alone, for a reason that is told.
    LEFT;

    private static End of(Event event) {
      return switch (event) {
        case Event.Applied applied -> APPLIED;
        case Event.Unknown unknown -> UNKNOWN;
        case Event.Failed failed -> FAILED;
        case Event.Sending sending -> LEFT;
        case Event.Retrying retrying -> LEFT;
        case Event.Waiting waiting -> LEFT;
        case Event.Ready ready -> LEFT;
        case Event.Unready unready -> LEFT;
        case Event.Rejected rejected -> LEFT;
        case Event.Warned warned -> LEFT;
        case Event.Skipped skipped -> LEFT;
        case Event.Pruning pruning -> LEFT;
        case Event.PruningStopped stopped -> LEFT;
        case Event.Stopped stopped -> LEFT;
        case Event.Progress progress -> LEFT;
      };
    }
  }

  /// The objects in this order, cut into stages.
  public static <T> List<List<Step<T>>> stages(
      List<T> items, Order order, Function<T, KubeObject> object, DependencyGraph graph) {
    var steps = new ArrayList<Step<T>>();
    for (T item : items) {
      steps.add(new Step<>(steps.size(), item));
    }
    return order.stages(steps, step -> object.apply(step.item()), graph);
  }

  /// Lets the workers change the objects of one stage; what is the same object, one after the
  /// other.
  public List<Future<?>> begin(List<Step<T>> steps) {
    // An object that the input has twice must end as its last manifest says, so its steps make one
    // task. Tasks begin in the order of the input, in which their events are passed on.
    var objects = new LinkedHashMap<ObjectKey, List<Step<T>>>();
    for (Step<T> step : steps) {
      objects.computeIfAbsent(work.key(step.item()), first -> new ArrayList<>()).add(step);
    }
    var tasks = new ArrayList<Future<?>>();
    for (List<Step<T>> task : objects.values()) {
      tasks.add(
          workers.begin(() -> {
            task.forEach(this::change);
            return task;
          }));
    }
    return tasks;
  }

  /// Waits for what was begun.
  public void await(List<Future<?>> tasks) {
    workers.await(tasks);
  }

  private void change(Step<T> step) {
    if (cancellation.requested()) {
      // Without an end: notTried() finds it by that, and release() passes on what waits behind it.
      return;
    }
    ObjectKey key = work.key(step.item());
    ordered.accept(step.place(), new Event.Started(key));
    Optional<Event> end = work.carryOut(step.item(), event -> ordered.accept(step.place(), event));
    end.ifPresent(event -> note(step.place(), event));
    boolean failed = end.map(End::of).filter(End.FAILED::equals).isPresent();
    ordered.accept(step.place(), new Event.Finished(key, failed));
  }

  private void note(int place, Event end) {
    ends.put(place, End.of(end));
    ordered.accept(place, end);
    ordered.end(place);
  }

  /// Tells everything that is still held back: no further object is tried.
  public void release() {
    ordered.release();
  }

  public int count(End end) {
    return (int) ends.values().stream().filter(end::equals).count();
  }

  /// Those of `items` of which it is not known how they ended, since they were not tried.
  public List<ObjectKey> notTried(List<T> items) {
    return IntStream.range(0, items.size())
        .filter(place -> !ends.containsKey(place))
        .mapToObj(place -> work.key(items.get(place)))
        .toList();
  }
}
