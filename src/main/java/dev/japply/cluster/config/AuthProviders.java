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
import org.jspecify.annotations.Nullable;

/// Gets the token of an `auth-provider` entry. fabric8 does it, from a kubeconfig of only this
/// user.
final class AuthProviders {
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
