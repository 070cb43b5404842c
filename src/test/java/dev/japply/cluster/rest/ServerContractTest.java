package dev.japply.cluster.rest;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterContract;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.config.Environment;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import java.util.Map;

/// The contract on a real API server.
@UsesTestCluster
class ServerContractTest extends ClusterContract {
  private final TestCluster server;

  ServerContractTest(TestCluster server) {
    this.server = server;
  }

  @Override
  protected Cluster open() {
    return Loopback.connect(
        ConnectionOptions.of(server.kubeconfig().toString()), Environment.of(Map.of()));
  }

  @Override
  protected String emptyNamespace() {
    return server.newNamespace();
  }
}
