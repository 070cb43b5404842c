package dev.japply.report;

import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.plan.PruneProtection;
import dev.japply.problem.Origin;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;

/// Lists the objects that will be pruned, and those that annotations protect, with counts.
final class PruneText {
  private PruneText() {}

  static List<String> lines(List<MapValue> objects, List<MapValue> kept) {
    var lines = new ArrayList<String>();
    if (!objects.isEmpty()) {
      lines.add(count(objects) + " no longer in the manifests, to be pruned:");
      objects.forEach(object -> lines.add("  " + name(object) + along(Gvk.of(object))));
    }
    if (!kept.isEmpty()) {
      lines.add(count(kept) + " no longer in the manifests, but kept by an annotation:");
      kept.forEach(object ->
          lines.add("  " + name(object) + " (" + PruneProtection.of(object).orElse("") + ")"));
    }
    return lines;
  }

  private static String count(List<MapValue> objects) {
    return objects.size() == 1 ? "1 object is" : objects.size() + " objects are";
  }

  private static String name(MapValue object) {
    KubeObject live = KubeObject.of(object, Origin.NONE);
    return live.key().subject();
  }

  /// Returns the objects that are deleted together with an object of that type.
  private static String along(Gvk type) {
    return switch (type.groupKind()) {
      case "Namespace" -> " and everything in it";
      case "CustomResourceDefinition.apiextensions.k8s.io" -> " and all objects of its type";
      default -> "";
    };
  }
}
