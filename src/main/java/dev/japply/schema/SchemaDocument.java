package dev.japply.schema;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The merge schema of one OpenAPI document: its named types, and which object types they are.
///
/// @param types the types by their name in the document
/// @param objects the name of the type of each object, by `group/version/kind` (`/v1/Pod` for the
///   core group), from `x-kubernetes-group-version-kind`
/// @param strategic keys of `objects` whose PATCH takes `application/strategic-merge-patch+json`
public record SchemaDocument(
    Map<String, TypeDef> types, Map<String, String> objects, Set<String> strategic)
    implements TypeLookup {

  public SchemaDocument {
    types = types instanceof LazyTypes ? types : Map.copyOf(types);
    objects = Map.copyOf(objects);
    strategic = Set.copyOf(strategic);
  }

  /// The key of an object type in [#objects] and [#strategic].
  public static String objectKey(String group, String version, String kind) {
    return group + "/" + version + "/" + kind;
  }

  /// The schema of an object type, if the document has it.
  public Optional<Schema> object(String group, String version, String kind) {
    String key = objectKey(group, version, kind);
    var patch = strategic.contains(key) ? PatchFormat.STRATEGIC : PatchFormat.JSON_MERGE;
    return Optional.ofNullable(objects.get(key)).flatMap(name -> type(name, patch));
  }

  /// Returns the schema of the type with that name, if the document has it. Unless it is the type
  /// of an object, it is a part of one that takes strategic merge patches.
  public Optional<Schema> type(String name) {
    var keys = objects.keySet().stream().filter(key -> name.equals(objects.get(key))).toList();
    boolean custom = !keys.isEmpty() && keys.stream().noneMatch(strategic::contains);
    return type(name, custom ? PatchFormat.JSON_MERGE : PatchFormat.STRATEGIC);
  }

  @Override
  public @Nullable TypeDef find(String name) {
    return types.get(name);
  }

  /// The same as part of an object that takes such patches.
  private Optional<Schema> type(String name, PatchFormat patch) {
    return Optional.ofNullable(types.get(name)).map(def -> new Schema(this, name, def, patch));
  }
}
