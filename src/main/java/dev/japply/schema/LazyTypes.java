package dev.japply.schema;

import java.util.AbstractMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Types by their name, which are decoded when they are looked up.
abstract sealed class LazyTypes extends AbstractMap<String, TypeDef>
    permits BuiltinSchemas.Types, SchemaText.Types {
  @Override
  public abstract @Nullable TypeDef get(Object name);

  abstract Set<String> names();

  @Override
  public boolean containsKey(Object name) {
    return names().contains(name);
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
