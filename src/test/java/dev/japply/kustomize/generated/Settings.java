package dev.japply.kustomize.generated;

import static dev.japply.kustomize.generated.Shapes.list;
import static dev.japply.kustomize.generated.Shapes.map;

import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;

/// Fields that say how the others work.
final class Settings {
  private Settings() {}

  static Object value(String field, Chance chance, BinaryOperator<String> file, Set<String> used) {
    return switch (field) {
      case "sortOptions" -> order(chance);
      case "configurations" ->
          list(
              file.apply(
                  "configuration.yaml", YamlText.write(configuration(chance, used), chance)));
      default -> throw new IllegalArgumentException(field);
    };
  }

  private static Map<String, Object> order(Chance chance) {
    if (chance.once(2)) {
      return map("order", chance.once(8) ? "other" : chance.pick("fifo", "legacy"));
    }
    var order = map("orderFirst", list("Service", "Deployment"), "orderLast", list("ConfigMap"));
    return map("order", "legacy", "legacySortOptions", order);
  }

  private static Map<String, Object> configuration(Chance chance, Set<String> used) {
    String kind =
        chance.pick(
            "nameReference",
            "varReference",
            "namespace",
            "commonLabels",
            "commonAnnotations",
            "namePrefix",
            "images",
            "replicas",
            "labels",
            chance.once(5) ? "unknown" : "images");
    used.add("configurations " + kind);
    var widget = map("kind", "Widget", "path", "spec/config/name");
    return switch (kind) {
      case "nameReference" ->
          map(kind, list(map("kind", "ConfigMap", "version", "v1", "fieldSpecs", list(widget))));
      case "varReference" -> map(kind, list(map("kind", "Widget", "path", "spec/notes")));
      case "images" -> map(kind, list(map("kind", "Widget", "path", "spec/image")));
      case "replicas" ->
          map(kind, list(map("kind", "Widget", "path", "spec/size", "create", true)));
      case "namePrefix" ->
          map(
              kind,
              list(
                  map("kind", "Widget", "path", "metadata/name"),
                  map("path", "spec/config/name", "kind", "Widget")));
      default ->
          map(kind, list(map("kind", "Widget", "path", "spec/extra", "create", chance.once(2))));
    };
  }
}
