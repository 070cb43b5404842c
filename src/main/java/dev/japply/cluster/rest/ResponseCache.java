package dev.japply.cluster.rest;

import java.util.Optional;

/// A cache of responses that rarely change, from earlier runs: types and OpenAPI documents.
///
/// An entry may be missing or outdated, so every caller must be able to request it from the server.
public interface ResponseCache {
  /// A cache without entries.
  ResponseCache NONE =
      new ResponseCache() {
        @Override
        public Optional<byte[]> get(String server, String path) {
          return Optional.empty();
        }

        @Override
        public void put(String server, String path, String body) {}
      };

  /// Returns the last response of the server, in JSON; empty if it is missing or too old.
  ///
  /// @param server identifies the server; the first line is its address
  Optional<byte[]> get(String server, String path);

  /// Stores a response.
  ///
  /// @param body JSON
  void put(String server, String path, String body);
}
