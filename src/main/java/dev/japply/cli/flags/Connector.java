package dev.japply.cli.flags;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.object.KubeObject;
import java.util.List;
import java.util.function.Supplier;

/// Opens clusters.
@FunctionalInterface
public interface Connector {

  /// Opens the cluster that the flags and the kubeconfig name; the caller closes it.
  ///
  /// @throws dev.japply.cluster.ClusterException when the kubeconfig cannot be used
  Cluster open(ConnectionOptions connection, Console console);

  /// The name of the context that `connection` means; empty where it means none.
  default String contextName(ConnectionOptions connection, Console console) {
    return connection.context();
  }

  /// Told that the cluster of `connection` will be opened soon; does beside other work what that
  /// takes, and nothing that the server sees as a request.
  default void prepare(Supplier<ConnectionOptions> connection, Console console) {}

  /// Keeps the copies of secret values that `objects` have out of the log of requests.
  default void hideCopies(List<KubeObject> objects) {}

  /// Ends what was prepared.
  default void close() {}
}
