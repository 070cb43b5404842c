package dev.japply.cluster.rest;

import dev.japply.cluster.config.ClusterConfig;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URI;
import java.util.Objects;

/// The server that a program's own client talks to. How it is reached, trusted and told who asks is
/// that client's affair.
final class ClientClusterConfig {
  /// Clients that unpack answers ask for packed ones by themselves.
  private static final MapValue UNPACKED = MapValue.of("disable-compression", Value.TRUE);

  private ClientClusterConfig() {}

  static ClusterConfig of(KubernetesClient client) {
    String address = client.getMasterUrl().toString();
    String server = address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
    String namespace = Objects.requireNonNullElse(client.getNamespace(), "default");
    return new ClusterConfig(URI.create(server), "", namespace, UNPACKED, MapValue.EMPTY, null, "");
  }
}
