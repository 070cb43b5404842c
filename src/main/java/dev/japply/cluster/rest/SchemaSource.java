package dev.japply.cluster.rest;

import dev.japply.schema.SchemaDocument;
import dev.japply.tree.Value;
import java.util.Optional;
import java.util.function.Supplier;

/// Provides the merge schemas of OpenAPI documents, from the document or from a cache.
///
/// May be called by several threads in parallel, for different documents.
@FunctionalInterface
public interface SchemaSource {

  /// Returns the merge schema of a document.
  ///
  /// @param hash the server's hash of the document, equal only for equal documents; empty if there
  ///   is none
  /// @param document fetches and parses the document; not called if the schema of `hash` is cached
  SchemaDocument read(String hash, Supplier<Value> document);

  /// The merge schema of Kubernetes' own types of a group version, for servers that publish no
  /// OpenAPI documents, or not to everybody; empty when there are no such types.
  default Optional<SchemaDocument> builtin(String group, String version) {
    return Optional.empty();
  }
}
