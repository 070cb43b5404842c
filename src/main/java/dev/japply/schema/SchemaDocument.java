package dev.japply.schema;

import dev.japply.schema.Schema.TypeLookup;
import dev.japply.tree.Value;
import java.util.AbstractMap;
import java.util.HashMap;
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

  /// Types by their name, which are decoded when they are looked up. They are immutable, so threads
  /// that decode the same one at the same time do no harm.
  abstract static sealed class LazyTypes extends AbstractMap<String, TypeDef>
      permits BuiltinSchemas.Types, SchemaText.Types {
    private volatile Map<String, TypeDef> decoded = Map.of();

    /// Returns the definition of a type; null if there is none.
    abstract @Nullable Value definition(String name);

    abstract Set<String> names();

    @Override
    public @Nullable TypeDef get(Object name) {
      TypeDef known = decoded.get(name);
      return known == null ? decode(name.toString()) : known;
    }

    private @Nullable TypeDef decode(String name) {
      Value definition = definition(name);
      if (definition == null) {
        return null;
      }
      TypeDef type = SchemaCodec.decodeType(definition);
      var more = new HashMap<>(decoded);
      more.put(name, type);
      decoded = more;
      return type;
    }

    @Override
    public boolean containsKey(Object name) {
      return get(name) != null;
    }

    @Override
    public int size() {
      return names().size();
    }

    @Override
    public Set<Entry<String, TypeDef>> entrySet() {
      var all = new HashMap<String, TypeDef>();
      for (String name : names()) {
        all.put(name, get(name));
      }
      return Map.copyOf(all).entrySet();
    }
  }
}
