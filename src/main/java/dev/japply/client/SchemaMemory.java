package dev.japply.client;

import dev.japply.live.SchemaSource;
import dev.japply.schema.BuiltinSchemas;
import dev.japply.schema.OpenApiReader;
import dev.japply.schema.SchemaDocument;
import dev.japply.tree.Value;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// Merge schemas by the server's hash of their OpenAPI document, for as long as the program runs.
final class SchemaMemory implements SchemaSource {
  private final Map<String, SchemaDocument> schemas = new ConcurrentHashMap<>();

  @Override
  public SchemaDocument read(String hash, Supplier<Value> document) {
    SchemaDocument known = hash.isEmpty() ? null : schemas.get(hash);
    if (known != null) {
      return known;
    }
    SchemaDocument read = new OpenApiReader().read(document.get());
    if (!hash.isEmpty()) {
      schemas.put(hash, read);
    }
    return read;
  }

  @Override
  public Optional<SchemaDocument> builtin(String group, String version) {
    return BuiltinSchemas.load().document(group, version);
  }
}
