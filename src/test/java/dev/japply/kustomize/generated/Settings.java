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
      case "crds" -> list(file.apply("definitions.json", YamlText.write(definitions(), chance)));
      case "openapi" -> types(chance, file);
      case "buildMetadata" -> metadata(chance);
      default -> throw new IllegalArgumentException(field);
    };
  }

  private static Object metadata(Chance chance) {
    var options = list(chance.pick("originAnnotations", "transformerAnnotations"));
    if (chance.once(3)) {
      options.add(chance.pick("managedByLabel", "originAnnotations", "other"));
    }
    return options;
  }

  private static Map<String, Object> definitions() {
    String spec = "example.com/api/v1.WidgetSpec";
    var config =
        map(
            "x-kubernetes-object-ref-api-version",
            "v1",
            "x-kubernetes-object-ref-kind",
            "ConfigMap");
    var text = map("type", "string");
    var widget =
        map(
            "apiVersion",
            text,
            "kind",
            text,
            "metadata",
            map("type", "object"),
            "spec",
            map("$ref", spec));
    var fields =
        map(
            "config",
            config,
            "image",
            map("type", "string", "x-kubernetes-identity", ""),
            "notes",
            map("type", "object", "x-kubernetes-label-selector", ""),
            "more",
            map("type", "object", "x-kubernetes-annotation", ""));
    return map(
        "example.com/api/v1.Widget",
        map("Schema", map("description", "A widget", "properties", widget)),
        spec,
        map("Schema", map("properties", fields), "Dependencies", list()));
  }

  private static Object types(Chance chance, BinaryOperator<String> file) {
    if (chance.once(4)) {
      return map("version", chance.once(2) ? "v1.21.2" : "v1.20.4");
    }
    var item = map("type", "object", "properties", map("name", map("type", "string")));
    var parts =
        map(
            "type",
            "array",
            "items",
            item,
            "x-kubernetes-patch-merge-key",
            "name",
            "x-kubernetes-patch-strategy",
            "merge");
    var template = map("$ref", "#/definitions/io.k8s.api.core.v1.PodTemplateSpec");
    var definitions =
        map(
            "com.example.v1.Widget",
            map(
                "type",
                "object",
                "properties",
                map(
                    "spec",
                    map("type", "object", "properties", map("parts", parts, "template", template))),
                "x-kubernetes-group-version-kind",
                list(map("group", "example.com", "version", "v1", "kind", "Widget"))));
    return map(
        "path", file.apply("types.json", YamlText.write(map("definitions", definitions), chance)));
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
