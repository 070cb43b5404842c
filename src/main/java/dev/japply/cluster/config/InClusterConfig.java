package dev.japply.cluster.config;

import dev.japply.cluster.config.ConnectionOptions.Overrides;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The cluster of a Pod in the kubeconfig's form: the address from its environment, and the files
/// of its service account.
final class InClusterConfig {
  private InClusterConfig() {}

  static MapValue cluster(Environment environment, Overrides overrides) {
    String host = environment.variable("KUBERNETES_SERVICE_HOST");
    String bracketed = host.contains(":") ? "[" + host + "]" : host;
    String server = "https://" + bracketed + ":" + environment.variable("KUBERNETES_SERVICE_PORT");
    MapValue cluster = MapValue.of("server", Value.text(server));
    Path authority = environment.serviceAccount().resolve("ca.crt");
    if (!overrides.cluster().has("insecure-skip-tls-verify") && Files.isReadable(authority)) {
      cluster = cluster.with("certificate-authority", Value.text(authority.toString()));
    }
    return Kubeconfig.overlay(cluster, overrides.cluster());
  }

  static MapValue user(Environment environment, Overrides overrides) {
    Path token = environment.serviceAccount().resolve("token");
    MapValue user =
        overrides.user().has("token")
            ? MapValue.EMPTY
            : MapValue.of("tokenFile", Value.text(token.toString()));
    return Kubeconfig.overlay(user, overrides.user());
  }

  /// Returns the Pod's own namespace; empty if it is unknown.
  static String namespace(Environment environment) {
    String named = environment.variable("POD_NAMESPACE");
    if (!named.isEmpty()) {
      return named;
    }
    try {
      return Files.readString(environment.serviceAccount().resolve("namespace")).strip();
    } catch (IOException e) {
      return "";
    }
  }
}
