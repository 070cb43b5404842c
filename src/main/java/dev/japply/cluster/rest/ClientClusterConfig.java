package dev.japply.cluster.rest;

import dev.japply.cluster.config.ClusterConfig;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URI;
import java.util.Objects;

/// The server of an application's own fabric8 client. The client itself handles address, TLS and
/// credentials.
final class ClientClusterConfig {
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
