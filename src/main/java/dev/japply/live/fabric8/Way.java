package dev.japply.live.fabric8;

import dev.japply.live.ClusterException;
import dev.japply.live.ClusterException.Kind;
import dev.japply.live.Connection;
import dev.japply.live.KnownServers.Conditions;
import dev.japply.live.http.Connections;
import dev.japply.live.http.JdkTls;
import dev.japply.live.http.JdkTls.Acceptance;
import dev.japply.live.http.Route;
import dev.japply.live.http.Tls;
import dev.japply.live.tls.NativeTls.Identity;
import dev.japply.tree.Value.MapValue;
import io.fabric8.kubernetes.client.utils.HttpClientUtils;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import org.jspecify.annotations.Nullable;

/// How to reach a server, and the connections to it.
///
/// @param plugin the program that says who is asking, if there is one
record Way(Target target, Optional<ExecPlugin> plugin, Connections connections) {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /// The way to the cluster that `connection` means. Nothing is opened yet.
  ///
  /// @param acquaintance what is known of servers; empty where that is of no use
  static Way find(
      Connection connection, Environment environment, Optional<Acquaintance> acquaintance) {
    Target found = Targets.find(connection, environment);
    Target target = found.through(new Proxies(environment).find(found));
    Optional<ExecPlugin> plugin = Credentials.plugin(target, environment);
    return new Way(
        target,
        plugin,
        new Connections(route(target, plugin, acquaintance), LIMIT, environment.limit()));
  }

  private static Route route(
      Target target, Optional<ExecPlugin> plugin, Optional<Acquaintance> acquaintance) {
    Address server = Address.of(target.server());
    return new Route(
        server.host(),
        server.port(),
        target.isSecure() ? Optional.of(tls(target, plugin, acquaintance)) : Optional.empty(),
        target.proxy().map(Way::proxy));
  }

  private static Tls tls(
      Target target, Optional<ExecPlugin> plugin, Optional<Acquaintance> acquaintance) {
    Optional<Conditions> conditions = conditions(target);
    return acquaintance.isPresent() && conditions.isPresent()
        ? new KnownTls(
            acquaintance.get(),
            conditions.get(),
            new KnownTls.Shown(plugin.isPresent(), () -> identity(target, plugin)),
            acceptance -> javaTls(target, plugin, acceptance))
        : javaTls(target, plugin, session -> {});
  }

  private static JdkTls javaTls(Target target, Optional<ExecPlugin> plugin, Acceptance acceptance) {
    try {
      return new JdkTls(
          keys(target, plugin),
          Trust.trustManagers(target.cluster()),
          target.cluster().text("tls-server-name"),
          acceptance);
    } catch (GeneralSecurityException e) {
      throw new ClusterException(Kind.CONFIGURATION, "cannot set up TLS", "", e);
    }
  }

  /// Empty when anybody is trusted, or those whom the Java runtime trusts.
  private static Optional<Conditions> conditions(Target target) {
    MapValue cluster = target.cluster();
    Address server = Address.of(target.server());
    String name = cluster.text("tls-server-name");
    return Kubeconfig.flag(cluster, "insecure-skip-tls-verify")
        ? Optional.empty()
        : Trust.pem(cluster, "certificate-authority")
            .map(pem ->
                new Conditions(
                    target.server().getHost() + ":" + server.port(),
                    name.isEmpty() ? server.host() : name,
                    new String(pem, StandardCharsets.ISO_8859_1)));
  }

  private static Optional<Identity> identity(Target target, Optional<ExecPlugin> plugin) {
    return plugin.isPresent() ? plugin.get().get().identity() : Trust.identity(target.user());
  }

  private static KeyManager @Nullable [] keys(Target target, Optional<ExecPlugin> plugin) {
    return plugin.isPresent() ? ClientKeys.of(plugin.get()) : ClientKeys.of(target.user());
  }

  private static Route.Proxy proxy(URI proxy) {
    String login = Targets.login(proxy);
    Address address = Address.of(proxy);
    return new Route.Proxy(
        address.host(),
        address.port(),
        login.isEmpty() ? "" : HttpClientUtils.basicCredentials(login));
  }

  /// Opens, in this thread, what the first request will use. A program that asks the user something
  /// is not started for that.
  void openAhead() {
    if (plugin.isEmpty()) {
      connections.openAhead();
    }
  }
}
