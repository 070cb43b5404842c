package dev.japply.live.fabric8;

import dev.japply.live.Connection;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Finds the cluster by `kubectl`'s rules: what the command line says, else the kubeconfig, else
/// the credentials of the Pod that this runs in, else `localhost:8080`.
final class Targets {
  private static final String LAST_RESORT = "http://localhost:8080";

  private final Connection connection;
  private final Environment environment;
  private final Kubeconfig kubeconfig;

  private Targets(Connection connection, Environment environment) {
    this.connection = connection;
    this.environment = environment;
    this.kubeconfig =
        connection.kubeconfig().isEmpty()
            ? Kubeconfig.merge(environment.kubeconfigs())
            : Kubeconfig.explicit(Path.of(connection.kubeconfig()));
  }

  /// The cluster that `connection` means.
  static Target find(Connection connection, Environment environment) {
    return new Targets(connection, environment).find();
  }

  private Target find() {
    MapValue context = context();
    MapValue cluster = cluster(context.text("cluster"));
    MapValue user = user(context.text("user"));
    if (!cluster.text("server").isEmpty()) {
      return target(cluster, user, namespace(context, ""), "");
    }
    return environment.isPod() ? pod(context) : lastResort(cluster, user, context);
  }

  private MapValue context() {
    boolean asked = !connection.context().isEmpty();
    String name = asked ? connection.context() : kubeconfig.currentContext();
    MapValue context = kubeconfig.contexts().get(name);
    if (context != null) {
      return context;
    }
    String known = Kubeconfig.names(kubeconfig.contexts());
    String hint = known.isEmpty() ? where("no kubeconfig has contexts") : "it has: " + known;
    if (asked) {
      throw Kubeconfig.unusable("context \"" + name + "\" does not exist", hint);
    }
    if (!name.isEmpty()) {
      throw Kubeconfig.unusable("context was not found for specified context: " + name, hint);
    }
    return MapValue.EMPTY;
  }

  private MapValue cluster(String name) {
    var overrides = connection.overrides();
    MapValue cluster = entry(kubeconfig.clusters().get(name), "cluster", name);
    if (!overrides.server().isEmpty()) {
      cluster = cluster.with("server", Value.text(overrides.server())).without("tls-server-name");
    } else if (!name.isEmpty() && cluster.text("server").isEmpty()) {
      throw Kubeconfig.unusable("no server found for cluster \"" + name + "\"", "");
    }
    return overrides.insecureSkipTlsVerify() ? unverified(cluster) : cluster;
  }

  private static MapValue unverified(MapValue cluster) {
    return cluster
        .with("insecure-skip-tls-verify", Value.text("true"))
        .without("certificate-authority")
        .without("certificate-authority-data");
  }

  private MapValue user(String name) {
    var overrides = connection.overrides();
    MapValue user = entry(kubeconfig.users().get(name), "auth info", name);
    if (!overrides.token().isEmpty()) {
      user = user.with("token", Value.text(overrides.token()));
    }
    return overrides.impersonate().isEmpty()
        ? user
        : user.with("as", Value.text(overrides.impersonate()));
  }

  private static MapValue entry(@Nullable MapValue entry, String what, String name) {
    if (entry == null && !name.isEmpty()) {
      throw Kubeconfig.unusable(what + " \"" + name + "\" does not exist", "");
    }
    return entry == null ? MapValue.EMPTY : entry;
  }

  private Target pod(MapValue context) {
    Path credentials = environment.serviceAccount();
    String host = environment.variable("KUBERNETES_SERVICE_HOST");
    String bracketed = host.contains(":") ? "[" + host + "]" : host;
    MapValue cluster =
        MapValue.of(
                "server",
                Value.text(
                    "https://" + bracketed + ":" + environment.variable("KUBERNETES_SERVICE_PORT")))
            .with("certificate-authority", Value.text(credentials.resolve("ca.crt").toString()));
    MapValue user = MapValue.of("tokenFile", Value.text(credentials.resolve("token").toString()));
    return target(cluster, user, namespace(context, podNamespace()), "");
  }

  private String podNamespace() {
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

  /// `KUBERNETES_MASTER` is, as for `kubectl`, the address when nothing else names one.
  private Target lastResort(MapValue cluster, MapValue user, MapValue context) {
    String named = environment.variable("KUBERNETES_MASTER");
    String server = named.isEmpty() ? LAST_RESORT : named;
    String hint = kubeconfig.isEmpty() ? "no kubeconfig was found" : "no context is selected";
    return target(
        cluster.with("server", Value.text(server)), user, namespace(context, ""), where(hint));
  }

  private String where(String what) {
    List<Path> looked = kubeconfig.looked();
    return what
        + ": looked at "
        + looked.stream().map(Path::toString).collect(Collectors.joining(", "));
  }

  private String namespace(MapValue context, String fallback) {
    if (!connection.namespace().isEmpty()) {
      return connection.namespace();
    }
    String own = context.text("namespace");
    String found = own.isEmpty() ? fallback : own;
    return found.isEmpty() ? "default" : found;
  }

  private static Target target(MapValue cluster, MapValue user, String namespace, String hint) {
    String text = cluster.text("server");
    String address = text.contains("://") ? text : "http://" + text;
    try {
      URI server =
          new URI(address.endsWith("/") ? address.substring(0, address.length() - 1) : address);
      if (server.getHost() == null) {
        throw Kubeconfig.unusable("host must be a URL or a host:port pair: \"" + text + "\"", "");
      }
      var target = new Target(server, namespace, cluster, user, hint);
      return target.isSecure()
          ? target
          : new Target(server, namespace, cluster, acting(user), hint);
    } catch (URISyntaxException e) {
      throw Kubeconfig.unusable("invalid server address \"" + text + "\": " + e.getReason(), "");
    }
  }

  /// Only whom to act as: credentials are not sent in clear.
  private static MapValue acting(MapValue user) {
    String as = user.text("as");
    return as.isEmpty() ? MapValue.EMPTY : MapValue.of("as", Value.text(as));
  }
}
