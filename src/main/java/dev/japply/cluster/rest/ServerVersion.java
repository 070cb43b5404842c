package dev.japply.cluster.rest;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.golang.Upstream;
import dev.japply.tree.Value.MapValue;

/// Compares the server's version with the emulated kubectl's.
record ServerVersion(Requests requests) {
  /// @throws ClusterException if the server has another version, or it is unknown
  void requireOurs() {
    Request request = Request.get("/version", "");
    Response response = requests.sendUnchecked(request);
    if (!response.isSuccess()) {
      throw requests.error(request, response);
    }
    String server =
        ResponseCheck.tree(request, response) instanceof MapValue version
            ? version.text("gitVersion")
            : "";
    if (!server.equals(Upstream.KUBECTL)) {
      throw new ClusterException(
          Kind.CONFIGURATION,
          "server version (%s) differs from client version (%s)"
              .formatted(server, Upstream.KUBECTL),
          "omit --match-server-version to use this server",
          null);
    }
  }
}
