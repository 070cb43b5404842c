package dev.japply.cli;

import dev.japply.live.Cluster;

/// Opens clusters.
@FunctionalInterface
public interface Connector {

  /// Opens the cluster that the flags and the kubeconfig name.
  ///
  /// @throws dev.japply.live.ClusterException when the kubeconfig cannot be used
  Session open(ConnectionFlags flags);

  /// A cluster that the caller closes.
  ///
  /// @param namespace the namespace of the context, or the one asked for
  record Session(Cluster cluster, String namespace) implements AutoCloseable {
    @Override
    public void close() {
      cluster.close();
    }
  }
}
