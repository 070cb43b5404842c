package dev.japply.cluster.rest;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.config.ClusterConfig;
import dev.japply.cluster.config.ClusterConfigResolver;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.config.ConnectionOptions.OpenApiVersion;
import dev.japply.cluster.config.ConnectionOptions.Overrides;
import dev.japply.cluster.config.Environment;
import dev.japply.cluster.rest.RestCluster.Messages;
import dev.japply.cluster.rest.RestCluster.Options;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfig;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.net.URI;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Creates a cluster from its connection, its configuration and its caches.
public final class ClusterFactory {
  private ClusterFactory() {}

  /// Creates the cluster of an application's own `client`. The client adds its credentials,
  /// interceptors and timeouts, and stays open when this cluster is closed.
  ///
  /// @param logLevel the level of `-v` for requests; 0 for none
  public static RestCluster through(
      KubernetesClient client, ClientCaches caches, Messages messages, int logLevel) {
    return new RestCluster(
        sender(client),
        ClientClusterConfig.of(client),
        new Options(
            caches.schemas(),
            caches.responses(),
            OpenApiVersion.ANY,
            Overrides.NONE.requestTimeout(),
            logLevel),
        messages,
        Sleep.REAL);
  }

  /// Returns the sender through `client`, without fabric8's own retries: they send any request
  /// again, also a write that the server may have carried out. [Retries] decides alone.
  static RequestSender sender(KubernetesClient client) {
    HttpClient http = client.getHttpClient();
    RequestConfig config =
        http instanceof Interceptor.RequestTags tags ? tags.getTag(RequestConfig.class) : null;
    if (config != null) {
      RequestConfig once = new RequestConfigBuilder(config).withRequestRetryBackoffLimit(0).build();
      http = http.newBuilder().tag(once).build();
    }
    return new RequestSender(http, false);
  }

  /// Returns the cluster that `connection` selects. No request is sent yet, unless the version must
  /// match.
  ///
  /// @param environment the only source of settings, besides the files that it names
  /// @param preopener provides a connection that is open already; null if there is none
  /// @param sleep waits before a retry
  /// @throws ClusterException if the kubeconfig is unusable, or the version does not match
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
            .orElseGet(() ->
                ServerTransport.find(
                    connection,
                    environment,
                    ClusterConfigResolver.kubeconfig(connection, environment),
                    caches.pinning()));
    var cluster =
        new RestCluster(
            new RequestSender(transport.client(), true),
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

  /// The server of an application's own fabric8 client. The client itself handles address, TLS and
  /// credentials.
  private static final class ClientClusterConfig {
    /// Disables compression here: clients that decompress responses request it by themselves.
    private static final MapValue UNPACKED = MapValue.of("disable-compression", Value.TRUE);

    private ClientClusterConfig() {}

    static ClusterConfig of(KubernetesClient client) {
      String address = client.getMasterUrl().toString();
      String server = address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
      String namespace = Objects.requireNonNullElse(client.getNamespace(), "default");
      return new ClusterConfig(
          URI.create(server), "", namespace, UNPACKED, MapValue.EMPTY, null, "", "");
    }
  }
}
