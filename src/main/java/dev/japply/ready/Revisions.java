package dev.japply.ready;

import dev.japply.object.Gvk;
import dev.japply.tree.Value.MapValue;

/// Determines the revision of a workload's template for its ReplicaSets and Pods.
final class Revisions {
  private static final String REVISION = "deployment.kubernetes.io/revision";
  private static final String HASH = "controller-revision-hash";
  private static final String TEMPLATE = "deprecated.daemonset.template.generation";
  private static final String POD_TEMPLATE = "pod-template-generation";

  private Revisions() {}

  /// Whether `owned`, a ReplicaSet of a Deployment or else a Pod, belongs to the newest revision of
  /// `owner`. True if there are no revisions.
  static boolean isNewest(MapValue owner, MapValue owned) {
    return switch (Gvk.of(owner).kind()) {
      case "Deployment" -> annotation(owner, REVISION).equals(annotation(owned, REVISION));
      case "StatefulSet" -> owner.map("status").text("updateRevision").equals(label(owned, HASH));
      case "DaemonSet" -> annotation(owner, TEMPLATE).equals(label(owned, POD_TEMPLATE));
      default -> true;
    };
  }

  private static String annotation(MapValue object, String key) {
    return object.map("metadata").map("annotations").text(key);
  }

  private static String label(MapValue object, String key) {
    return object.map("metadata").map("labels").text(key);
  }
}
