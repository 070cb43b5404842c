package dev.japply.cluster.config;

import dev.japply.tree.Value.MapValue;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/// Where the API server is and who asks it, all rules applied.
///
/// @param server its address, with the path that comes before `/api`; it may be shown, for what the
///   user wrote of a name and a password is not in it
/// @param login what the address says of the user, `name:password`; empty for nothing
/// @param cluster the kubeconfig's entry for the cluster: how to reach and trust it
/// @param user the kubeconfig's entry for the user; empty for nobody, and for a server without TLS,
///   to which no credentials are sent
/// @param proxy the proxy before it; null for none
/// @param hint what to say when nothing listens there; empty when there is nothing to say
public record ClusterConfig(
    URI server,
    String login,
    String namespace,
    MapValue cluster,
    MapValue user,
    @Nullable URI proxy,
    String hint) {

  /// The same, reached through a proxy; null for directly.
  public ClusterConfig through(@Nullable URI other) {
    return new ClusterConfig(server, login, namespace, cluster, user, other, hint);
  }

  public boolean isSecure() {
    return "https".equalsIgnoreCase(server.getScheme());
  }

  /// `host:port`, or `host` for the scheme's own port, as `kubectl` names the server.
  public String host() {
    return server.getAuthority();
  }
}
