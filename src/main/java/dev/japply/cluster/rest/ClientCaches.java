package dev.japply.cluster.rest;

import dev.japply.cluster.http.TlsPinning;
import org.jspecify.annotations.Nullable;

/// What earlier runs have learned.
///
/// @param schemas how OpenAPI documents become merge schemas
/// @param responses which types and documents there are
/// @param pinning who the servers are; null where that is of no use
public record ClientCaches(
    SchemaSource schemas, ResponseCache responses, @Nullable TlsPinning pinning) {
  /// What is learned of schemas and types, and nothing of servers.
  public ClientCaches(SchemaSource schemas, ResponseCache responses) {
    this(schemas, responses, null);
  }
}
