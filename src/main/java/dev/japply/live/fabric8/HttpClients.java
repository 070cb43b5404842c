package dev.japply.live.fabric8;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.utils.HttpClientUtils;
import io.fabric8.kubernetes.client.utils.TokenRefreshInterceptor;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/// Builds the HTTP client for one server, with what says who is asking.
final class HttpClients {
  private HttpClients() {}

  /// As with kubectl, the name and the password in the server's address count more than the user's
  /// credentials.
  static HttpClient client(Way way) {
    Target target = way.target();
    Interceptor asking =
        way.plugin().isPresent()
            ? new ExecInterceptor(way.plugin().get())
            : fromConfig(Credentials.config(target));
    String login = target.login();
    return new BlockingClient(
        way.connections(),
        List.of(
            new Impersonation(target.user()),
            login.isEmpty() ? asking : basic(HttpClientUtils.basicCredentials(login))));
  }

  /// fabric8 does not send a name without a password, nor a password without a name.
  private static Interceptor fromConfig(Config config) {
    String name = Objects.requireNonNullElse(config.getUsername(), "");
    String password = Objects.requireNonNullElse(config.getPassword(), "");
    return name.isEmpty() == password.isEmpty()
        ? new TokenRefreshInterceptor(config, new JdkHttpClientFactory(), Instant.now())
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
}
