package dev.japply.why;

import dev.japply.object.Gvk;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Map;

/// The fields of built-in types that a server does not change once the object is there.
final class ImmutablePaths {
  /// What never changes, by type; a path means all that is below it.
  private static final Map<String, List<String>> FIXED =
      Map.of(
          "Deployment.apps", List.of("spec.selector"),
          "ReplicaSet.apps", List.of("spec.selector"),
          "DaemonSet.apps", List.of("spec.selector"),
          "Job.batch", List.of("spec.selector", "spec.template", "spec.completionMode"),
          "RoleBinding.rbac.authorization.k8s.io", List.of("roleRef"),
          "ClusterRoleBinding.rbac.authorization.k8s.io", List.of("roleRef"),
          "StorageClass.storage.k8s.io", List.of("provisioner", "parameters", "reclaimPolicy"),
          "PriorityClass.scheduling.k8s.io", List.of("value"),
          "Secret", List.of("type"));

  /// Types of which nothing in `spec` changes but this.
  private static final Map<String, List<String>> FREE =
      Map.of(
          "StatefulSet.apps",
          List.of(
              "spec.replicas",
              "spec.ordinals",
              "spec.template",
              "spec.updateStrategy",
              "spec.revisionHistoryLimit",
              "spec.persistentVolumeClaimRetentionPolicy",
              "spec.minReadySeconds"),
          "PersistentVolumeClaim",
          List.of("spec.resources", "spec.volumeAttributesClassName"));

  private ImmutablePaths() {}

  /// Whether the server refuses that a field of an object changes.
  ///
  /// @param live the object
  static boolean has(Gvk gvk, MapValue live, String path) {
    String type = gvk.groupKind();
    if (type.equals("Job.batch") && live.map("spec").get("suspend").equals(Value.TRUE)) {
      return isWithin("spec.selector", path);
    }
    if (FREE.containsKey(type)) {
      return isWithin("spec", path)
          && FREE.getOrDefault(type, List.of()).stream().noneMatch(free -> isWithin(free, path));
    }
    boolean data = type.equals("Secret") || type.equals("ConfigMap");
    if (data && live.get("immutable").equals(Value.TRUE)) {
      return List.of("data", "binaryData", "stringData", "immutable").stream()
          .anyMatch(field -> isWithin(field, path));
    }
    boolean address = type.equals("Service") && !live.map("spec").text("clusterIP").isEmpty();
    return (address && path.equals("spec.clusterIP"))
        || FIXED.getOrDefault(type, List.of()).stream().anyMatch(field -> isWithin(field, path));
  }

  private static boolean isWithin(String field, String path) {
    return path.equals(field) || path.startsWith(field + ".") || path.startsWith(field + "[");
  }
}
