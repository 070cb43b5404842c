package dev.japply.cli;

import dev.japply.live.Cluster;
import dev.japply.live.Connection;
import java.util.function.Consumer;

/// Opens clusters.
@FunctionalInterface
public interface Connector {

  /// Opens the cluster that the flags and the kubeconfig name; the caller closes it.
  ///
  /// @param warnings takes the server's warnings
  /// @throws dev.japply.live.ClusterException when the kubeconfig cannot be used
  Cluster open(Connection connection, Consumer<String> warnings);
}
