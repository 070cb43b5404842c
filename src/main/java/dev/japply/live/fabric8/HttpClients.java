package dev.japply.live.fabric8;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.utils.HttpClientUtils;
import io.fabric8.kubernetes.client.utils.ImpersonatorInterceptor;
import io.fabric8.kubernetes.client.utils.TokenRefreshInterceptor;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import org.jspecify.annotations.Nullable;

/// Builds fabric8's HTTP client for one server, without fabric8's own choices: it would trust all
/// public authorities, follow redirects with writes, and repeat requests.
final class HttpClients {
  private static final int CONNECT_SECONDS = 30;

  private HttpClients() {}

  static HttpClient client(Target target, Environment environment, HttpClient.Factory factory) {
    HttpClient.Builder builder = factory.newBuilder();
    builder.connectTimeout(CONNECT_SECONDS, TimeUnit.SECONDS);
    authenticate(builder, target, environment, factory);
    target
        .proxy()
        .ifPresentOrElse(
            proxy -> through(builder, proxy), () -> builder.proxyType(HttpClient.ProxyType.DIRECT));
    if (!target.isSecure()) {
      builder.preferHttp11();
    }
    return builder.build();
  }

  private static void authenticate(
      HttpClient.Builder builder,
      Target target,
      Environment environment,
      HttpClient.Factory factory) {
    Config config = Credentials.config(target);
    Optional<ExecPlugin> plugin = Credentials.plugin(target, environment);
    builder.addOrReplaceInterceptor(ImpersonatorInterceptor.NAME, new Impersonation(target.user()));
    builder.addOrReplaceInterceptor(
        TokenRefreshInterceptor.NAME,
        plugin.isPresent() ? new ExecInterceptor(plugin.get()) : fromConfig(config, factory));
    builder.tag(config.getRequestConfig());
    if (target.isSecure()) {
      builder.sslContext(keys(target, plugin), Trust.trustManagers(target.cluster()));
    }
  }

  /// fabric8 does not send a name without a password, nor a password without a name.
  private static Interceptor fromConfig(Config config, HttpClient.Factory factory) {
    String name = Objects.requireNonNullElse(config.getUsername(), "");
    String password = Objects.requireNonNullElse(config.getPassword(), "");
    return name.isEmpty() == password.isEmpty()
        ? new TokenRefreshInterceptor(config, factory, Instant.now())
        : basic(HttpClientUtils.basicCredentials(name, password));
  }

  private static Interceptor basic(String credentials) {
    return new Interceptor() {
      @Override
      public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        builder.setHeader("Authorization", credentials);
      }
    };
  }

  private static KeyManager @Nullable [] keys(Target target, Optional<ExecPlugin> plugin) {
    return plugin.isPresent()
        ? new KeyManager[] {new ExecKeys(plugin.get())}
        : Trust.keyManagers(target.user());
  }

  private static void through(HttpClient.Builder builder, URI proxy) {
    builder.proxyAddress(new InetSocketAddress(proxy.getHost(), Proxies.port(proxy)));
    builder.proxyType(HttpClient.ProxyType.HTTP);
    if (proxy.getUserInfo() != null) {
      builder.proxyAuthorization(HttpClientUtils.basicCredentials(proxy.getUserInfo()));
    }
  }
}
