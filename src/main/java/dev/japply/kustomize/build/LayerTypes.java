package dev.japply.kustomize.build;

import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.ResMap;
import dev.japply.kyaml.DefinedTypes;
import dev.japply.object.Gvk;
import dev.japply.schema.Schema;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import org.jspecify.annotations.Nullable;

/// The types for merging patches in a layer: kustomize's own and, for other objects, the types of
/// the CustomResourceDefinitions in the layer.
///
/// kustomize merges a list when its type has a patch strategy, which no CustomResourceDefinition
/// can have. Here the keys of a list (`x-kubernetes-list-map-keys`), or that it is a set of scalars
/// (`x-kubernetes-list-type`), count as one.
final class LayerTypes {
  private final PatchTypes known;
  private final ResMap resources;
  private @Nullable DefinedTypes defined;

  LayerTypes(PatchTypes known, ResMap resources) {
    this.known = known;
    this.resources = resources;
  }

  /// The type of `object`; null when it is not known.
  @Nullable Schema of(MapValue object) {
    Schema type = known.of(object);
    return type == null ? defined().of(Gvk.of(object)) : type;
  }

  private DefinedTypes defined() {
    DefinedTypes types = defined;
    if (types == null) {
      types = new DefinedTypes();
      for (BuiltResource resource : resources.all()) {
        if (resource.kind().equals("CustomResourceDefinition")) {
          types.define((MapValue) withStrategies(resource.tree()));
        }
      }
      defined = types;
    }
    return types;
  }

  private static Value withStrategies(Value value) {
    return switch (value) {
      case MapValue map -> {
        MapValue inner = map.mapValues(LayerTypes::withStrategies);
        yield merges(map) ? inner.with("x-kubernetes-patch-strategy", Value.text("merge")) : inner;
      }
      case ListValue list -> list.map(LayerTypes::withStrategies);
      case Value scalar -> scalar;
    };
  }

  private static boolean merges(MapValue type) {
    Node items = type.map("items").get("type");
    return switch (type.text("x-kubernetes-list-type")) {
      case "map" -> type.has("x-kubernetes-list-map-keys");
      case "set" -> !items.equals(Value.text("object")) && !items.equals(Value.text("array"));
      default -> false;
    };
  }
}
