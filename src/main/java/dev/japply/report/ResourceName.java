package dev.japply.report;

import dev.japply.object.Gvk;
import dev.japply.tree.Value.MapValue;
import java.util.Locale;

/// Names an object as kubectl does in its output: `configmap/c`, `deployment.apps/web`.
final class ResourceName {
  private ResourceName() {}

  static String of(MapValue object) {
    Gvk gvk = Gvk.of(object);
    String kind = gvk.kind().toLowerCase(Locale.ROOT);
    String group = gvk.group().isEmpty() ? "" : "." + gvk.group();
    String name = object.map("metadata").text("name");
    return kind + group + "/" + (name.isEmpty() ? "<unknown>" : name);
  }
}
