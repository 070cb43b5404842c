package dev.japply.kpt;

import dev.japply.kyaml.DefinedTypes;
import dev.japply.object.Gvk;
import dev.japply.schema.BuiltinSchemas;
import dev.japply.schema.Schema;
import dev.japply.schema.SchemaDocument;
import dev.japply.tree.Value.MapValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The schemas for merging a package's objects: Kubernetes' built-in types, and the types of
/// CustomResourceDefinitions in the package.
final class PackageSchemas {
  private final BuiltinSchemas builtin = BuiltinSchemas.load();
  private final Map<String, Optional<SchemaDocument>> documents = new HashMap<>();
  private final DefinedTypes defined = new DefinedTypes();

  /// @param resources the objects, among them definitions of types
  /// @param others definitions that count where the package has none
  PackageSchemas(List<PackageResource> resources, List<MapValue> others) {
    others.forEach(defined::define);
    for (PackageResource resource : resources) {
      if (resource.key().kind().equals("CustomResourceDefinition")) {
        defined.define(resource.tree());
      }
    }
  }

  /// Returns the schema of a type; null if none is available.
  @Nullable Schema of(Gvk gvk) {
    Schema own = defined.of(gvk);
    return own == null
        ? documents
            .computeIfAbsent(gvk.apiVersion(), none -> builtin.document(gvk.group(), gvk.version()))
            .flatMap(types -> types.object(gvk.group(), gvk.version(), gvk.kind()))
            .orElse(null)
        : own;
  }
}
