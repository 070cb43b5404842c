package dev.japply.kpt;

import dev.japply.kpt.ManifestFiles.PackageResource;
import dev.japply.kyaml.DefinedTypes;
import dev.japply.object.Gvk;
import dev.japply.schema.BuiltinSchemas;
import dev.japply.schema.Schema;
import dev.japply.schema.SchemaDocument;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The schemas for merging a package's objects: Kubernetes' built-in types, and the types of
/// CustomResourceDefinitions in the package.
final class PackageSchemas {
  private static final String GROUP = "kustomize.config.k8s.io";

  /// The types of kustomize's files and their versions.
  private static final Map<String, List<String>> KUSTOMIZE =
      Map.of("Kustomization", List.of("v1beta1", "v1"), "Component", List.of("v1alpha1"));

  private static final Set<String> KUSTOMIZATIONS =
      Set.of("kustomization.yaml", "kustomization.yml");

  private final BuiltinSchemas builtin = BuiltinSchemas.load();
  private final Map<String, Optional<SchemaDocument>> documents = new HashMap<>();
  private final DefinedTypes defined = new DefinedTypes();

  /// @param resources the objects, among them definitions of types
  /// @param others definitions that count where the package has none
  PackageSchemas(List<PackageResource> resources, List<MapValue> others) {
    KUSTOMIZE.forEach((kind, versions) -> defined.define(kustomize(kind, versions)));
    others.forEach(defined::define);
    for (PackageResource resource : resources) {
      if (resource.key().kind().equals("CustomResourceDefinition")) {
        defined.define(resource.tree());
      }
    }
  }

  /// Returns the definition of a type of kustomize: its generators are known by their names, as in
  /// kpt.
  private static MapValue kustomize(String kind, List<String> versions) {
    MapValue generators =
        MapValue.of("type", Value.text("array"))
            .with("items", MapValue.of("type", Value.text("object")))
            .with("x-kubernetes-list-type", Value.text("map"))
            .with("x-kubernetes-list-map-keys", ListValue.of(Value.text("name")));
    MapValue schema =
        MapValue.of("type", Value.text("object"))
            .with(
                "properties",
                MapValue.of("configMapGenerator", generators).with("secretGenerator", generators));
    List<Value> all = new ArrayList<>();
    for (String version : versions) {
      all.add(
          MapValue.of("name", Value.text(version))
              .with("schema", MapValue.of("openAPIV3Schema", schema)));
    }
    return MapValue.of(
        "spec",
        MapValue.of("group", Value.text(GROUP))
            .with("names", MapValue.of("kind", Value.text(kind)))
            .with("versions", new ListValue(all)));
  }

  /// Returns the schema of an object of a package; null if none is available. A file with the name
  /// of a kustomization is one, also if it leaves out its version and kind, as for kustomize.
  @Nullable Schema of(MapValue object, String path) {
    Gvk gvk = Gvk.of(object);
    String name = path.substring(path.lastIndexOf('/') + 1);
    boolean lacks = gvk.kind().isEmpty() || gvk.version().isEmpty();
    if (!lacks || !KUSTOMIZATIONS.contains(name)) {
      return of(gvk);
    }
    String kind = gvk.kind().isEmpty() ? "Kustomization" : gvk.kind();
    List<String> versions = KUSTOMIZE.getOrDefault(kind, List.of());
    return versions.isEmpty() ? null : of(new Gvk(GROUP, versions.getFirst(), kind));
  }

  private @Nullable Schema of(Gvk gvk) {
    Schema own = defined.of(gvk);
    return own == null
        ? documents
            .computeIfAbsent(gvk.apiVersion(), none -> builtin.document(gvk.group(), gvk.version()))
            .flatMap(types -> types.object(gvk.group(), gvk.version(), gvk.kind()))
            .orElse(null)
        : own;
  }
}
