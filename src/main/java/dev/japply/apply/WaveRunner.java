package dev.japply.apply;

import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.DependencyGraph;
import dev.japply.plan.LiveMetadata;
import dev.japply.plan.Order;
import dev.japply.problem.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Runs the waves of many objects, several objects in parallel, and counts the results.
///
/// @param <T> an object with its data
final class WaveRunner<T> implements AutoCloseable {
  private final Workers workers;
  private final InputOrder ordered;
  private final Cancellation cancellation;
  private final Work<T> work;
  private final Set<String> uids = ConcurrentHashMap.newKeySet();
  private final Map<Integer, End> ends = new ConcurrentHashMap<>();

  WaveRunner(Workers workers, InputOrder ordered, Cancellation cancellation, Work<T> work) {
    this.workers = workers;
    this.ordered = ordered;
    this.cancellation = cancellation;
    this.work = work;
  }

  /// Changes one object.
  interface Work<T> {
    KubeObject desired(T item);

    /// Changes it. The returned event states how it ended, and has not gone to `events`; empty if
    /// it was not tried, since the run was cancelled.
    Optional<Event> carryOut(T item, Consumer<Event> events);
  }

  record Step<T>(int place, T item) {}

  /// The result for an object.
  enum End {
    APPLIED,
    FAILED,
    UNKNOWN,
    /// It was left alone, for a reason that is reported.
    LEFT;

    private static End of(Event event) {
      return event instanceof Event.Ended ended ? of(ended) : LEFT;
    }

    private static End of(Event.Ended ended) {
      return switch (ended) {
        case Event.Applied applied -> APPLIED;
        case Event.Unknown unknown -> UNKNOWN;
        case Event.Failed failed -> FAILED;
      };
    }
  }

  static <T> List<List<Step<T>>> waves(
      List<T> items, Order order, Function<T, KubeObject> object, DependencyGraph graph) {
    var steps = new ArrayList<Step<T>>();
    for (T item : items) {
      steps.add(new Step<>(steps.size(), item));
    }
    return order.waves(steps, step -> object.apply(step.item()), graph);
  }

  /// Runs one wave, and waits until all its objects have ended. Documents of the same object are
  /// applied one after the other.
  void run(List<Step<T>> wave) {
    // An object that the input has twice must end as its last manifest states, so its steps make
    // one item. Items begin in the order of the input, and their events are passed on in that
    // order.
    var objects = new LinkedHashMap<ObjectKey, List<Step<T>>>();
    for (Step<T> step : wave) {
      objects.computeIfAbsent(key(step.item()), first -> new ArrayList<>()).add(step);
    }
    workers.run(List.copyOf(objects.values()), steps -> steps.forEach(this::change));
  }

  private ObjectKey key(T item) {
    return work.desired(item).key();
  }

  private void change(Step<T> step) {
    if (cancellation.requested()) {
      // It gets no end, so notTried() finds it, and release() passes on the events that wait behind
      // it.
      return;
    }
    ObjectKey key = key(step.item());
    ordered.accept(step.place(), new Event.Started(key));
    Optional<Event> end = carryOut(step);
    end.ifPresent(event -> note(step.place(), event));
    boolean failed = end.map(End::of).filter(End.FAILED::equals).isPresent();
    ordered.accept(step.place(), new Event.Finished(key, failed));
  }

  private Optional<Event> carryOut(Step<T> step) {
    var sent = new AtomicBoolean();
    try {
      return work.carryOut(
          step.item(),
          event -> {
            sent.compareAndSet(false, event instanceof Event.Sending);
            ordered.accept(step.place(), event);
          });
    } catch (RuntimeException | Error e) {
      if (sent.get()) {
        KubeObject desired = work.desired(step.item());
        Problem unknown = UnknownOutcome.cutOff(desired);
        noteAfterFailure(step.place(), new Event.Unknown(desired, unknown));
      }
      throw e;
    }
  }

  /// Passes the end of an object on after a failure, which may have been one to pass events on.
  private void noteAfterFailure(int place, Event end) {
    try {
      note(place, end);
    } catch (RuntimeException | Error e) {
      // The first failure is thrown.
    }
  }

  private void note(int place, Event end) {
    ends.put(place, End.of(end));
    if (end instanceof Event.Applied applied) {
      uids.add(LiveMetadata.uid(applied.object()));
    }
    ordered.accept(place, end);
    ordered.end(place);
  }

  /// Passes on everything that is still held back: no further object is tried.
  void release() {
    ordered.release();
  }

  /// Passes on all results, also if the run fails, as for lack of memory.
  @Override
  public void close() {
    release();
  }

  /// The items of `wave` that were applied or deleted.
  List<T> done(List<Step<T>> wave) {
    return wave.stream()
        .filter(step -> ends.get(step.place()) == End.APPLIED)
        .map(Step::item)
        .toList();
  }

  int count(End end) {
    return (int) ends.values().stream().filter(end::equals).count();
  }

  /// The uids of the objects that were applied or deleted.
  Set<String> uids() {
    return uids;
  }

  List<T> applied(List<T> items) {
    return chosen(items, End.APPLIED::equals);
  }

  List<ObjectKey> notTried(List<T> items) {
    return chosen(items, Objects::isNull).stream().map(this::key).toList();
  }

  private List<T> chosen(List<T> items, Predicate<@Nullable End> chosen) {
    return IntStream.range(0, items.size())
        .filter(place -> chosen.test(ends.get(place)))
        .mapToObj(items::get)
        .toList();
  }
}
