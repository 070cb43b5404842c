package dev.japply.pkg.update;

import dev.japply.object.Gvk;
import dev.japply.schema.BuiltinSchemas;
import dev.japply.schema.OpenApiReader;
import dev.japply.schema.Schema;
import dev.japply.schema.SchemaDocument;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How the types of a package's objects merge: those built into Kubernetes, and those that
/// CustomResourceDefinitions of the package define.
final class PackageSchemas {
  private final BuiltinSchemas builtin = BuiltinSchemas.load();
  private final Map<String, Optional<SchemaDocument>> documents = new HashMap<>();
  private final Map<String, MapValue> defined = new HashMap<>();

  /// @param resources the objects, among them definitions of types; of two versions of a definition
  ///   the later one counts
  /// @param others definitions that count where the package has none
  PackageSchemas(List<Resource> resources, List<MapValue> others) {
    others.forEach(definition -> define(definition.map("spec")));
    for (Resource resource : resources) {
      if (resource.key().kind().equals("CustomResourceDefinition")) {
        define(resource.tree().map("spec"));
      }
    }
  }

  private void define(MapValue spec) {
    if (!(spec.get("versions") instanceof ListValue versions)) {
      return;
    }
    for (Value each : versions.items()) {
      if (each instanceof MapValue version) {
        MapValue schema = version.map("schema").map("openAPIV3Schema");
        defined.put(
            SchemaDocument.objectKey(
                spec.text("group"), version.text("name"), spec.map("names").text("kind")),
            withMetadata(schema));
      }
    }
  }

  /// A definition says nothing of labels and annotations, which all objects have.
  private static MapValue withMetadata(MapValue schema) {
    MapValue texts =
        MapValue.of("type", Value.text("object"))
            .with("additionalProperties", MapValue.of("type", Value.text("string")));
    MapValue metadata =
        MapValue.of("type", Value.text("object"))
            .with("x-kubernetes-preserve-unknown-fields", Value.TRUE)
            .with("properties", MapValue.of("labels", texts).with("annotations", texts));
    return schema.with("properties", schema.map("properties").with("metadata", metadata));
  }

  /// The schema of a type; null when nobody describes it.
  @Nullable Schema of(Gvk gvk) {
    String key = SchemaDocument.objectKey(gvk.group(), gvk.version(), gvk.kind());
    MapValue own = defined.get(key);
    Optional<SchemaDocument> document =
        documents.computeIfAbsent(
            own == null ? gvk.apiVersion() : key,
            none ->
                own == null
                    ? builtin.document(gvk.group(), gvk.version())
                    : Optional.of(document(gvk, own)));
    return document.flatMap(d -> d.object(gvk.group(), gvk.version(), gvk.kind())).orElse(null);
  }

  private static SchemaDocument document(Gvk gvk, MapValue schema) {
    MapValue claim =
        MapValue.of("group", Value.text(gvk.group()))
            .with("version", Value.text(gvk.version()))
            .with("kind", Value.text(gvk.kind()));
    MapValue named = schema.with("x-kubernetes-group-version-kind", ListValue.of(claim));
    return new OpenApiReader().read(MapValue.of("definitions", MapValue.of("type", named)));
  }
}
