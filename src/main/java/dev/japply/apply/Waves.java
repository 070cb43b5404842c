package dev.japply.apply;

import dev.japply.apply.Apply.ApplySummary;
import dev.japply.apply.Apply.ApplySummary.Tally;
import dev.japply.apply.Apply.ReadinessWait;
import dev.japply.apply.Dependencies.NamedDependencies;
import dev.japply.apply.Dependencies.Result;
import dev.japply.apply.Event.Detail;
import dev.japply.apply.WaveReadiness.Waits;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ServerProblems;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.Action;
import dev.japply.plan.DependencyGraph;
import dev.japply.plan.LiveMetadata;
import dev.japply.plan.Order;
import dev.japply.plan.PlannedObject;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Carries out the tasks of a run wave by wave, several objects of a wave in parallel, and counts
/// how they ended. Before a wave it waits for readiness and reads the live objects. It goes on
/// after a failure.
///
/// Events come in the order of the tasks, so the output depends neither on the order of application
/// nor on the speed of the server.
final class Waves implements AutoCloseable {
  private final List<Task> tasks;
  private final ApplyContext context;
  private final RunCancellation cancellation;
  private final Dependencies dependencies;
  private final WaveReadiness readiness;
  private final Workers workers;
  private final InputOrder ordered;
  private final Set<String> uids = ConcurrentHashMap.newKeySet();
  private final Map<Integer, End> ends = new ConcurrentHashMap<>();

  private Waves(
      Cluster cluster,
      Setting setting,
      RunCancellation cancellation,
      List<Task> tasks,
      DependencyGraph graph,
      Consumer<Event> events) {
    ExecutionOptions options = setting.options();
    this.tasks = tasks;
    this.cancellation = cancellation;
    this.dependencies = new Dependencies(cluster, options, graph, cancellation);
    this.readiness = new WaveReadiness(setting.readiness(), setting.waits(), graph);
    this.context =
        new ApplyContext(cluster, new LiveObjects(cluster, cancellation), options, cancellation);
    this.ordered = new InputOrder(tasks.size(), events, setting.detail());
    this.workers = new Workers(options.schedule().concurrency());
  }

  /// One object, and the work on it.
  record Task(ResolvedObject target, Work work) {
    /// Plans and applies `target`.
    static Task apply(ResolvedObject target) {
      return new Task(target, new Work.Apply());
    }

    KubeObject desired() {
      return target.desired();
    }

    ObjectKey key() {
      return target.desired().key();
    }

    /// Returns the planned action; null if it is planned when it is carried out.
    @Nullable Action planned() {
      return switch (work) {
        case Work.Apply now -> null;
        case Work.Stored(PlannedObject planned, StoredPlan.Terms terms) -> planned.action();
        case Work.Delete(PlannedObject planned, DeletionOptions deletion) -> planned.action();
      };
    }
  }

  /// The work on an object.
  sealed interface Work {
    /// It is planned and applied.
    record Apply() implements Work {}

    /// A plan that was made before is carried out, where it still fits.
    record Stored(PlannedObject planned, StoredPlan.Terms terms) implements Work {}

    /// It is deleted.
    record Delete(PlannedObject planned, DeletionOptions deletion) implements Work {}
  }

  /// Settings of a run.
  ///
  /// @param detail the part of waiting events that is kept
  record Setting(ExecutionOptions options, Waits waits, ReadinessWait readiness, Detail detail) {}

  /// Order of the tasks.
  enum Sequence {
    /// An object comes after the objects that it needs.
    NEEDED_FIRST,

    /// An object comes after the objects that need it.
    DEPENDENTS_FIRST,

    /// Order by type alone, whatever the objects name.
    BY_TYPE
  }

  /// A task and its place in the input.
  private record Step(int place, Task task) {}

  /// The result for an object.
  private enum End {
    APPLIED,
    FAILED,
    UNKNOWN,
    /// It was left alone, for a reason that is reported.
    LEFT;

    private static End of(Event event) {
      return switch (event) {
        case Event.Applied applied -> APPLIED;
        case Event.Unknown unknown -> UNKNOWN;
        case Event.Failed failed -> FAILED;
        case Event other -> LEFT;
      };
    }
  }

