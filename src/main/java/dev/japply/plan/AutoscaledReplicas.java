package dev.japply.plan;

import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.problem.Problem;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Finds manifests that set the number of replicas although an autoscaler in the same input
/// controls it. Each apply would undo the autoscaler's change.
public final class AutoscaledReplicas {
  private static final FieldPath REPLICAS = FieldPath.root().key("spec").key("replicas");

  private AutoscaledReplicas() {}

  /// Returns a warning for each such manifest.
  public static List<Problem> in(List<KubeObject> objects) {
    Map<ObjectKey, KubeObject> autoscalers = new HashMap<>();
    for (KubeObject object : objects) {
      if (object.gvk().groupKind().equals("HorizontalPodAutoscaler.autoscaling")) {
        autoscalers.putIfAbsent(target(object), object);
      }
    }
    var warnings = new ArrayList<Problem>();
    for (KubeObject object : objects) {
      KubeObject autoscaler = autoscalers.get(object.key());
      if (autoscaler != null && object.tree().map("spec").has("replicas")) {
        warnings.add(warning(object, autoscaler));
      }
    }
    return warnings;
  }

  /// Returns the object that the autoscaler scales.
  private static ObjectKey target(KubeObject autoscaler) {
    MapValue reference = autoscaler.tree().map("spec").map("scaleTargetRef");
    String version = reference.text("apiVersion");
    return new ObjectKey(
        version.contains("/") ? version.substring(0, version.indexOf('/')) : "",
        reference.text("kind"),
        autoscaler.namespace(),
        reference.text("name"));
  }

  private static Problem warning(KubeObject object, KubeObject autoscaler) {
    return Problem.warning(
        object.positions().apply(REPLICAS),
        object.key().subject(),
        REPLICAS + ": decided by HorizontalPodAutoscaler " + autoscaler.name(),
        "leave it out of the manifest, or each apply sets it back");
  }
}
