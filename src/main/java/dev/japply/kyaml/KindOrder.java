package dev.japply.kyaml;

import dev.japply.object.Gvk;
import dev.japply.tree.KeyOrder;
import java.util.Comparator;
import java.util.List;

/// kustomize's order of kinds: some first, some last, all others by group, version and kind.
public record KindOrder(List<String> first, List<String> last) implements Comparator<Gvk> {
  /// The order that holds when a kustomization gives none.
  public static final KindOrder INSTANCE =
      new KindOrder(
          List.of(
              "Namespace",
              "ResourceQuota",
              "StorageClass",
              "CustomResourceDefinition",
              "ServiceAccount",
              "PodSecurityPolicy",
              "Role",
              "ClusterRole",
              "RoleBinding",
              "ClusterRoleBinding",
              "ConfigMap",
              "Secret",
              "Endpoints",
              "Service",
              "LimitRange",
              "PriorityClass",
              "PersistentVolume",
              "PersistentVolumeClaim",
              "Deployment",
              "StatefulSet",
              "CronJob",
              "PodDisruptionBudget"),
          List.of("MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"));

  public KindOrder {
    first = List.copyOf(first);
    last = List.copyOf(last);
  }

  @Override
  public int compare(Gvk a, Gvk b) {
    int byKind = Integer.compare(place(a.kind()), place(b.kind()));
    return byKind != 0 ? byKind : KeyOrder.UTF8.compare(text(a), text(b));
  }

  private int place(String kind) {
    int late = last.lastIndexOf(kind);
    if (late >= 0) {
      return 1 + late;
    }
    int early = first.lastIndexOf(kind);
    return early < 0 ? 0 : early - first.size();
  }

  /// Returns the sort key of kinds that have no fixed position.
  private static String text(Gvk gvk) {
    return or(gvk.group(), "~G") + "_" + or(gvk.version(), "~V") + "_" + or(gvk.kind(), "~K");
  }

  private static String or(String text, String other) {
    return text.isEmpty() ? other : text;
  }
}
