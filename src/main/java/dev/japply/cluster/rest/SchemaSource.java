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

  /// Returns the merge schema of the types of a group version in a release of Kubernetes, equal to
  /// that in the documents of its servers; empty if it is not known.
  ///
  /// @param release such as `1.37`
  default Optional<SchemaDocument> ofRelease(String release, String group, String version) {
    return Optional.empty();
  }

  /// Returns the merge schema of the built-in types of a group version; empty if there are none. It
  /// is for servers that do not publish their OpenAPI documents to all users.
  default Optional<SchemaDocument> builtin(String group, String version) {
    return Optional.empty();
  }
}
