package dev.japply.check;

import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The schemas in CustomResourceDefinitions.
public final class CustomDefinitions {
  /// No definitions.
  public static final CustomDefinitions NONE = new CustomDefinitions(Map.of(), Set.of(), Map.of());

  private static final String GROUP = "apiextensions.k8s.io";
  private static final String KIND = "CustomResourceDefinition";

  private final Map<Gvk, CustomSchema> schemas;
  private final Set<Gvk> refused;

  /// The served versions of the types in definitions, in their order.
  private final Map<String, List<String>> served;

  private CustomDefinitions(
      Map<Gvk, CustomSchema> schemas, Set<Gvk> refused, Map<String, List<String>> served) {
    this.schemas = Map.copyOf(schemas);
    this.refused = Set.copyOf(refused);
    this.served = Map.copyOf(served);
  }

  static boolean isDefinition(Gvk gvk) {
    return gvk.group().equals(GROUP) && gvk.kind().equals(KIND);
  }

  /// Reads the definitions among `objects`, without the schemas that a server refuses.
  public static CustomDefinitions of(List<KubeObject> objects) {
    var schemas = new HashMap<Gvk, CustomSchema>();
    var refused = new HashSet<Gvk>();
    var served = new HashMap<String, List<String>>();
    for (KubeObject object : objects) {
      if (isDefinition(object.gvk())) {
        for (Version version : versions(object.tree())) {
          Gvk type = version.type();
          List<String> names = served.computeIfAbsent(type.groupKind(), key -> new ArrayList<>());
          if (!version.isServed()) {
            continue;
          }
          names.add(type.version());
          var mistakes = new ArrayList<Finding>();
          DefinitionRules.schema(version.part(), mistakes::add);
          if (mistakes.isEmpty()) {
            schemas.put(type, new CustomSchema(version.schema(), version.hasStatus()));
          } else {
            refused.add(type);
          }
        }
      }
    }
    return new CustomDefinitions(schemas, refused, served);
  }

  /// Returns the versions that a definition serves of the kind of `gvk`; empty if there is no
  /// definition, or if it serves that version.
  Optional<List<String>> others(Gvk gvk) {
    return Optional.ofNullable(served.get(gvk.groupKind()))
        .filter(versions -> !versions.contains(gvk.version()));
  }

  boolean isRefused(Gvk gvk) {
    return refused.contains(gvk);
  }

  /// Returns the schema of a type; empty if no definition has it.
  Optional<CustomSchema> find(Gvk gvk) {
    return Optional.ofNullable(schemas.get(gvk));
  }

  private record Version(Gvk type, MapAtPath part) {
    MapValue schema() {
      return part.part("schema").part("openAPIV3Schema").map();
    }

    boolean hasStatus() {
      return part.part("subresources").map().has("status");
    }

    boolean isServed() {
      return CustomSchema.is(part.map(), "served");
    }
  }

  private static List<Version> versions(MapValue definition) {
    MapAtPath spec = MapAtPath.of(definition).part("spec");
    String kind = spec.part("names").text("kind");
    return spec.items("versions").stream()
        .map(part -> new Version(new Gvk(spec.text("group"), part.text("name"), kind), part))
        .toList();
  }
}
