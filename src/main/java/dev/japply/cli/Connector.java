package dev.japply.cli;

import dev.japply.live.Cluster;
import dev.japply.live.Connection;
import dev.japply.live.Sleep;
import java.util.function.Supplier;

/// Opens clusters.
@FunctionalInterface
public interface Connector {

  /// Opens the cluster that the flags and the kubeconfig name; the caller closes it.
  ///
  /// @throws dev.japply.live.ClusterException when the kubeconfig cannot be used
  Cluster open(Connection connection, Console console);

  /// Told that the cluster of `connection` will be opened soon; does beside other work what that
  /// takes, and nothing that the server sees as a request.
  default void prepare(Supplier<Connection> connection, Console console) {}

  /// Ends what was prepared.
  default void close() {}

  /// A connector to real clusters.
  static Connector real() {
    return real(Sleep.REAL);
  }

  /// A connector to real clusters that waits by `sleep` before requests are sent again.
  static Connector real(Sleep sleep) {
    return new RealConnector(sleep);
  }
}
