package dev.japply.ready;

import dev.japply.apply.ResolvedObject;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Resource;
import dev.japply.io.Cancellation;
import dev.japply.io.CancellationSource;
import dev.japply.object.Gvk;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.ready.CollectionWatcher.Collection;
import dev.japply.ready.CollectionWatcher.How;
import dev.japply.ready.CollectionWatcher.WatchedObjects;
import dev.japply.ready.ReadyTracker.AwaitedObject;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Waits until objects are ready, all of them in parallel.
///
/// Each combination of type and namespace has one watch, in a thread of its own.
public final class ReadyWait {
  /// The interval between two checks of the board, which send no requests.
  private static final Duration LOOK = Duration.ofMillis(20);

  /// The extra time for the first read, in case the server is slow.
  private static final Duration FIRST_LOOK = Duration.ofSeconds(5);

  private static final Duration PAUSE = Duration.ofSeconds(1);

  /// The maximum number of parallel watches, each with a connection. Other collections are polled.
  private static final int WATCHED = 64;

  private final Cluster cluster;
  private final Cancellation cancellation;
  private final WaitLimits limits;
  private final ReadyListener listener;
  private final Duration pause;

  /// @param listener receives each change, from threads other than the caller's
  public ReadyWait(
      Cluster cluster, Cancellation cancellation, WaitLimits limits, ReadyListener listener) {
    this(cluster, cancellation, limits, listener, PAUSE);
  }

  /// @param pause the time between two reads of unwatched objects, and after a failure
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

