package dev.japply.plan;

import static java.util.Map.entry;

import dev.japply.object.Gvk;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// The immutable fields of an object of a built-in type.
///
/// @param result the desired object
record ImmutableFieldCheck(Gvk gvk, MapValue live, MapValue result) {
  private static final String SPEC = "spec";

  /// The immutable fields by type; a path includes all fields below it.
  private static final Map<String, List<String>> FIXED =
      Map.ofEntries(
          entry("Deployment.apps", List.of("spec.selector")),
          entry("ReplicaSet.apps", List.of("spec.selector")),
          entry("DaemonSet.apps", List.of("spec.selector")),
          entry(
              "Job.batch",
              List.of(
                  "spec.selector",
                  "spec.completionMode",
                  "spec.podFailurePolicy",
                  "spec.successPolicy",
                  "spec.backoffLimitPerIndex",
                  "spec.managedBy")),
          entry("RoleBinding.rbac.authorization.k8s.io", List.of("roleRef")),
          entry("ClusterRoleBinding.rbac.authorization.k8s.io", List.of("roleRef")),
          entry(
              "StorageClass.storage.k8s.io",
              List.of("provisioner", "parameters", "reclaimPolicy", "volumeBindingMode")),
          entry("PriorityClass.scheduling.k8s.io", List.of("value", "preemptionPolicy")),
          entry("IngressClass.networking.k8s.io", List.of("spec.controller")),
          entry("RuntimeClass.node.k8s.io", List.of("handler")),
          entry("EndpointSlice.discovery.k8s.io", List.of("addressType")),
          entry("ResourceQuota", List.of("spec.scopes")),
          entry(
              "CustomResourceDefinition.apiextensions.k8s.io",
              List.of("spec.group", "spec.scope", "spec.names.kind", "spec.names.plural")),
          entry("Secret", List.of("type")));

  /// Types with an immutable `spec`, and the mutable fields in it.
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
          List.of("spec.resources", "spec.volumeAttributesClassName"),
          "Pod",
          List.of("spec.activeDeadlineSeconds", "spec.tolerations", "spec.schedulingGates"),
          "PersistentVolume",
          List.of(
              "spec.capacity",
              "spec.accessModes",
              "spec.claimRef",
              "spec.persistentVolumeReclaimPolicy",
              "spec.storageClassName",
              "spec.mountOptions",
              "spec.volumeAttributesClassName"));

  /// The fields for the scheduling of a Job's Pods.
  private static final List<String> SCHEDULING =
      List.of(
          "spec.template.metadata.labels",
          "spec.template.metadata.annotations",
          "spec.template.spec.nodeSelector",
          "spec.template.spec.affinity",
          "spec.template.spec.tolerations",
          "spec.template.spec.schedulingGates");

  /// The only mutable field of a Pod's container.
  private static final Pattern IMAGE =
      Pattern.compile("spec\\.(containers|initContainers)\\[[^]]*]\\.image");

  /// Checks whether the field at `path` is immutable.
  boolean has(String path) {
    return switch (gvk.groupKind()) {
      case "Secret", "ConfigMap" -> isData(path) || isOneOf(fixed(), path);
      case "Service" -> isAddress(path);
      case "Job.batch" -> isOfJob(path);
      default ->
          isOneOf(fixed(), path)
              || (FREE.containsKey(gvk.groupKind())
                  && isWithin(SPEC, path)
                  && !isOneOf(free(), path)
                  && !isImageOfPod(path));
    };
  }

  private List<String> fixed() {
    return FIXED.getOrDefault(gvk.groupKind(), List.of());
  }

  private boolean isData(String path) {
    return live.get("immutable").equals(Value.TRUE)
        && isOneOf(List.of("data", "binaryData", "stringData", "immutable"), path);
  }

  /// One that the Service has and needs; the server gives it back where it is taken away.
  private boolean isAddress(String path) {
    return !live.map(SPEC).text("clusterIP").isEmpty()
        && !result.map(SPEC).text("clusterIP").isEmpty()
        && !result.map(SPEC).text("type").equals("ExternalName")
        && (path.equals("spec.clusterIP") || isWithin("spec.clusterIPs", path));
  }

  /// Whether a field of a Job is immutable. Scheduling fields may change before Pods run, and the
  /// number of completions if each Pod has its index.
  private boolean isOfJob(String path) {
    MapValue spec = live.map(SPEC);
    boolean waits = spec.get("suspend").equals(Value.TRUE) && !live.map("status").has("startTime");
    boolean elastic =
        spec.text("completionMode").equals("Indexed")
            && result.map(SPEC).get("completions").equals(result.map(SPEC).get("parallelism"));
    return isOneOf(fixed(), path)
        || (isWithin("spec.template", path) && !(waits && isOneOf(SCHEDULING, path)))
        || (path.equals("spec.completions") && !elastic);
  }

  /// Returns the mutable fields of `spec`, also those without a value.
  private List<String> free() {
    var free = new ArrayList<>(FREE.getOrDefault(gvk.groupKind(), List.of()));
    MapValue spec = live.map(SPEC);
    switch (gvk.groupKind()) {
      case "PersistentVolumeClaim" -> addIfMissing(free, spec, "volumeName");
      case "PersistentVolume" -> addIfMissing(free, spec, "nodeAffinity");
      case "Pod" -> {
        if (spec.has("schedulingGates")) {
          free.addAll(List.of("spec.nodeSelector", "spec.affinity"));
        }
      }
      default -> {}
    }
    return free;
  }

  private static void addIfMissing(List<String> free, MapValue spec, String field) {
    if (!spec.has(field)) {
      free.add(SPEC + "." + field);
    }
  }

  private boolean isImageOfPod(String path) {
    return gvk.groupKind().equals("Pod") && IMAGE.matcher(path).matches();
  }

  private static boolean isOneOf(List<String> fields, String path) {
    return fields.stream().anyMatch(field -> isWithin(field, path));
  }

  private static boolean isWithin(String field, String path) {
    return path.equals(field) || path.startsWith(field + ".") || path.startsWith(field + "[");
  }
}
