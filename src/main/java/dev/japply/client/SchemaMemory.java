package dev.japply.client;

import dev.japply.live.SchemaSource;
import dev.japply.live.StoredSchemas;
import dev.japply.schema.SchemaDocument;
import dev.japply.tree.Value;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// Merge schemas by the server's hash of their OpenAPI document, for as long as the program runs.
final class SchemaMemory implements SchemaSource {
  private final SchemaSource unknown = new StoredSchemas(Optional.empty());
  private final Map<String, SchemaDocument> schemas = new ConcurrentHashMap<>();

  @Override
  public SchemaDocument read(String hash, Supplier<Value> document) {
    SchemaDocument known = schemas.get(hash);
    if (known != null) {
      return known;
    }
    SchemaDocument read = unknown.read(hash, document);
    if (!hash.isEmpty()) {
      schemas.put(hash, read);
    }
    return read;
  }

  @Override
  public Optional<SchemaDocument> builtin(String group, String version) {
    return unknown.builtin(group, version);
  }
}
