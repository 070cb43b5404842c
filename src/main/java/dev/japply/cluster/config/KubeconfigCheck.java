package dev.japply.cluster.config;

import dev.japply.problem.MaskedUrl;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Validates the cluster and the user of a kubeconfig. All errors are reported together, in
/// `kubectl`'s format.
///
/// @param clusterName the cluster's name in the kubeconfig; empty if only flags describe it
/// @param cluster the cluster's entry, flags included
/// @param userName the user's name in the kubeconfig; empty if only flags describe it
/// @param user the user's entry, flags included
record KubeconfigCheck(String clusterName, MapValue cluster, String userName, MapValue user) {
  private static final Set<String> MODES = Set.of("Never", "IfAvailable", "Always");

  /// Throws an exception if there are errors.
  void run() {
    var wrong = new ArrayList<String>();
    checkCertificate(wrong);
    checkExec(wrong);
    checkMethods(wrong);
    checkCluster(wrong);
    if (!wrong.isEmpty()) {
      throw Kubeconfig.unusable(String.join("; ", wrong), "");
    }
  }

  private void checkCluster(List<String> wrong) {
    String proxy = cluster.text("proxy-url");
    if (!proxy.isEmpty() && Proxies.refusal(proxy).isPresent()) {
      wrong.add(
          "invalid 'proxy-url' \"%s\" for cluster \"%s\": %s"
              .formatted(MaskedUrl.of(proxy), clusterName, Proxies.refusal(proxy).get()));
    }
    if (both(cluster, "certificate-authority")) {
      wrong.add(
          "certificate-authority-data and certificate-authority are both specified for %s"
              .formatted(clusterName));
    }
    checkFile(wrong, cluster, "certificate-authority", "certificate-authority", clusterName);
  }

  private void checkCertificate(List<String> wrong) {
    if (!Kubeconfig.hasPem(user, "client-certificate")) {
      return;
    }
    if (both(user, "client-certificate")) {
      wrong.add("client-cert-data and client-cert are both specified for " + userName);
    }
    if (both(user, "client-key")) {
      wrong.add("client-key-data and client-key are both specified for " + userName);
    }
    if (!Kubeconfig.hasPem(user, "client-key")) {
      wrong.add(
          "client-key-data or client-key must be specified for %s to use the clientCert"
                  .formatted(userName)
              + " authentication method");
    }
    checkFile(wrong, user, "client-certificate", "client-cert", userName);
    checkFile(wrong, user, "client-key", "client-key", userName);
  }

  private static boolean both(MapValue entry, String key) {
    return !entry.text(key).isEmpty() && !entry.text(key + "-data").isEmpty();
  }

  private static void checkFile(
      List<String> wrong, MapValue entry, String key, String what, String name) {
    String file = entry.text(key);
    if (!file.isEmpty() && !Files.isReadable(Path.of(file))) {
      String why = Files.exists(Path.of(file)) ? "permission denied" : "no such file or directory";
      wrong.add(
          "unable to read %s %s for %s due to open %s: %s".formatted(what, file, name, file, why));
    }
  }

  private void checkExec(List<String> wrong) {
    if (!user.has("exec")) {
      return;
    }
    MapValue exec = user.map("exec");
    if (user.has("auth-provider")) {
      wrong.add(
          "authProvider cannot be provided in combination with an exec plugin for " + userName);
    }
    for (String key : List.of("command", "apiVersion")) {
      if (exec.text(key).isEmpty()) {
        wrong.add(forExec(key));
      }
    }
    if (exec.maps("env").stream().anyMatch(variable -> variable.text("name").isEmpty())) {
      wrong.add(forExec("env variable name"));
    }
    String mode = Kubeconfig.interactiveMode(exec);
    if (mode.isEmpty()) {
      wrong.add(forExec("interactiveMode"));
    } else if (!MODES.contains(mode)) {
      wrong.add("invalid interactiveMode for %s: \"%s\"".formatted(userName, mode));
    }
  }

  private String forExec(String what) {
    return "%s must be specified for %s to use exec authentication plugin"
        .formatted(what, userName);
  }

  private void checkMethods(List<String> wrong) {
    boolean basic = !user.text("username").isEmpty() || !user.text("password").isEmpty();
    if (!user.text("token").isEmpty() && basic) {
      wrong.add(
          "more than one authentication method found for %s; found [token basicAuth], only one is"
                  .formatted(userName)
              + " allowed");
    }
    boolean more = user.has("as-uid") || user.has("as-groups") || user.has("as-user-extra");
    if (more && user.text("as").isEmpty()) {
      wrong.add(
          "requesting uid, groups or user-extra for %s without impersonating a user"
              .formatted(userName));
    }
  }
}
