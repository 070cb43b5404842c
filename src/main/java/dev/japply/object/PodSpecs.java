package dev.japply.object;

import dev.japply.tree.FieldPath;
import java.util.Map;
import java.util.Optional;

/// The built-in types that run Pods.
public final class PodSpecs {
  private static final FieldPath SPEC = FieldPath.root().key("spec");
  private static final FieldPath TEMPLATE = SPEC.key("template").key("spec");

  private static final Map<String, FieldPath> PATHS =
      Map.of(
          "Pod", SPEC,
          "Deployment.apps", TEMPLATE,
          "ReplicaSet.apps", TEMPLATE,
          "ReplicationController", TEMPLATE,
          "PodTemplate", FieldPath.root().key("template").key("spec"),
          "StatefulSet.apps", TEMPLATE,
          "DaemonSet.apps", TEMPLATE,
          "Job.batch", TEMPLATE,
          "CronJob.batch", SPEC.key("jobTemplate").key("spec").key("template").key("spec"));

  private PodSpecs() {}

  /// Returns the path of the Pod spec in an object; empty if it runs no Pods.
  ///
  /// @param type its kind and group, as in [Gvk#groupKind()]
  public static Optional<FieldPath> path(String type) {
    return Optional.ofNullable(PATHS.get(type));
  }
}
