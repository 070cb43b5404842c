package dev.japply.kyaml;

import dev.japply.object.Gvk;
import dev.japply.schema.OpenApiReader;
import dev.japply.schema.Schema;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The types that CustomResourceDefinitions define.
public final class DefinedTypes {
  private final Map<Gvk, MapValue> defined = new HashMap<>();
  private final Map<Gvk, Optional<Schema>> read = new HashMap<>();

  /// Adds the types of a definition; of two definitions of a type the later one counts.
  public void define(MapValue definition) {
    MapValue spec = definition.map("spec");
    for (MapValue version : spec.maps("versions")) {
      MapValue schema = version.map("schema").map("openAPIV3Schema");
      var gvk = new Gvk(spec.text("group"), version.text("name"), spec.map("names").text("kind"));
      defined.put(gvk, withMetadata(schema));
      read.remove(gvk);
    }
  }

  /// Adds labels and annotations, which all objects have but definitions omit.
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

  /// The schema of a type; null when no definition has it.
  public @Nullable Schema of(Gvk gvk) {
    return read.computeIfAbsent(gvk, this::read).orElse(null);
  }

  private Optional<Schema> read(Gvk gvk) {
    MapValue schema = defined.get(gvk);
    if (schema == null) {
      return Optional.empty();
    }
    MapValue claim =
        MapValue.of("group", Value.text(gvk.group()))
            .with("version", Value.text(gvk.version()))
            .with("kind", Value.text(gvk.kind()));
    MapValue named = schema.with("x-kubernetes-group-version-kind", ListValue.of(claim));
    return new OpenApiReader()
        .read(MapValue.of("definitions", MapValue.of("type", named)))
        .object(gvk.group(), gvk.version(), gvk.kind());
  }
}
