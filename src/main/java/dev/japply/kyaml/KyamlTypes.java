package dev.japply.kyaml;

import dev.japply.object.Gvk;
import dev.japply.schema.BuiltinSchemas;
import dev.japply.schema.Schema;
import dev.japply.schema.SchemaDocument;
import dev.japply.schema.TypeDef;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The types that kyaml uses to merge lists: its built-in copy of Kubernetes 1.21.
public final class KyamlTypes {
  private final Map<Gvk, Optional<Schema>> known = new HashMap<>();
  private final Map<String, Optional<SchemaDocument>> documents = new HashMap<>();
  private final Map<String, Optional<TypeDef>> definitions = new HashMap<>();
  private @Nullable BuiltinSchemas table;

  /// The type of the objects of a kind, if it is known.
  public Optional<Schema> of(Gvk gvk) {
    return known.computeIfAbsent(gvk, this::find);
  }

  /// The definition of that name, if there is one.
  public Optional<TypeDef> definition(String name) {
    return definitions.computeIfAbsent(name, table()::type);
  }

  private Optional<Schema> find(Gvk gvk) {
    Optional<SchemaDocument> document =
        documents.computeIfAbsent(
            gvk.apiVersion(), none -> table().document(gvk.group(), gvk.version()));
    return document.flatMap(types -> types.object(gvk.group(), gvk.version(), gvk.kind()));
  }

  private BuiltinSchemas table() {
    BuiltinSchemas loaded = table == null ? BuiltinSchemas.of(FieldTable.schema()) : table;
    table = loaded;
    return loaded;
  }
}
