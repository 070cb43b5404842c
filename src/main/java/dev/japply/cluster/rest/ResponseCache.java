package dev.japply.cluster.rest;

import dev.japply.tree.Value;
import java.util.Optional;

/// Answers of servers that change seldom, from earlier runs: which types there are, and which
/// OpenAPI documents.
///
/// Whoever reads one must be able to do without it: what is not in it is to be asked of the server
/// again, and what it says may be no longer so.
public interface ResponseCache {
  /// Keeps nothing.
  ResponseCache NONE =
      new ResponseCache() {
        @Override
        public Optional<Value> get(String server, String path) {
          return Optional.empty();
        }

        @Override
        public void put(String server, String path, Value answer) {}
      };

  /// What the server last answered, when that was not long ago.
  ///
  /// @param server what tells servers apart, its address in the first line
  Optional<Value> get(String server, String path);

  /// Keeps an answer.
  void put(String server, String path, Value answer);
}
