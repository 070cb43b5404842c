package dev.japply.ready;

import dev.japply.apply.ResolvedObject;
import dev.japply.cluster.Cluster;
import dev.japply.io.Cancellation;
import dev.japply.io.CancellationSource;
import dev.japply.ready.FollowedCollection.Collection;
import dev.japply.ready.FollowedCollection.How;
import dev.japply.ready.ReadyBoard.Place;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/// Waits until objects are ready, all of them at the same time.
///
/// All objects of one type in one namespace are followed by one watch, in a thread of its own.
public final class ReadyWait {
  /// How often it is looked whether all are ready; to look costs nothing.
  private static final Duration LOOK = Duration.ofMillis(20);

  /// How much longer than the limit the first look may take, as when the server is slow.
  private static final Duration FIRST_LOOK = Duration.ofSeconds(5);

  private static final Duration PAUSE = Duration.ofSeconds(1);

  /// How many collections are watched at once, each on a connection. Others are read now and then.
  private static final int WATCHED = 64;

  private final Cluster cluster;
  private final Cancellation cancellation;
  private final WaitLimits limits;
  private final ReadyListener listener;
  private final Duration pause;

  /// @param listener hears of each change, from threads other than the caller's
  public ReadyWait(
      Cluster cluster, Cancellation cancellation, WaitLimits limits, ReadyListener listener) {
    this(cluster, cancellation, limits, listener, PAUSE);
  }

  /// @param pause between two looks at what is not watched, and after a failure
  ReadyWait(
      Cluster cluster,
      Cancellation cancellation,
      WaitLimits limits,
      ReadyListener listener,
      Duration pause) {
    this.cluster = cluster;
    this.cancellation = cancellation;
    this.limits = limits;
    this.listener = listener;
    this.pause = pause;
  }

  /// Waits for `targets`; how far each of them is in the end, in their order.
  public List<ReadyState> await(List<ResolvedObject> targets) {
    var board = new ReadyBoard(listener);
    var stop = new CancellationSource();
    Map<Collection, Set<String>> collections = collections(board, targets);
    var unseen = new CountDownLatch(collections.size());
    var followed = new ArrayList<Runnable>();
    var classes = new StorageClasses(cluster, board::warn);
    collections.forEach((collection, names) -> {
      var wanted = new FollowedTargets(board, classes, collection, names);
      var how = new How(followed.size() < WATCHED, unseen::countDown, pause);
      followed.add(new FollowedCollection(cluster, board, stop, collection, wanted, how));
    });
    if (limits.failFast()) {
      namespacesWithPods(collections.keySet())
          .forEach(namespace -> {
            var pods = new FailingPods(cluster, board, namespace);
            var collection = new Collection(FailingPods.PODS, namespace);
            var how = new How(followed.size() < WATCHED, () -> {}, pause);
            followed.add(new FollowedCollection(cluster, board, stop, collection, pods, how));
          });
    }
    List<Thread> threads =
        followed.stream()
            .map(one -> Thread.ofPlatform().daemon().name("ready").start(one))
            .toList();
    long end = System.nanoTime() + limits.timeout().toNanos();
    while (!cancellation.requested() && !isOver(board, unseen.getCount() == 0, end)) {
      cancellation.pause(LOOK);
    }
    List<ReadyState> states = board.close();
    stop.cancel();
    threads.forEach(Thread::interrupt);
    return states;
  }

  /// The namespaces in which there is something to wait for that has Pods.
  private static Stream<String> namespacesWithPods(Set<Collection> collections) {
    return collections.stream()
        .filter(collection -> FailingPods.belongTo(collection.resource().gvk()))
        .map(Collection::namespace)
        .distinct();
  }

  /// Whether all is settled, or the time is over. The first look at all objects has a time of its
  /// own: an object that was not looked at is not said to be missing.
  ///
  /// @param seen whether all was looked at once
  private boolean isOver(ReadyBoard board, boolean seen, long end) {
    long over = System.nanoTime() - end;
    return seen
        ? over >= 0 || board.isSettled(limits.failFast())
        : over >= FIRST_LOOK.toNanos() && !limits.timeout().isZero();
  }

  private static Map<Collection, Set<String>> collections(
      ReadyBoard board, List<ResolvedObject> targets) {
    var collections = new LinkedHashMap<Collection, Set<String>>();
    for (ResolvedObject target : targets) {
      board.add(target);
      Place place = Place.of(target);
      collections
          .computeIfAbsent(
              new Collection(place.resource(), place.namespace()), none -> new LinkedHashSet<>())
          .add(place.name());
    }
    return collections;
  }
}
