package dev.japply.plan.file;

import dev.japply.object.Gvk;
import dev.japply.schema.BuiltinSchemas;
import dev.japply.schema.Schema;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The schemas of Kubernetes' built-in types, used to read stored patches without a cluster.
public final class BuiltinTypes {
  private final Map<Gvk, Optional<Schema>> types = new HashMap<>();
  private @Nullable BuiltinSchemas table;

  /// Returns the schema of `gvk`; null if the type is not built in.
  public @Nullable Schema find(Gvk gvk) {
    return types.computeIfAbsent(gvk, this::read).orElse(null);
  }

  private Optional<Schema> read(Gvk gvk) {
    if (table == null) {
      table = BuiltinSchemas.load();
    }
    return table
        .document(gvk.group(), gvk.version())
        .flatMap(types -> types.object(gvk.group(), gvk.version(), gvk.kind()));
  }
}
