package dev.japply.ready;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Resource;
import dev.japply.object.Gvk;
import dev.japply.ready.ReadyTracker.AwaitedObject;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.Optional;
import java.util.Set;

/// Detects workloads whose new Pods cannot run. Without it, a wait is silent until the workload's
/// controller gives up, which takes minutes or never happens.
///
/// Follows all Pods of a namespace, and reads the owners of a Pod that fails.
final class FailingPods implements WatchedObjects {
  static final Resource PODS = new Resource(Gvk.of("v1", "Pod"), "pods", true);

  private static final Resource REPLICA_SETS =
      new Resource(Gvk.of("apps/v1", "ReplicaSet"), "replicasets", true);

  /// The types whose objects own Pods.
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