  /// Waits for `targets`. Returns their final states in the same order.
  public List<ReadyState> await(List<ResolvedObject> targets) {
    var board = new ReadyTracker(listener);
    var stop = new CancellationSource();
    Map<Collection, Set<String>> collections = collections(board, targets);
    var unseen = new CountDownLatch(collections.size());
    var followed = new ArrayList<Runnable>();
    var classes = new StorageClasses(cluster, board::warn);
    collections.forEach((collection, names) -> {
      var wanted = new FollowedTargets(board, classes, collection, names);
      var how = new How(followed.size() < WATCHED, unseen::countDown, pause);
      followed.add(new CollectionWatcher(cluster, board, stop, collection, wanted, how));
    });
    if (limits.failFast() || !limits.timeout().isZero()) {
      namespacesWithPods(collections.keySet())
          .forEach(namespace -> {
            var pods = new FailingPods(cluster, board, namespace, limits.failFast());
            var collection = new Collection(FailingPods.PODS, namespace);
            var how = new How(followed.size() < WATCHED, () -> {}, pause);
            followed.add(new CollectionWatcher(cluster, board, stop, collection, pods, how));
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

  /// Returns the namespaces with awaited objects that own Pods.
  private static Stream<String> namespacesWithPods(Set<Collection> collections) {
    return collections.stream()
        .filter(collection -> FailingPods.belongTo(collection.resource().gvk()))
        .map(Collection::namespace)
        .distinct();
  }

  /// Whether all objects are settled or the time is over. The first read of all objects has its own
  /// time limit, so that an unread object is not reported as missing.
  ///
  /// @param seen whether all objects were read
  private boolean isOver(ReadyTracker board, boolean seen, long end) {
    long over = System.nanoTime() - end;
    return seen
        ? over >= 0 || board.isSettled(limits.failFast())
        : over >= FIRST_LOOK.toNanos() && !limits.timeout().isZero();
  }

  private static Map<Collection, Set<String>> collections(
      ReadyTracker board, List<ResolvedObject> targets) {
    var collections = new LinkedHashMap<Collection, Set<String>>();
    for (ResolvedObject target : targets) {
      board.add(target);
      AwaitedObject place = AwaitedObject.of(target);
      collections
          .computeIfAbsent(
              new Collection(place.resource(), place.namespace()), none -> new LinkedHashSet<>())
          .add(place.name());
    }
    return collections;
  }

  /// The awaited objects of a collection. Sends their readiness to the board.
  ///
  /// @param classes decides when PersistentVolumeClaims are bound
  private record FollowedTargets(
      ReadyTracker board, StorageClasses classes, Collection collection, Set<String> names)
      implements WatchedObjects {

    @Override
    public void put(String name, MapValue live) {
      Readiness readiness =
          live.isEmpty() ? Readiness.NOT_FOUND : ReadyRules.of(live, classes::bindsLater);
      board.put(place(name), readiness);
    }

    @Override
    public void fail(String name, ClusterException failure) {
      board.fail(place(name), failure);
    }

    private AwaitedObject place(String name) {
      return new AwaitedObject(collection.resource(), collection.namespace(), name);
    }
  }

  /// Determines the volume binding mode of StorageClasses; reads each class once.
  ///
  /// @param warnings receives a warning for each class that cannot be read
  record StorageClasses(Cluster cluster, Consumer<Problem> warnings, Map<String, Boolean> known) {
    private static final Resource CLASSES =
        new Resource(Gvk.of("storage.k8s.io/v1", "StorageClass"), "storageclasses", false);

    StorageClasses(Cluster cluster, Consumer<Problem> warnings) {
      this(cluster, warnings, new ConcurrentHashMap<>());
    }

    /// Whether the class has the volume binding mode `WaitForFirstConsumer`. False if that is
    /// unknown, so that the claim is awaited.
    boolean bindsLater(String name) {
      return !name.isEmpty() && known.computeIfAbsent(name, this::read);
    }

    private boolean read(String name) {
      try {
        return cluster
            .get(CLASSES, "", name)
            .filter(found -> found.text("volumeBindingMode").equals("WaitForFirstConsumer"))
            .isPresent();
      } catch (ClusterException e) {
        warnings.accept(
            Problem.warning(
                WarningId.WATCH,
                Origin.NONE,
                "StorageClass " + name,
                String.valueOf(e.getMessage()),
                "japply waits until its claims are bound, though they may need a Pod for that"));
        return false;
      }
    }
  }

  /// Detects workloads whose new Pods cannot run. Without it, a wait is silent until the workload's
  /// controller gives up, which takes minutes or never happens.
  ///
  /// Follows all Pods of a namespace, and reads the owners of a Pod that fails.
  private static final class FailingPods implements WatchedObjects {
    static final Resource PODS = new Resource(Gvk.of("v1", "Pod"), "pods", true);

    private static final Resource REPLICA_SETS =
        new Resource(Gvk.of("apps/v1", "ReplicaSet"), "replicasets", true);

    private static final Set<String> OWNERS =
        Set.of(
            "apps/Deployment",
            "apps/StatefulSet",
            "apps/DaemonSet",
            "apps/ReplicaSet",
            "batch/Job",
            "/ReplicationController");

    private final Cluster cluster;
    private final ReadyTracker board;
    private final String namespace;
    private final boolean failFast;
    private boolean warned;

    /// @param failFast whether the wait ends because of a Pod; otherwise, the Pod is only reported
    FailingPods(Cluster cluster, ReadyTracker board, String namespace, boolean failFast) {
      this.cluster = cluster;
      this.board = board;
      this.namespace = namespace;
      this.failFast = failFast;
    }

    /// Whether objects of that type own Pods.
    static boolean belongTo(Gvk type) {
      return OWNERS.contains(type.group() + "/" + type.kind());
    }

    @Override
    public Set<String> names() {
      return Set.of();
    }

    @Override
    public void put(String name, MapValue pod) {
      if (failFast ? ReadyRules.cannotRun(pod) : ReadyRules.isFailing(pod)) {
        try {
          controller(pod).ifPresent(owner -> block(owner, pod));
        } catch (ClusterException e) {
          fail(name, e);
        }
      }
    }

    /// Reports the workload in `reference` if it is awaited and `owned` belongs to its newest
    /// revision. For a ReplicaSet that is not awaited, checks its controller instead.
    private void block(MapValue reference, MapValue owned) {
      String name = reference.text("name");
      Optional<AwaitedObject> place = board.find(Gvk.of(reference), namespace, name);
      if (place.isPresent()) {
        cluster
            .get(place.get().resource(), namespace, name)
            .filter(ReadyRules::isObserved)
            .filter(owner -> Revisions.isNewest(owner, owned))
            .ifPresent(owner -> report(place.get(), owner));
      } else if (Gvk.of(reference).equals(REPLICA_SETS.gvk())) {
        cluster
            .get(REPLICA_SETS, namespace, name)
            .ifPresent(set -> controller(set).ifPresent(owner -> block(owner, set)));
      }
    }

    private void report(AwaitedObject place, MapValue owner) {
      if (failFast) {
        board.block(place);
      } else {
        board.warnOfPod(place, ReadyRules.of(owner));
      }
    }

    private static Optional<MapValue> controller(MapValue owned) {
      return owned.map("metadata").maps("ownerReferences").stream()
          .filter(owner -> owner.get("controller").equals(Value.TRUE))
          .findFirst();
    }

    @Override
    public void fail(String name, ClusterException failure) {
      if (!warned && failFast) {
        warned = true;
        board.warnOfWatch(
            failure, "japply does not see which Pods fail, and waits for their controllers");
      }
    }
  }
}
