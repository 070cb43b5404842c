package dev.japply.ready;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.Resource;
import dev.japply.object.Gvk;
import dev.japply.object.LabelSelector;
import dev.japply.tree.Value.MapValue;
import java.util.List;

/// Finds the Pods of workloads by their owner references.
///
/// <https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/>
record OwnedPods(Cluster cluster) {
  static final Resource PODS = new Resource(Gvk.of("v1", "Pod"), "pods", true);

  private static final Resource REPLICA_SETS =
      new Resource(Gvk.of("apps/v1", "ReplicaSet"), "replicasets", true);

  /// Returns the Pods of `live`; `live` itself if it is a Pod; empty if its type owns no Pods.
  /// Excludes the Pods of a Deployment's older ReplicaSets, which are about to be deleted.
  List<MapValue> of(MapValue live) {
    Gvk type = Gvk.of(live);
    return switch (type.group() + "/" + type.kind()) {
      case "/Pod" -> List.of(live);
      case "apps/Deployment" -> ofDeployment(live);
      case "apps/ReplicaSet", "apps/StatefulSet", "apps/DaemonSet", "batch/Job" ->
          owned(PODS, live, LabelSelector.of(live.map("spec").map("selector")));
      case "/ReplicationController" ->
          owned(PODS, live, LabelSelector.ofLabels(live.map("spec").map("selector")));
      default -> List.of();
    };
  }

  private List<MapValue> ofDeployment(MapValue live) {
    LabelSelector selector = LabelSelector.of(live.map("spec").map("selector"));
    return owned(REPLICA_SETS, live, selector).stream()
        .filter(set -> Revisions.isNewest(live, set))
        .flatMap(
            set -> owned(PODS, set, LabelSelector.of(set.map("spec").map("selector"))).stream())
        .toList();
  }

  private List<MapValue> owned(Resource resource, MapValue owner, LabelSelector selector) {
    MapValue metadata = owner.map("metadata");
    String namespace = metadata.text("namespace");
    return selector.requirements().isEmpty()
        ? List.of()
        : cluster.list(
            resource, namespace, selector, object -> isOwned(object, metadata.text("uid")));
  }

  private static boolean isOwned(MapValue object, String uid) {
    return object.map("metadata").maps("ownerReferences").stream()
        .anyMatch(owner -> owner.text("uid").equals(uid));
  }
}
