package dev.japply.e2e;

import dev.japply.Program;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/// Tests of a Deployment `web` on a real API server, each in a namespace of its own.
abstract class WebOnServer {
  final TestCluster server;
  final String namespace;
  @TempDir private Path home;

  WebOnServer(TestCluster server) {
    this.server = server;
    this.namespace = server.newNamespace();
  }

  /// Runs a command of japply with the manifest.
  Program.Said on(String command, String manifest, String... flags) {
    String[] args =
        Stream.concat(Stream.of(command, "-f", "-"), Stream.of(flags)).toArray(String[]::new);
    return server.japply(home, namespace, manifest, args);
  }

  /// Returns a field of the live Deployment, as JSONPath prints it.
  String live(String path) {
    return server
        .kubectl("get", "deployment/web", "-n", namespace, "-o", "jsonpath={" + path + "}")
        .orFail()
        .out();
  }

  /// Runs kubectl in the namespace.
  void kubectl(String... args) {
    server
        .kubectl(Stream.concat(Stream.of(args), Stream.of("-n", namespace)).toArray(String[]::new))
        .orFail();
  }

  void scale(int replicas) {
    kubectl("scale", "deployment/web", "--replicas=" + replicas);
  }
}
