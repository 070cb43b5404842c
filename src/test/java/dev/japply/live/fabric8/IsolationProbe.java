package dev.japply.live.fabric8;

import dev.japply.live.kubeconfig.ConnectionOptions;

/// Creates an object with the environment as it is, and prints the namespace that it took.
final class IsolationProbe {
  private IsolationProbe() {}

  /// Runs in a process of its own.
  public static void main(String[] args) {
    try (var cluster =
        ClusterFactory.connect(
            ConnectionOptions.DEFAULT, System.getenv(), Loopback.NO_SCHEMAS, warning -> {})) {
      String namespace = cluster.defaultNamespace();
      cluster.create(Loopback.CONFIG_MAPS, namespace, Loopback.OBJECT, Loopback.OPTIONS);
      System.out.println(namespace);
    }
  }
}
