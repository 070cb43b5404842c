package dev.japply.cluster.config;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import io.fabric8.kubernetes.client.utils.HttpClientUtils;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The credentials of a kubeconfig's user.
public final class Credentials {
  private Credentials() {}

  /// Returns a supplier of the header `Authorization`, called for each request. The value is empty
  /// if the user has no token or password. A plugin's token is not considered.
  ///
  /// @throws ClusterException if the credentials contradict each other or cannot be read
  static Supplier<String> authorization(ClusterConfig target) {
    MapValue user = target.user();
    String name = user.text("username");
    String password = user.text("password");
    boolean basic = !name.isEmpty() || !password.isEmpty();
    if (!user.text("tokenFile").isEmpty()) {
      if (basic) {
        throw Kubeconfig.unusable("username/password or bearer token may be set, but not both", "");
      }
      return fromFile(user);
    }
    if (basic) {
      return constant(HttpClientUtils.basicCredentials(name, password));
    }
    boolean provided = user.text("token").isEmpty() && user.has("auth-provider");
    return constant(bearer(provided ? AuthProviders.token(target) : user.text("token")));
  }

  private static Supplier<String> constant(String value) {
    return () -> value;
  }

  private static String bearer(String token) {
    return token.isEmpty() ? "" : "Bearer " + token;
  }

  /// Returns the user's credential plugin; empty if the user has none, or has other credentials.
  ///
  /// @param policy the rule for credential plugins
  public static Optional<ExecPlugin> plugin(
      ClusterConfig target, Environment environment, PluginPolicy policy) {
    MapValue user = target.user();
    boolean other =
        user.has("token")
            || user.has("tokenFile")
            || user.has("username")
            || user.has("password")
            || Kubeconfig.hasPem(user, "client-certificate");
    return user.has("exec") && !other
        ? Optional.of(new ExecPlugin(target, environment, policy))
        : Optional.empty();
  }

  /// Reads the token from the file for each request, because tokens of service accounts are
  /// replaced during a run. The file takes precedence over a `token`, which is used while the file
  /// cannot be read.
  private static Supplier<String> fromFile(MapValue user) {
    Path file = Path.of(user.text("tokenFile"));
    String inline = user.text("token");
    if (inline.isEmpty()) {
      read(file);
    }
    return () -> bearer(inline.isEmpty() || Files.isReadable(file) ? read(file) : inline);
  }

  private static String read(Path tokenFile) {
    try {
      return Files.readString(tokenFile).strip();
    } catch (IOException e) {
      String why =
          Files.exists(tokenFile) ? "the token file cannot be read" : "no such file or directory";
      throw new ClusterException(Kind.CONFIGURATION, "open " + tokenFile + ": " + why, "", e);
    }
  }

  /// Gets the token of an `auth-provider` entry. fabric8 does it, from a kubeconfig of only this
  /// user.
  private static final class AuthProviders {
    private AuthProviders() {}

    static String token(ClusterConfig target) {
      String token = query(target).getAutoOAuthToken();
      if (token == null || token.isEmpty()) {
        throw failed("no token came back", null);
      }
      return token;
    }

    private static Config query(ClusterConfig target) {
      Config config = Config.empty();
      try {
        KubeConfigUtils.merge(
            config, null, KubeConfigUtils.parseConfigFromString(kubeconfig(target)));
        return config;
      } catch (KubernetesClientException e) {
        throw failed(String.valueOf(e.getMessage()), e);
      }
    }

    private static ClusterException failed(String why, @Nullable Exception cause) {
      return new ClusterException(
          Kind.CONFIGURATION,
          "getting credentials: auth-provider: " + why,
          "replace the kubeconfig's auth-provider with an exec entry",
          cause);
    }

    private static String kubeconfig(ClusterConfig target) {
      var context = MapValue.of("cluster", Value.text("c")).with("user", Value.text("u"));
      var cluster = MapValue.of("server", Value.text(target.server().toString()));
      return GoJson.write(
          MapValue.of("current-context", Value.text("x"))
              .with("contexts", named("x", "context", context))
              .with("clusters", named("c", "cluster", cluster))
              .with("users", named("u", "user", target.user())));
    }

    private static ListValue named(String name, String item, MapValue value) {
      return ListValue.of(MapValue.of("name", Value.text(name)).with(item, value));
    }
  }
}
