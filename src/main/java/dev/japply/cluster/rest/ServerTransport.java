package dev.japply.cluster.rest;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.config.Address;
import dev.japply.cluster.config.Authentication;
import dev.japply.cluster.config.ClientIdentity;
import dev.japply.cluster.config.ClientKeys;
import dev.japply.cluster.config.ClusterConfig;
import dev.japply.cluster.config.ClusterConfigResolver;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.config.Credentials;
import dev.japply.cluster.config.Environment;
import dev.japply.cluster.config.ExecPlugin;
import dev.japply.cluster.config.Kubeconfig;
import dev.japply.cluster.config.Proxies;
import dev.japply.cluster.config.TlsConfig;
import dev.japply.cluster.http.CertificatePins.Conditions;
import dev.japply.cluster.http.ConnectionPool;
import dev.japply.cluster.http.JdkTls;
import dev.japply.cluster.http.JdkTls.Acceptance;
import dev.japply.cluster.http.PinnedTls;
import dev.japply.cluster.http.Route;
import dev.japply.cluster.http.Tls;
import dev.japply.cluster.http.TlsPinning;
import dev.japply.tree.Value.MapValue;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.utils.HttpClientUtils;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/// The configuration of a server and the connections to it.
///
/// @param plugin the credential plugin; null if there is none
/// @param identity the certificate for the connections
record ServerTransport(
    ClusterConfig config,
    @Nullable ExecPlugin plugin,
    ClientIdentity identity,
    ConnectionPool connections) {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /// Finds the transport for the cluster that `connection` selects. No connection is opened yet.
  ///
  /// @param pinning the data for recognizing servers; null if it is not used
  static ServerTransport find(
      ConnectionOptions connection,
      Environment environment,
      Kubeconfig kubeconfig,
      @Nullable TlsPinning pinning) {
    ClusterConfig found = ClusterConfigResolver.resolve(connection, environment, kubeconfig);
    ClusterConfig config = found.through(new Proxies(environment).find(found).orElse(null));
    ExecPlugin plugin = Credentials.plugin(config, environment, connection.plugins()).orElse(null);
    ClientIdentity identity = identity(config, plugin);
    var connections =
        new ConnectionPool(route(config, identity, pinning), LIMIT, environment.limit());
    identity.onRenewal(connections::renew);
    return new ServerTransport(config, plugin, identity, connections);
  }

  /// Returns the client's certificate. It applies to HTTPS servers only, as in kubectl.
  private static ClientIdentity identity(ClusterConfig config, @Nullable ExecPlugin plugin) {
    if (plugin != null) {
      return ClientIdentity.of(plugin);
    }
    return config.isSecure() ? ClientIdentity.of(config.user()) : ClientIdentity.none();
  }

  private static Route route(
      ClusterConfig config, ClientIdentity identity, @Nullable TlsPinning pinning) {
    Address server = Address.of(config.server());
    return new Route(
        server.host(),
        server.port(),
        config.isSecure() ? tls(config, identity, pinning) : null,
        config.proxy() == null ? null : proxy(config.proxy(), config, identity));
  }

  private static Tls tls(
      ClusterConfig config, ClientIdentity identity, @Nullable TlsPinning pinning) {
    Conditions conditions = conditions(config).orElse(null);
    boolean inTls = config.proxy() != null && isSecure(config.proxy());
    return pinning != null && conditions != null && !inTls
        ? new PinnedTls(
            pinning,
            conditions,
            new PinnedTls.Shown(identity.isOnDemand(), () -> Optional.ofNullable(identity.get())),
            new PinnedTls.Verification() {
              @Override
              public X509TrustManager trust() {
                return TlsConfig.authority(config.cluster()).orElseThrow();
              }

              @Override
              public JdkTls tls(Acceptance acceptance) {
                return javaTls(config, identity, acceptance);
              }
            })
        : javaTls(config, identity, session -> {});
  }

  private static JdkTls javaTls(
      ClusterConfig config, ClientIdentity identity, Acceptance acceptance) {
    try {
      if (!config.isSecure()) {
        TrustManager[] trust = {TlsConfig.trustingPublicOnes()};
        return new JdkTls(null, trust, "", acceptance);
      }
      return new JdkTls(
          ClientKeys.of(identity),
          TlsConfig.trustManagers(config.cluster()),
          config.cluster().text("tls-server-name"),
          acceptance);
    } catch (GeneralSecurityException e) {
      throw new ClusterException(Kind.CONFIGURATION, "cannot set up TLS", "", e);
    }
  }

  /// Returns the conditions for a pinned certificate. Empty if the server's certificate is not
  /// verified, or is verified by the Java runtime's authorities.
  private static Optional<Conditions> conditions(ClusterConfig config) {
    MapValue cluster = config.cluster();
    Address server = Address.of(config.server());
    String name = cluster.text("tls-server-name");
    return Kubeconfig.flag(cluster, "insecure-skip-tls-verify")
        ? Optional.empty()
        : TlsConfig.pem(cluster, "certificate-authority")
            .map(pem ->
                new Conditions(
                    config.server().getHost() + ":" + server.port(),
                    name.isEmpty() ? server.host() : name,
                    new String(pem, StandardCharsets.ISO_8859_1)));
  }

  private static boolean isSecure(URI proxy) {
    return "https".equalsIgnoreCase(proxy.getScheme());
  }

  /// Returns the proxy. As in kubectl, a TLS proxy has the server's trust settings and gets the
  /// same client certificate.
  private static Route.Proxy proxy(URI proxy, ClusterConfig config, ClientIdentity identity) {
    String login = ClusterConfigResolver.login(proxy);
    Address address = Address.of(proxy);
    return new Route.Proxy(
        address.host(),
        address.port(),
        Proxies.isSocks(proxy)
            ? socks(login)
            : new Route.Http(
                login.isEmpty() ? "" : HttpClientUtils.basicCredentials(login),
                isSecure(proxy) ? javaTls(config, identity, session -> {}) : null));
  }

  private static Route.Socks socks(String login) {
    int colon = login.indexOf(':');
    return colon < 0
        ? new Route.Socks("", "")
        : new Route.Socks(login.substring(0, colon), login.substring(colon + 1));
  }

  /// Returns a client for these connections, with the user's credentials.
  HttpClient client() {
    return new SocketHttpClient(connections, Authentication.interceptors(config, plugin), identity);
  }

  /// Opens, in this thread, the connection for the first request. It does not start a credential
  /// plugin, which may prompt the user.
  void openAhead() {
    if (plugin == null) {
      connections.openAhead();
    }
  }
}
