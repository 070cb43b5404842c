package dev.japply.cluster.config;

import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.utils.HttpClientUtils;
import java.nio.charset.StandardCharsets;
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

  /// Adds the token of a credential plugin. After a response 401, without any effect on the server,
  /// the request is sent once more with the plugin's new token.
  private record ExecInterceptor(ExecPlugin plugin) implements Interceptor {
    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
      authorize(builder, plugin.get());
    }

    private static void authorize(BasicBuilder builder, ExecCredential credential) {
      if (!credential.token().isEmpty()) {
        builder.setHeader("Authorization", "Bearer " + credential.token());
      }
    }

    @Override
    public CompletableFuture<Boolean> afterFailure(
        BasicBuilder builder, HttpResponse<?> response, RequestTags tags) {
      if (response.code() != 401) {
        return CompletableFuture.completedFuture(false);
      }
      ExecCredential refused = plugin.get();
      ExecCredential renewed = plugin.renew(refused);
      authorize(builder, renewed);
      return CompletableFuture.completedFuture(!renewed.equals(refused));
    }
  }

  /// Adds the headers for user impersonation, as in "User impersonation" in the Kubernetes
  /// documentation. fabric8's own implementation has no UID, and no extras with slashes in their
  /// names.
  ///
  /// @param user the kubeconfig's entry, with the keys `as`, `as-uid`, `as-groups` and
  ///   `as-user-extra`
  private record Impersonation(MapValue user) implements Interceptor {
    private static final String PLAIN =
        "!#$&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
      if (user.text("as").isEmpty()) {
        return;
      }
      builder.setHeader("Impersonate-User", user.text("as"));
      if (!user.text("as-uid").isEmpty()) {
        builder.setHeader("Impersonate-Uid", user.text("as-uid"));
      }
      add(
          builder,
          "Impersonate-Group",
          user.get("as-groups") instanceof ListValue list ? list : ListValue.EMPTY);
      user.map("as-user-extra")
          .entries()
          .forEach((key, values) ->
              add(
                  builder,
                  "Impersonate-Extra-" + escaped(key),
                  values instanceof ListValue list ? list : ListValue.EMPTY));
    }

    private static void add(BasicBuilder builder, String name, ListValue values) {
      List<Value> items = values.items();
      for (Value item : items) {
        if (item instanceof StringValue(String text)) {
          builder.header(name, text);
        }
      }
    }

    /// Returns the name of an extra; characters that are invalid in a header name are
    /// percent-encoded.
    static String escaped(String key) {
      var escaped = new StringBuilder();
      for (byte b : key.getBytes(StandardCharsets.UTF_8)) {
        escaped.append(
            PLAIN.indexOf(b) >= 0 ? String.valueOf((char) b) : "%%%02X".formatted(b & 0xff));
      }
      return escaped.toString();
    }
  }
}
