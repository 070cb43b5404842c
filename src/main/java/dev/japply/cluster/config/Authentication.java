package dev.japply.cluster.config;

import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.utils.HttpClientUtils;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Adds credentials to each request.
public final class Authentication {
  private Authentication() {}

  /// Returns the interceptors that add the user's credentials: the plugin's if there is one, else
  /// the kubeconfig's. As in kubectl, the name and the password in the server's address take
  /// precedence.
  public static List<Interceptor> interceptors(ClusterConfig config, @Nullable ExecPlugin plugin) {
    Interceptor interceptor =
        plugin != null
            ? new ExecInterceptor(plugin)
            : new Authorization(Credentials.authorization(config));
    String login = config.login();
    return List.of(new Impersonation(config.user()), login.isEmpty() ? interceptor : basic(login));
  }

  private static Interceptor basic(String login) {
    String value = HttpClientUtils.basicCredentials(login);
    return new Authorization(() -> value);
  }

  /// Adds the header `Authorization`, unless its value is empty. After a response 401, without any
  /// effect on the server, the request is sent once more if the value has changed.
  private record Authorization(Supplier<String> value) implements Interceptor {
    private static final String HEADER = "Authorization";

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
      String header = value.get();
      if (!header.isEmpty()) {
        builder.setHeader(HEADER, header);
      }
    }

    @Override
    public CompletableFuture<Boolean> afterFailure(
        BasicBuilder builder, HttpResponse<?> response, RequestTags tags) {
      boolean changed =
          response.code() == 401
              && !value
                  .get()
                  .equals(Objects.requireNonNullElse(response.request().header(HEADER), ""));
      if (changed) {
        before(builder, response.request(), tags);
      }
      return CompletableFuture.completedFuture(changed);
    }
  }
}