  /// Runs `tasks`.
  ///
  /// @throws dev.japply.problem.JapplyException when the objects name dependencies that no order
  ///   can satisfy; nothing is written then
  static ApplySummary run(
      Cluster cluster,
      Setting setting,
      RunCancellation cancellation,
      List<Task> tasks,
      Sequence sequence,
      Consumer<Event> events) {
    DependencyGraph graph = graph(setting.options(), tasks, sequence);
    events.accept(new Event.Expected(tasks.size()));
    try (var run = new Waves(cluster, setting, cancellation, tasks, graph, events)) {
      for (List<Step> wave : waves(setting.options().schedule().order(), tasks, graph, sequence)) {
        if (!cancellation.requested()) {
          run.carryOut(wave);
        }
      }
      run.ordered.release();
      return run.summary(events);
    }
  }

  private static DependencyGraph graph(
      ExecutionOptions options, List<Task> tasks, Sequence sequence) {
    return switch (sequence) {
      case NEEDED_FIRST -> NamedDependencies.of(options, tasks.stream().map(Task::target).toList());
      case BY_TYPE -> DependencyGraph.NONE;
      case DEPENDENTS_FIRST -> DependencyGraph.ofLive(tasks.stream().map(Task::desired).toList());
    };
  }

  private static List<List<Step>> waves(
      Order order, List<Task> tasks, DependencyGraph graph, Sequence sequence) {
    List<Step> steps =
        IntStream.range(0, tasks.size()).mapToObj(at -> new Step(at, tasks.get(at))).toList();
    List<List<Step>> waves = order.waves(steps, step -> step.task().desired(), graph);
    return sequence == Sequence.DEPENDENTS_FIRST ? waves.reversed() : waves;
  }

  /// Carries out one wave, and waits until all its objects have ended. Documents of the same object
  /// are applied one after the other.
  private void carryOut(List<Step> wave) {
    readiness.open(wave.stream().map(step -> step.task().target()).toList());
    if (context.options().readsInBulk() && !readiness.isClosed()) {
      // The live objects are as new as the end of the wave before.
      context.objects().announce(readTargets(wave), workers);
    }
    // An object that the input has twice must end as its last manifest states, so its steps make
    // one item. Items begin in the order of the input, and their events are passed on in that
    // order.
    var objects = new LinkedHashMap<ObjectKey, List<Step>>();
    for (Step step : wave) {
      objects.computeIfAbsent(step.task().key(), first -> new ArrayList<>()).add(step);
    }
    workers.run(List.copyOf(objects.values()), steps -> steps.forEach(this::change));
  }

  private static List<ResolvedObject> readTargets(List<Step> wave) {
    return wave.stream()
        .map(Step::task)
        .filter(task -> !(task.work() instanceof Work.Delete))
        .map(Task::target)
        .toList();
  }

  private void change(Step step) {
    if (cancellation.requested()) {
      // It gets no end, so notTried() finds it, and release() passes on the events that wait behind
      // it.
      return;
    }
    ObjectKey key = step.task().key();
    ordered.accept(step.place(), new Event.Started(key));
    Optional<Event> end = carryOut(step);
    end.ifPresent(event -> note(step.place(), event));
    boolean failed = end.filter(Event.Failed.class::isInstance).isPresent();
    ordered.accept(step.place(), new Event.Finished(key, failed));
  }

