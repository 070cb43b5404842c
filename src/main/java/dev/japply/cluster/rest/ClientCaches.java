package dev.japply.cluster.rest;

import dev.japply.cluster.http.TlsPinning;
import org.jspecify.annotations.Nullable;

/// The caches from earlier runs.
///
/// @param schemas converts OpenAPI documents to merge schemas
/// @param responses the cached types and lists of documents
/// @param pinning the data for recognizing servers; null if it is not used
public record ClientCaches(
    SchemaSource schemas, ResponseCache responses, @Nullable TlsPinning pinning) {
  /// Creates caches of schemas and types only.
  public ClientCaches(SchemaSource schemas, ResponseCache responses) {
    this(schemas, responses, null);
  }
}
