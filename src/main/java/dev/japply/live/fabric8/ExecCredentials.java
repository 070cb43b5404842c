package dev.japply.live.fabric8;

import dev.japply.live.ClusterException;
import dev.japply.live.ClusterException.Kind;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Asks a credential plugin, or an `auth-provider` entry, who we are. fabric8 does it, from a
/// kubeconfig of just this user; the plugin runs once per process.
final class ExecCredentials {
  private ExecCredentials() {}

  static void fill(Config config, Target target) {
    Config asked = ask(target);
    String token = asked.getAutoOAuthToken();
    boolean certificate = asked.getClientCertData() != null && asked.getClientKeyData() != null;
    if ((token == null || token.isEmpty()) && !certificate) {
      throw failed("no token and no certificate came back", null);
    }
    if (token != null && !token.isEmpty()) {
      config.setOauthToken(token);
    }
    config.setClientCertData(asked.getClientCertData());
    config.setClientKeyData(asked.getClientKeyData());
  }

  private static Config ask(Target target) {
    Config asked = Config.empty();
    try {
      KubeConfigUtils.merge(asked, null, KubeConfigUtils.parseConfigFromString(kubeconfig(target)));
      return asked;
    } catch (KubernetesClientException e) {
      throw failed(String.valueOf(e.getMessage()), e);
    }
  }

  private static ClusterException failed(String why, @Nullable Exception cause) {
    return new ClusterException(
        Kind.CONFIGURATION,
        "getting credentials: exec: " + why,
        "run the kubeconfig's credential command by hand to see what it says",
        cause);
  }

  private static String kubeconfig(Target target) {
    var context = MapValue.of("cluster", Value.text("c")).with("user", Value.text("u"));
    var cluster = MapValue.of("server", Value.text(target.server().toString()));
    return GoJson.write(
        MapValue.of("current-context", Value.text("x"))
            .with("contexts", named("x", "context", context))
            .with("clusters", named("c", "cluster", cluster))
            .with("users", named("u", "user", withInfo(target))));
  }

  private static ListValue named(String name, String item, MapValue value) {
    return ListValue.of(MapValue.of("name", Value.text(name)).with(item, value));
  }

  /// The user with `KUBERNETES_EXEC_INFO` in the plugin's environment, which fabric8 leaves out and
  /// some plugins insist on.
  private static MapValue withInfo(Target target) {
    MapValue user = target.user();
    MapValue exec = user.map("exec");
    if (exec.isEmpty()) {
      return user;
    }
    List<Value> variables = new ArrayList<>();
    if (exec.get("env") instanceof ListValue(List<Value> own)) {
      variables.addAll(own);
    }
    variables.add(
        MapValue.of("name", Value.text("KUBERNETES_EXEC_INFO"))
            .with("value", Value.text(GoJson.write(info(target, exec)))));
    return user.with("exec", exec.with("env", new ListValue(variables)));
  }

  private static MapValue info(Target target, MapValue exec) {
    MapValue spec = MapValue.of("interactive", Value.FALSE);
    if (exec.text("provideClusterInfo").equals("true")) {
      MapValue cluster = target.cluster();
      spec =
          spec.with(
              "cluster",
              MapValue.of("server", Value.text(target.server().toString()))
                  .with(
                      "certificate-authority-data",
                      Value.text(cluster.text("certificate-authority-data"))));
    }
    return MapValue.of("apiVersion", Value.text(exec.text("apiVersion")))
        .with("kind", Value.text("ExecCredential"))
        .with("spec", spec);
  }
}
