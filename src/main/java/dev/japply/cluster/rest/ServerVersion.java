package dev.japply.cluster.rest;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.tree.Value.MapValue;

/// Holds the server's version against that of the kubectl that japply stands in for.
record ServerVersion(Requests requests) {
  /// The kubectl that japply stands in for.
  private static final String CLIENT = "v1.34.4";

  /// @throws ClusterException when the server has another version, or does not say which
  void requireOurs() {
    Request request = Request.get("/version", "");
    Response response = requests.sendUnchecked(request);
    if (!response.isSuccess()) {
      throw ServerErrors.of(request, response);
    }
    String server =
        ResponseCheck.tree(request, response) instanceof MapValue version
            ? version.text("gitVersion")
            : "";
    if (!server.equals(CLIENT)) {
      throw new ClusterException(
          Kind.CONFIGURATION,
          "server version (%s) differs from client version (%s)".formatted(server, CLIENT),
          "omit --match-server-version to use this server",
          null);
    }
  }
}
