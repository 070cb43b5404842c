package dev.japply.cluster.rest;

import dev.japply.cluster.config.Address;
import dev.japply.cluster.config.ClusterConfig;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/// Reads rarely changing responses: from the cache of earlier runs, else from the server.
final class CachedReads {
  private final Requests requests;
  private final ResponseCache store;
  private final String server;

  private final SingleFlight<String, Optional<Value>> stored = new SingleFlight<>(this::fromStore);

  /// The paths whose responses from earlier runs are no longer used.
  private final Set<String> outdated = ConcurrentHashMap.newKeySet();

  /// The paths whose responses are about to change on the server.
  private final Set<String> changing = ConcurrentHashMap.newKeySet();

  /// @param config the server; another server at the same address has another certificate
  CachedReads(Requests requests, ResponseCache store, ClusterConfig config) {
    this.requests = requests;
    this.store = store;
    this.server = address(config.server()) + "\n" + GoJson.write(conditions(config.cluster()));
  }

  private Optional<Value> fromStore(String path) {
    return store.get(server, path);
  }

  private static String address(URI server) {
    return server.getScheme()
        + "://"
        + server.getHost()
        + ":"
        + Address.of(server).port()
        + server.getPath();
  }

  /// Returns the other settings that identify a server. Addresses may contain a password.
  private static MapValue conditions(MapValue cluster) {
    return cluster.without("server").without("proxy-url");
  }

  /// A response from the cache or the server.
  ///
  /// @param kept whether it is from an earlier run
  record Result(Value value, boolean kept) {}

  /// Returns the response of the server or of the cache; empty if the path does not exist (404).
  ///
  /// @param needed extracts the part of a response to use and store; throws if the content is
  ///   unexpected
  /// @throws dev.japply.cluster.ClusterException if the server responds with an error
  Optional<Result> read(String path, BiFunction<Request, MapValue, Value> needed) {
    Optional<Value> kept = kept(path);
    return kept.isPresent()
        ? Optional.of(new Result(kept.get(), true))
        : query(path, needed).map(value -> new Result(value, false));
  }

  /// Returns the response of an earlier run; empty if there is none that may be used.
  Optional<Value> kept(String path) {
    return outdated.contains(path) ? Optional.empty() : stored.get(path);
  }

  /// Ignores the response of an earlier run.
  void distrust(String path) {
    outdated.add(path);
  }

  /// Removes the stored response, for this run and later ones. Later responses of this run are not
  /// stored either, because the server may still send the old content.
  void discard(String path) {
    changing.add(path);
    outdated.add(path);
    store.put(server, path, Value.NULL);
  }

  private Optional<Value> query(String path, BiFunction<Request, MapValue, Value> needed) {
    Request request = Request.get(path, "");
    Response response = requests.sendUnchecked(request);
    if (response.status() == 404) {
      return Optional.empty();
    }
    if (!response.isSuccess()) {
      throw ServerErrors.of(request, response);
    }
    Value body = needed.apply(request, ResponseCheck.map(request, response));
    if (!changing.contains(path)) {
      store.put(server, path, body);
    }
    return Optional.of(body);
  }
}
