package dev.japply.cli.flags;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.object.KubeObject;
import java.util.List;
import java.util.function.Supplier;

/// Opens clusters.
@FunctionalInterface
public interface ClusterConnector {

  /// Opens the cluster from the flags and the kubeconfig. The caller closes it.
  ///
  /// @throws dev.japply.cluster.ClusterException if the kubeconfig is invalid
  Cluster open(ConnectionOptions connection, Console console);

  /// Returns the name of the context for `connection`; empty if there is none.
  default String contextName(ConnectionOptions connection, Console console) {
    return connection.context();
  }

  /// Announces that a cluster may be opened: what needs no flags is read in the background.
  default void expect(Console console) {}

  /// Prepares the connection to the cluster of `connection` in the background. Sends no request to
  /// the server.
  default void prepare(Supplier<ConnectionOptions> connection) {}

  /// Masks what the log of requests would show of secret values of `objects`: copies, and values of
  /// Secrets within other objects.
  default void hideSecrets(List<KubeObject> objects) {}

  /// Closes a prepared connection.
  default void close() {}
}
