package dev.japply.cluster.rest;

import dev.japply.schema.BuiltinSchemas;
import dev.japply.schema.OpenApiReader;
import dev.japply.schema.SchemaDocument;
import dev.japply.tree.Value;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Provides merge schemas from the server's documents, with a cache on disk, and schemas of
/// built-in types. A document is fetched and parsed only when it changes.
public final class CachedSchemas implements SchemaSource {
  private final @Nullable SchemaCache store;

  /// @param store the cache; null if there is none
  public CachedSchemas(@Nullable SchemaCache store) {
    this.store = store;
  }

  @Override
  public SchemaDocument read(String hash, Supplier<Value> document) {
    return fromStore(hash).orElseGet(() -> keep(hash, new OpenApiReader().read(document.get())));
  }

  private Optional<SchemaDocument> fromStore(String hash) {
    return store == null || hash.isEmpty() ? Optional.empty() : store.get(hash);
  }

  private SchemaDocument keep(String hash, SchemaDocument schema) {
    if (store != null && !hash.isEmpty()) {
      store.put(hash, schema);
    }
    return schema;
  }

  @Override
  public Optional<SchemaDocument> ofRelease(String release, String group, String version) {
    return BuiltinSchemas.VERSIONS.contains(release)
        ? BuiltinSchemas.load(release).document(group, version)
        : Optional.empty();
  }

  @Override
  public Optional<SchemaDocument> builtin(String group, String version) {
    return BuiltinSchemas.load().document(group, version);
  }
}
