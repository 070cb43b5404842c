package dev.japply.e2e;

import java.nio.file.Path;
import java.util.Optional;

/// Where the API server of a [TestCluster] comes from.
sealed interface ApiServer extends AutoCloseable permits BuiltServer, CurrentServer, K3sServer {
  /// The kubeconfig file of an administrator, with all it needs in it.
  Path kubeconfig();

  /// The kubeconfig file of somebody who may only read, where the server comes with one.
  Optional<Path> viewerKubeconfig();

  /// Whether it serves others after the tests, which then have to clean up.
  boolean outlivesTests();

  @Override
  void close();
}
