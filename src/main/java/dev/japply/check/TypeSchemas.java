package dev.japply.check;

import dev.japply.object.Gvk;
import dev.japply.schema.BuiltinSchemas;
import dev.japply.schema.Schema;
import dev.japply.schema.SchemaDocument;
import java.util.List;
import java.util.Optional;

/// The schemas of types: Kubernetes' own of a version, and the ones that CustomResourceDefinitions
/// and snapshots have.
public final class TypeSchemas {
  private final BuiltinSchemas builtin;
  private final CustomDefinitions custom;
  private final List<SchemaDocument> published;

  /// @param builtin Kubernetes' own types
  /// @param custom the types that definitions have
  /// @param published the documents of a cluster, for other types
  public TypeSchemas(
      BuiltinSchemas builtin, CustomDefinitions custom, List<SchemaDocument> published) {
    this.builtin = builtin;
    this.custom = custom;
    this.published = List.copyOf(published);
  }

  sealed interface TypeSchema {

    /// A type of Kubernetes itself, or of a cluster.
    record Published(CheckedType type) implements TypeSchema {}

    /// A type that a definition has.
    record Custom(CustomSchema schema) implements TypeSchema {}
  }

  /// Returns the schema of a type; empty if there is none.
  Optional<TypeSchema> find(Gvk gvk) {
    Optional<TypeSchema> own = own(builtin, gvk);
    if (own.isPresent()) {
      return own;
    }
    Optional<CustomSchema> defined = custom.find(gvk);
    return defined.isPresent()
        ? defined.map(TypeSchema.Custom::new)
        : published.stream()
            .flatMap(document -> document.object(gvk.group(), gvk.version(), gvk.kind()).stream())
            .findFirst()
            .map(TypeSchemas::published);
  }

  private static TypeSchema published(Schema schema) {
    return new TypeSchema.Published(new CheckedType(schema));
  }

  boolean isRefused(Gvk gvk) {
    return custom.isRefused(gvk);
  }

  /// Returns the versions that a definition serves of the kind of `gvk`; empty if there is no
  /// definition, or if it serves that version.
  Optional<List<String>> others(Gvk gvk) {
    return custom.others(gvk);
  }

  /// Returns the schema of a type of Kubernetes itself; empty if there is none.
  static Optional<TypeSchema> own(BuiltinSchemas builtin, Gvk gvk) {
    return schema(builtin, gvk).map(TypeSchemas::published);
  }

  private static Optional<Schema> schema(BuiltinSchemas builtin, Gvk gvk) {
    return builtin
        .document(gvk.group(), gvk.version())
        .flatMap(document -> document.object(gvk.group(), gvk.version(), gvk.kind()));
  }

  /// Returns the schema that all objects have for `metadata`, as a field of an object.
  static CheckedType withMetadata(BuiltinSchemas builtin) {
    return new CheckedType(schema(builtin, new Gvk("", "v1", "ConfigMap")).orElseThrow());
  }
}
