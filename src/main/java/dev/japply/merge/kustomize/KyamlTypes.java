package dev.japply.merge.kustomize;

import dev.japply.kustomize.field.FieldTable;
import dev.japply.object.Gvk;
import dev.japply.schema.BuiltinSchemas;
import dev.japply.schema.Schema;
import dev.japply.schema.SchemaDocument;
import dev.japply.tree.Value.MapValue;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The types by which kyaml merges lists: those of Kubernetes 1.21, which it has inside.
public final class KyamlTypes {
  private final Map<Gvk, Optional<Schema>> known = new HashMap<>();
  private final Map<String, Optional<SchemaDocument>> documents = new HashMap<>();
  private @Nullable BuiltinSchemas table;

  /// The type of `object`; null when it is not known.
  public @Nullable Schema of(MapValue object) {
    return known.computeIfAbsent(Gvk.of(object), this::find).orElse(null);
  }

  private Optional<Schema> find(Gvk gvk) {
    BuiltinSchemas schemas = table == null ? BuiltinSchemas.of(FieldTable.schema()) : table;
    table = schemas;
    Optional<SchemaDocument> document =
        documents.computeIfAbsent(
            gvk.apiVersion(), none -> schemas.document(gvk.group(), gvk.version()));
    return document.flatMap(types -> types.object(gvk.group(), gvk.version(), gvk.kind()));
  }
}
