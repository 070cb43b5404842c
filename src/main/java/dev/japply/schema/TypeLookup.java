package dev.japply.schema;

import org.jspecify.annotations.Nullable;

/// Where the types that others refer to by name are looked up.
@FunctionalInterface
public interface TypeLookup {
  /// The type of that name; null when there is none.
  @Nullable TypeDef find(String name);
}
