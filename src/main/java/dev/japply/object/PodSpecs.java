package dev.japply.object;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.NullValue;
import java.util.Map;
import java.util.Optional;

/// The built-in types that run Pods.
public final class PodSpecs {
  /// The field of the service account. The server keeps its deprecated copy equal, and takes this
  /// one if they differ.
  public static final String ACCOUNT = "serviceAccountName";

  public static final String ACCOUNT_COPY = "serviceAccount";

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

  /// Whether no service account is set in one of the fields.
  public static boolean isUnset(Node account) {
    return !(account instanceof Value)
        || account instanceof NullValue
        || account.equals(Value.text(""));
  }

  /// Whether the spec is in a Pod itself, which always has an account.
  public static boolean isOfPod(FieldPath spec) {
    return spec.parentPath() instanceof FieldPath.Root;
  }

  /// Returns the path of the Pod spec in an object; empty if it runs no Pods.
  ///
  /// @param type its kind and group, as in [Gvk#groupKind()]
  public static Optional<FieldPath> path(String type) {
    return Optional.ofNullable(PATHS.get(type));
  }
}
