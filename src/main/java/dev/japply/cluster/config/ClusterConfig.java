package dev.japply.cluster.config;

import dev.japply.tree.Value.MapValue;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/// The address of the API server and the user's credentials, after all rules.
///
/// @param server the address, with the path before `/api` and without a user name and password
/// @param login the user name and password in the address, `name:password`; empty if there are none
/// @param cluster the kubeconfig's entry for the cluster: its address and TLS settings
/// @param user the kubeconfig's entry for the user; empty if there is none, and for a server
///   without TLS, because no credentials are sent to it
/// @param proxy the proxy for the server; null if there is none
/// @param hint advice if the server refuses connections; empty if there is none
/// @param account the names of the user and the context; empty if there are none
public record ClusterConfig(
    URI server,
    String login,
    String namespace,
    MapValue cluster,
    MapValue user,
    @Nullable URI proxy,
    String hint,
    String account) {

  /// Returns this configuration with a proxy; null for a direct connection.
  public ClusterConfig through(@Nullable URI other) {
    return new ClusterConfig(server, login, namespace, cluster, user, other, hint, account);
  }

  /// Returns this configuration with the names of its user and context.
  ClusterConfig as(String names) {
    return new ClusterConfig(server, login, namespace, cluster, user, proxy, hint, names);
  }

  public boolean isSecure() {
    return "https".equalsIgnoreCase(server.getScheme());
  }

  /// Returns `host:port`, or `host` for the scheme's default port, as `kubectl` prints it.
  public String host() {
    return server.getAuthority();
  }
}
