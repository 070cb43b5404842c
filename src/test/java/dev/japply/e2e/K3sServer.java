package dev.japply.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.testcontainers.k3s.K3sContainer;
import org.testcontainers.utility.DockerImageName;

/// The API server of k3s in a container, for machines with Docker and without Go.
///
/// Untested: there was no container engine where this was written.
final class K3sServer implements ApiServer {
  private static final String IMAGE = "rancher/k3s:v1.37.2-k3s1";

  private final K3sContainer container;
  private final Path kubeconfig;

  private K3sServer(K3sContainer container, Path kubeconfig) {
    this.container = container;
    this.kubeconfig = kubeconfig;
  }

  /// Starts the container, and waits until it can be used.
  static K3sServer start(Path directory) throws IOException {
    var container = new K3sContainer(DockerImageName.parse(IMAGE));
    container.setPortBindings(List.of("127.0.0.1::" + K3sContainer.KUBE_SECURE_PORT));
    container.start();
    Path kubeconfig = directory.resolve("kubeconfig");
    Files.writeString(kubeconfig, container.getKubeConfigYaml());
    return new K3sServer(container, kubeconfig);
  }

  @Override
  public Path kubeconfig() {
    return kubeconfig;
  }

  @Override
  public Optional<Path> viewerKubeconfig() {
    return Optional.empty();
  }

  @Override
  public boolean outlivesTests() {
    return false;
  }

  @Override
  public void close() {
    container.stop();
  }
}
