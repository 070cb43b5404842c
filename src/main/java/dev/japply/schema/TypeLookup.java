package dev.japply.schema;

import org.jspecify.annotations.Nullable;

/// Finds types that others refer to by name.
@FunctionalInterface
public interface TypeLookup {
  /// The type of that name; null when there is none.
  @Nullable TypeDef find(String name);
}
