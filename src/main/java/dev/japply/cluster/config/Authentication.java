package dev.japply.cluster.config;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.utils.HttpClientUtils;
import io.fabric8.kubernetes.client.utils.TokenRefreshInterceptor;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Adds credentials to each request.
public final class Authentication {
  private Authentication() {}

  /// Returns the interceptors that add the user's credentials: the plugin's if there is one, else
  /// the kubeconfig's. As in kubectl, the name and the password in the server's address take
  /// precedence.
  public static List<Interceptor> interceptors(ClusterConfig config, @Nullable ExecPlugin plugin) {
    Interceptor interceptor =
        plugin != null ? new ExecInterceptor(plugin) : fromConfig(Credentials.config(config));
    String login = config.login();
    return List.of(
        new Impersonation(config.user()),
        login.isEmpty() ? interceptor : basic(HttpClientUtils.basicCredentials(login)));
  }

  /// Returns fabric8's interceptor, or basic authentication if either the name or the password is
  /// empty: fabric8 would not send the other one.
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
