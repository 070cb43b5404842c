package dev.japply.schema;

import dev.japply.tree.Value;
import java.util.AbstractMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Types by their name, which are decoded when they are looked up. They are immutable, so threads
/// that decode the same one at the same time do no harm.
abstract sealed class LazyTypes extends AbstractMap<String, TypeDef>
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
