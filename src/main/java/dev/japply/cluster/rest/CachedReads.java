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

/// Reads of what changes seldom: from what earlier runs kept, else from the server.
final class CachedReads {
  private final Requests requests;
  private final ResponseCache store;
  private final String server;

  /// The paths of which earlier runs' answers no longer count.
  private final Set<String> outdated = ConcurrentHashMap.newKeySet();

  /// The paths at which the server is about to answer something else.
  private final Set<String> changing = ConcurrentHashMap.newKeySet();

  /// @param config the server; another one at the same address has another certificate
  CachedReads(Requests requests, ResponseCache store, ClusterConfig config) {
    this.requests = requests;
    this.store = store;
    this.server = address(config.server()) + "\n" + GoJson.write(conditions(config.cluster()));
  }

  private static String address(URI server) {
    return server.getScheme()
        + "://"
        + server.getHost()
        + ":"
        + Address.of(server).port()
        + server.getPath();
  }

  /// What else tells servers apart. Addresses may have a password in them.
  private static MapValue conditions(MapValue cluster) {
    return cluster.without("server").without("proxy-url");
  }

  /// An answer.
  ///
  /// @param kept whether it is that of an earlier run
  record Answer(Value value, boolean kept) {}

  /// What the server answers, or answered not long ago; empty when it has nothing there (404).
  ///
  /// @param needed what is needed of an answer, and is kept; fails when it is not what was asked
  ///   for
  /// @throws dev.japply.cluster.ClusterException when it refuses
  Optional<Answer> read(String path, BiFunction<Request, MapValue, Value> needed) {
    Optional<Value> kept = outdated.contains(path) ? Optional.empty() : store.get(server, path);
    return kept.isPresent()
        ? Optional.of(new Answer(kept.get(), true))
        : query(path, needed).map(value -> new Answer(value, false));
  }

  /// What an earlier run has kept does not count any more.
  void distrust(String path) {
    outdated.add(path);
  }

  /// What is kept does not count any more, neither in this run nor in later ones. Nor is anything
  /// kept that this run reads there from now on: the server may take a moment to answer otherwise.
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
    Value answer = needed.apply(request, ResponseCheck.map(request, response));
    if (!changing.contains(path)) {
      store.put(server, path, answer);
    }
    return Optional.of(answer);
  }
}
