package dev.japply.live.fabric8;

import dev.japply.live.ClusterException;
import dev.japply.live.ClusterException.Kind;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.utils.HttpClientUtils;
import io.fabric8.kubernetes.client.utils.ImpersonatorInterceptor;
import io.fabric8.kubernetes.client.utils.TokenRefreshInterceptor;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/// Builds fabric8's HTTP client for one server, without fabric8's own choices: it would trust all
/// public authorities, follow redirects with writes, and repeat requests.
final class HttpClients {
  private static final int CONNECT_SECONDS = 30;

  private HttpClients() {}

  static HttpClient client(Target target, Environment environment, HttpClient.Factory factory) {
    HttpClient.Builder builder = factory.newBuilder();
    builder.connectTimeout(CONNECT_SECONDS, TimeUnit.SECONDS);
    authenticate(builder, target, factory);
    new Proxies(environment)
        .find(target)
        .ifPresentOrElse(
            proxy -> through(builder, proxy), () -> builder.proxyType(HttpClient.ProxyType.DIRECT));
    if (!target.isSecure()) {
      builder.preferHttp11();
    }
    return builder.build();
  }

  private static void authenticate(
      HttpClient.Builder builder, Target target, HttpClient.Factory factory) {
    Config config = Credentials.config(target);
    builder.addOrReplaceInterceptor(
        ImpersonatorInterceptor.NAME, new ImpersonatorInterceptor(config.getRequestConfig()));
    builder.addOrReplaceInterceptor(
        TokenRefreshInterceptor.NAME, new TokenRefreshInterceptor(config, factory, Instant.now()));
    builder.tag(config.getRequestConfig());
    if (target.isSecure()) {
      secure(builder, target, config);
    }
  }

  private static void secure(HttpClient.Builder builder, Target target, Config config) {
    String serverName = target.cluster().text("tls-server-name");
    if (!serverName.isEmpty()) {
      throw new ClusterException(
          Kind.CONFIGURATION,
          "tls-server-name \"" + serverName + "\" is not supported",
          "use a server address whose name is in the server's certificate",
          null);
    }
    builder.sslContext(
        Trust.keyManagers(target.user(), config), Trust.trustManagers(target.cluster()));
  }

  private static void through(HttpClient.Builder builder, URI proxy) {
    int port = proxy.getPort() < 0 ? 80 : proxy.getPort();
    builder.proxyAddress(new InetSocketAddress(proxy.getHost(), port));
    builder.proxyType(HttpClient.ProxyType.HTTP);
    if (proxy.getUserInfo() != null) {
      builder.proxyAuthorization(HttpClientUtils.basicCredentials(proxy.getUserInfo()));
    }
  }
}
