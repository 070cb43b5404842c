package dev.japply.plan;

import dev.japply.tree.Value.MapValue;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Annotations that protect an object from pruning: japply's own, and Helm's, Argo CD's and kpt's,
/// by their rules.
public final class PruneProtection {
  private static final List<String> KEYS =
      List.of(
          "japply.dev/prune",
          "helm.sh/resource-policy",
          "argocd.argoproj.io/sync-options",
          "config.kubernetes.io/on-remove",
          "cli-utils.sigs.k8s.io/on-remove",
          "client.lifecycle.config.k8s.io/deletion");

  private PruneProtection() {}

  /// Returns the protecting annotation of a live object, as `helm.sh/resource-policy: keep`; empty
  /// if it has none.
  public static Optional<String> of(MapValue object) {
    MapValue annotations = object.map("metadata").map("annotations");
    return KEYS.stream()
        .filter(key -> protects(key, annotations.text(key)))
        .map(key -> key + ": " + annotations.text(key).strip())
        .findFirst();
  }

  private static boolean protects(String key, String value) {
    return switch (key) {
      case "japply.dev/prune" -> normal(value).equals("false");
      case "helm.sh/resource-policy" -> normal(value).equals("keep");
      case "argocd.argoproj.io/sync-options" ->
          Arrays.stream(value.split(",", -1)).map(String::strip).anyMatch("Prune=false"::equals);
      case "client.lifecycle.config.k8s.io/deletion" -> value.equals("detach");
      default -> value.equals("keep");
    };
  }

  private static String normal(String value) {
    return value.strip().toLowerCase(Locale.ROOT);
  }
}
