package dev.japply.plan;

import dev.japply.object.Gvk;
import java.util.List;
import java.util.stream.Stream;

/// The types that are pruned by default: kubectl's, in its order.
public final class PruneKinds {
  /// Namespaced types, followed by cluster-scoped types.
  public static final List<Gvk> DEFAULT =
      Stream.of(
              "v1/ConfigMap",
              "v1/Endpoints",
              "v1/PersistentVolumeClaim",
              "v1/Pod",
              "v1/ReplicationController",
              "v1/Secret",
              "v1/Service",
              "batch/v1/Job",
              "batch/v1/CronJob",
              "networking.k8s.io/v1/Ingress",
              "apps/v1/DaemonSet",
              "apps/v1/Deployment",
              "apps/v1/ReplicaSet",
              "apps/v1/StatefulSet",
              "v1/Namespace",
              "v1/PersistentVolume")
          .map(PruneKinds::type)
          .toList();

  private PruneKinds() {}

  private static Gvk type(String text) {
    int slash = text.lastIndexOf('/');
    return Gvk.of(text.substring(0, slash), text.substring(slash + 1));
  }
}
