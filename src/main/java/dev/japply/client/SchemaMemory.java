package dev.japply.client;

import dev.japply.cluster.rest.CachedSchemas;
import dev.japply.cluster.rest.SchemaSource;
import dev.japply.schema.SchemaDocument;
import dev.japply.tree.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// The merge schemas that were used last, by the server's hash of their OpenAPI document. A server
/// has a document for each group version; of one that changed, the older schema is used no more and
/// goes in time.
final class SchemaMemory implements SchemaSource {
  /// More than the group versions of Kubernetes itself and of a program's own types.
  static final int MOST = 64;

  private final SchemaSource unknown = new CachedSchemas(null);
  private final Map<String, SchemaDocument> schemas = new LeastRecentlyUsed();

  /// Only used under its own lock.
  private static final class LeastRecentlyUsed extends LinkedHashMap<String, SchemaDocument> {
    private static final long serialVersionUID = 1L;

    LeastRecentlyUsed() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, SchemaDocument> eldest) {
      return size() > MOST;
    }
  }

  @Override
  public SchemaDocument read(String hash, Supplier<Value> document) {
    SchemaDocument known;
    synchronized (schemas) {
      known = schemas.get(hash);
    }
    if (known != null) {
      return known;
    }
    SchemaDocument read = unknown.read(hash, document);
    if (!hash.isEmpty()) {
      synchronized (schemas) {
        schemas.put(hash, read);
      }
    }
    return read;
  }

  @Override
  public Optional<SchemaDocument> ofRelease(String release, String group, String version) {
    return unknown.ofRelease(release, group, version);
  }

  @Override
  public Optional<SchemaDocument> builtin(String group, String version) {
    return unknown.builtin(group, version);
  }
}
