package dev.japply.cluster.rest;

import dev.japply.schema.SchemaDocument;
import dev.japply.tree.Value;
import java.util.Optional;
import java.util.function.Supplier;

/// Where the merge schema of an OpenAPI document comes from: from the document itself, or from what
/// was kept of it earlier.
///
/// May be called from several threads at once, for different documents.
@FunctionalInterface
public interface SchemaSource {

  /// The merge schema of a document.
  ///
  /// @param hash the server's hash of the document, equal only for equal documents; empty when the
  ///   server gives none
  /// @param document fetches and parses the document; not called when `hash` says enough
  SchemaDocument read(String hash, Supplier<Value> document);

  /// The merge schema of Kubernetes' own types of a group version, for servers that publish no
  /// OpenAPI documents, or not to everybody; empty when there are no such types.
  default Optional<SchemaDocument> builtin(String group, String version) {
    return Optional.empty();
  }
}
