package dev.japply.cluster.config;

import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.Base64;
import java.util.List;

/// Creates the value of `KUBERNETES_EXEC_INFO`: an `ExecCredential`. Its spec states whether the
/// plugin may prompt the user and, if the kubeconfig requires it, describes the cluster.
final class ExecInfo {
  private static final String EXTENSION = "client.authentication.k8s.io/exec";

  private ExecInfo() {}

  static String text(ClusterConfig config, boolean interactive) {
    MapValue exec = config.user().map("exec");
    MapValue spec =
        Kubeconfig.flag(exec, "provideClusterInfo")
            ? MapValue.of("cluster", cluster(config))
            : MapValue.EMPTY;
    return GoJson.write(
        MapValue.of("kind", Value.text("ExecCredential"))
            .with("apiVersion", Value.text(exec.text("apiVersion")))
            .with("spec", spec.with("interactive", Value.bool(interactive))));
  }

  private static MapValue cluster(ClusterConfig config) {
    MapValue own = config.cluster();
    MapValue info = MapValue.of("server", Value.text(config.server().toString()));
    for (String key : List.of("tls-server-name", "proxy-url")) {
      info = own.text(key).isEmpty() ? info : info.with(key, Value.text(own.text(key)));
    }
    for (String key : List.of("insecure-skip-tls-verify", "disable-compression")) {
      info = Kubeconfig.flag(own, key) ? info.with(key, Value.TRUE) : info;
    }
    var authority = TlsConfig.pem(own, "certificate-authority");
    if (authority.isPresent()) {
      String text = Base64.getEncoder().encodeToString(authority.get());
      info = info.with("certificate-authority-data", Value.text(text));
    }
    return info.with("config", config(own));
  }

  private static Value config(MapValue cluster) {
    for (MapValue extension : cluster.maps("extensions")) {
      if (extension.text("name").equals(EXTENSION)
          && extension.get("extension") instanceof Value value) {
        return value;
      }
    }
    return Value.NULL;
  }
}
