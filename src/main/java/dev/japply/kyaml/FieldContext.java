package dev.japply.kyaml;

import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import org.jspecify.annotations.Nullable;

/// The way from a list back to the walk that met it: the list pairs its items, the walk goes on
/// within each pair.
@FunctionalInterface
interface FieldContext {
  /// Merges two values at the same path.
  ///
  /// @param field the schema of the field; null if it is unknown
  Node walk(Node into, Node patch, Schema.@Nullable Field field, FieldPath path);
}