  private Optional<Event> carryOut(Step step) {
    var sent = new AtomicBoolean();
    try {
      return carryOut(
          step.task(),
          event -> {
            sent.compareAndSet(false, event instanceof Event.Sending);
            ordered.accept(step.place(), event);
          });
    } catch (RuntimeException | Error e) {
      if (sent.get()) {
        KubeObject desired = step.task().desired();
        Problem unknown = WriteResult.Unknown.cutOff(desired);
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

  /// Carries out a task when what its object needs is there. The returned event states how it
  /// ended, and has not gone to `events`; empty if it was not tried, since the run was cancelled.
  private Optional<Event> carryOut(Task task, Consumer<Event> events) {
    ResolvedObject target = task.target();
    KubeObject desired = task.desired();
    Optional<Problem> held = readiness.held(desired);
    if (held.isPresent()) {
      return Optional.of(new Event.Unready(desired, held.get(), NotReadyCause.NONE));
    }
    Optional<Event> end =
        switch (check(target)) {
          case Result.Met() -> work(task, events);
          case Result.Planned(String missing) -> Optional.of(assumed(desired, missing, events));
          case Result.Unmet(List<Problem> problems) ->
              Optional.of(new Event.Failed(desired, problems));
          case Result.Stopped() -> Optional.empty();
        };
    end.ifPresent(event -> {
      if (event instanceof Event.Ended ended) {
        dependencies.note(target, ended);
        readiness.note(target, ended);
      }
    });
    return end;
  }

  private Optional<Event> work(Task task, Consumer<Event> events) {
    return switch (task.work()) {
      case Work.Apply apply ->
          new ObjectApplier(context, events).apply(task.target()).map(Function.identity());
      case Work.Stored(PlannedObject planned, StoredPlan.Terms terms) ->
          new ObjectApplier(context, events)
              .apply(task.target(), planned, terms)
              .map(Function.identity());
      case Work.Delete(PlannedObject planned, DeletionOptions deletion) ->
          new Deleter(context, deletion, events).carryOut(task.target(), planned, "");
    };
  }

  /// Returns the result for an object that needs one which only a real run would create: its
  /// namespace, or its type. The server cannot check it.
  ///
  /// @param missing the missing object or type; empty if there is nothing to report about it
  private Event.Ended assumed(KubeObject desired, String missing, Consumer<Event> events) {
    Optional<Problem> unnamed = ResolvedObject.unnamed(desired);
    if (unnamed.isPresent()) {
      return new Event.Failed(desired, List.of(unnamed.get()));
    }
    if (!missing.isEmpty()) {
      events.accept(new Event.Warned(ApplyWarnings.notSent(desired, missing)));
    }
    return ManifestWish.forApply(context.of(desired)).assumed(desired);
  }

  private Result check(ResolvedObject target) {
    try {
      return dependencies.check(target);
    } catch (ClusterException e) {
      boolean away = e.isAway() && cancellation.endedWithoutResponse(e);
      return away || cancellation.requested()
          ? new Result.Stopped()
          : new Result.Unmet(ServerProblems.of(target.desired(), e));
    }
  }

  private ApplySummary summary(Consumer<Event> events) {
    int applied = count(End.APPLIED);
    int unknown = count(End.UNKNOWN);
    int failed = count(End.FAILED);
    List<ObjectKey> notTried = chosen(Objects::isNull).map(Task::key).toList();
    cancellation.problem().ifPresent(problem -> events.accept(new Event.Rejected(problem)));
    if (cancellation.requested()) {
      events.accept(cancellation.stopped(applied, failed, unknown, notTried));
    }
    return new ApplySummary(
        new Tally(applied, failed + unknown, notTried.size() + count(End.LEFT)),
        chosen(End.APPLIED::equals).map(Task::target).toList(),
        uids);
  }

  private int count(End end) {
    return (int) ends.values().stream().filter(end::equals).count();
  }

  private Stream<Task> chosen(Predicate<@Nullable End> chosen) {
    return IntStream.range(0, tasks.size())
        .filter(place -> chosen.test(ends.get(place)))
        .mapToObj(tasks::get);
  }

  /// Passes on all results, also if the run fails, as for lack of memory.
  @Override
  public void close() {
    ordered.release();
    workers.close();
  }

  /// Passes the events of objects on in the order of the input, whatever the order of application:
  /// the events of an object wait until all objects before it have ended. The listener receives one
  /// event at a time, except for [Event.Progress].
  static final class InputOrder {
    private final Consumer<Event> events;
    private final Detail detail;
    private final List<List<Event>> waiting;
    private final boolean[] ended;
    private int turn;

    /// @param places number of objects
    /// @param detail the amount of data kept for events that wait
    InputOrder(int places, Consumer<Event> events, Detail detail) {
      this.events = events;
      this.detail = detail;
      this.waiting =
          Stream.generate(() -> (List<Event>) new ArrayList<Event>()).limit(places).toList();
      this.ended = new boolean[places];
    }

    /// Takes an event of the object at that place of the input.
    void accept(int place, Event event) {
      if (event instanceof Event.Progress) {
        events.accept(event);
      } else {
        acceptInOrder(place, event);
      }
    }

    private synchronized void acceptInOrder(int place, Event event) {
      // Under the lock, so that the receiver gets one event at a time, and no event of the next
      // object in between. An event about waiting passes immediately: in its turn, it would arrive
      // when the waiting is over.
      if (place == turn || event instanceof Event.Waiting) {
        events.accept(event);
      } else {
        detail.kept(event).ifPresent(waiting.get(place)::add);
      }
    }

    /// Nothing more comes of the object at that place.
    synchronized void end(int place) {
      ended[place] = true;
      // Objects behind this one may have ended before it. Each gets its turn here, and so does the
      // first that has not ended: from now on its events pass immediately, after its earlier ones.
      while (turn < ended.length && ended[turn]) {
        turn++;
        passOn();
      }
    }

    /// Passes everything on that is still held back: some objects were not tried.
    synchronized void release() {
      while (turn < ended.length) {
        turn++;
        passOn();
      }
    }

    private void passOn() {
      if (turn < ended.length) {
        waiting.get(turn).forEach(events);
        waiting.get(turn).clear();
      }
    }
  }
}
