package dev.japply.cluster.rest;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.tree.Value.MapValue;

/// Compares the server's version with the emulated kubectl's.
record ServerVersion(Requests requests) {
  /// The version of the emulated kubectl.
  private static final String CLIENT = "v1.34.4";

  /// @throws ClusterException if the server has another version, or it is unknown
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
