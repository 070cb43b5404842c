package dev.japply.cluster.rest;

import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.config.Environment;

/// Creates an object with the environment as it is, and prints the namespace that it took.
final class IsolationProbe {
  private IsolationProbe() {}

  /// Runs in a process of its own.
  public static void main(String[] args) {
    try (var cluster =
        Loopback.connect(ConnectionOptions.DEFAULT, Environment.of(System.getenv()))) {
      String namespace = cluster.defaultNamespace();
      cluster.create(Loopback.CONFIG_MAPS, namespace, Loopback.OBJECT, Loopback.OPTIONS);
      System.out.println(namespace);
    }
  }
}
