package dev.japply.cluster.rest;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.config.ConnectionOptions.OpenApiVersion;
import dev.japply.cluster.config.ConnectionOptions.Overrides;
import dev.japply.cluster.config.Environment;
import dev.japply.cluster.rest.RestCluster.Messages;
import dev.japply.cluster.rest.RestCluster.Options;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Puts together what a cluster needs: who sends, where to, and what is known already.
public final class ClusterFactory {
  private ClusterFactory() {}

  /// The cluster of a program's own `client`, which sends every request with its credentials,
  /// interceptors and time limits, and stays open when this cluster is closed.
  public static RestCluster through(
      KubernetesClient client, ClientCaches caches, Messages messages) {
    return new RestCluster(
        new ClientSender(client.getHttpClient()),
        ClientClusterConfig.of(client),
        options(caches, OpenApiVersion.ANY, Overrides.NONE),
        messages,
        Sleep.REAL);
  }

  /// The cluster that `connection` means. Nothing is sent yet, unless its version must match.
  ///
  /// @param environment nothing else of the surroundings counts, but the files that it names
  /// @param preopener what has a connection open already; null for nothing
  /// @param sleep how it waits before it asks again
  /// @throws ClusterException when the kubeconfig cannot be used, or the version does not match
  public static RestCluster connect(
      ConnectionOptions connection,
      Environment environment,
      @Nullable ConnectionPreopener preopener,
      ClientCaches caches,
      Messages messages,
      Sleep sleep) {
    ServerTransport transport =
        Optional.ofNullable(preopener)
            .flatMap(prepared -> prepared.transport(connection))
            .orElseGet(() -> ServerTransport.find(connection, environment, caches.pinning()));
    var cluster =
        new RestCluster(
            transport.sender(),
            transport.config(),
            options(caches, connection.clientOptions().openApi(), connection.overrides()),
            messages,
            sleep);
    return connection.clientOptions().matchVersion() ? matching(cluster) : cluster;
  }

  private static Options options(ClientCaches caches, OpenApiVersion openApi, Overrides overrides) {
    return new Options(
        caches.schemas(),
        caches.responses(),
        openApi,
        overrides.requestTimeout(),
        overrides.logLevel());
  }

  private static RestCluster matching(RestCluster cluster) {
    try {
      cluster.requireMatchingVersion();
      return cluster;
    } catch (ClusterException e) {
      cluster.close();
      throw e;
    }
  }
}
