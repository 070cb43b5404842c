package dev.japply.schema;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The merge schema of one OpenAPI document: its named types, and which object types they are.
///
/// @param types the types by their name in the document
/// @param objects the name of the type of each object, by `group/version/kind` (`/v1/Pod` for the
///   core group), from `x-kubernetes-group-version-kind`
/// @param strategic those of `objects` whose PATCH takes `application/strategic-merge-patch+json`
public record SchemaDocument(
    Map<String, TypeDef> types, Map<String, String> objects, Set<String> strategic) {

  public SchemaDocument {
    types = Map.copyOf(types);
    objects = Map.copyOf(objects);
    strategic = Set.copyOf(strategic);
  }

  /// The key of an object type in [#objects] and [#strategic].
  public static String objectKey(String group, String version, String kind) {
    return group + "/" + version + "/" + kind;
  }

  /// The schema of an object type, if the document has it.
  public Optional<Schema> object(String group, String version, String kind) {
    return Optional.ofNullable(objects.get(objectKey(group, version, kind))).flatMap(this::type);
  }

  /// The schema of the type of that name, if the document has it.
  public Optional<Schema> type(String name) {
    return Optional.ofNullable(types.get(name)).map(def -> new Schema(this, name, def));
  }
}
