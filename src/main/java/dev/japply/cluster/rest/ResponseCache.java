package dev.japply.cluster.rest;

import dev.japply.tree.Value;
import java.util.Optional;

/// A cache of responses that rarely change, from earlier runs: types and OpenAPI documents.
///
/// An entry may be missing or outdated, so every caller must be able to request it from the server.
public interface ResponseCache {
  /// A cache without entries.
  ResponseCache NONE =
      new ResponseCache() {
        @Override
        public Optional<Value> get(String server, String path) {
          return Optional.empty();
        }

        @Override
        public void put(String server, String path, Value body) {}
      };

  /// Returns the last response of the server; empty if it is missing or too old.
  ///
  /// @param server identifies the server; the first line is its address
  Optional<Value> get(String server, String path);

  /// Stores a response.
  void put(String server, String path, Value body);
}
