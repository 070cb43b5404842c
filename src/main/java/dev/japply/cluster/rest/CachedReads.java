package dev.japply.cluster.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.cluster.config.Address;
import dev.japply.cluster.config.ClusterConfig;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
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

  private final SingleFlight<String, Optional<byte[]>> stored = new SingleFlight<>(this::fromStore);

  /// The paths whose responses from earlier runs are no longer used.
  private final Set<String> outdated = ConcurrentHashMap.newKeySet();

  /// The paths whose responses are about to change on the server.
  private final Set<String> changing = ConcurrentHashMap.newKeySet();

  /// @param config the server; another server at the same address has another certificate
  CachedReads(Requests requests, ResponseCache store, ClusterConfig config) {
    this.requests = requests;
    this.store = store;
    this.server = address(config.server()) + "\n" + conditions(config.cluster());
  }

  private Optional<byte[]> fromStore(String path) {
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
  private static String conditions(MapValue cluster) {
    var text = new StringBuilder();
    cluster
        .without("server")
        .without("proxy-url")
        .sortedEntries()
        .forEach(entry -> {
          String value =
              entry.getValue() instanceof StringValue(String raw)
                  ? raw
                  : GoJson.write(entry.getValue());
          text.append(entry.getKey()).append(' ').append(value.length()).append('\n');
          text.append(value).append('\n');
        });
    return text.toString();
  }

  /// A response from the cache or the server.
  ///
  /// @param kept whether it is from an earlier run
  @SuppressWarnings("ArrayRecordComponent") // Results are never compared.
  record CachedBody(byte[] json, boolean kept) {}

  /// Returns the response of the server or of the cache; empty if the path does not exist (404).
  ///
  /// @param needed extracts the part of a response to use and store; throws if the content is
  ///   unexpected
  /// @throws dev.japply.cluster.ClusterException if the server responds with an error
  Optional<CachedBody> read(String path, BiFunction<Request, MapValue, Value> needed) {
    Optional<byte[]> kept = kept(path);
    return kept.isPresent()
        ? Optional.of(new CachedBody(kept.get(), true))
        : query(path, needed).map(json -> new CachedBody(json.getBytes(UTF_8), false));
  }

  /// Returns the response of an earlier run; empty if there is none that may be used.
  private Optional<byte[]> kept(String path) {
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
    store.put(server, path, "null");
  }

  private Optional<String> query(String path, BiFunction<Request, MapValue, Value> needed) {
    Request request = Request.get(path, "");
    Response response = requests.sendUnchecked(request);
    if (response.status() == 404) {
      return Optional.empty();
    }
    if (!response.isSuccess()) {
      throw requests.error(request, response);
    }
    String json = GoJson.write(needed.apply(request, ResponseCheck.map(request, response)));
    if (!changing.contains(path)) {
      store.put(server, path, json);
    }
    return Optional.of(json);
  }
}
