package dev.japply.live.fabric8;

import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import dev.japply.live.Cluster;
import dev.japply.live.ClusterContract;
import dev.japply.live.kubeconfig.ConnectionOptions;
import dev.japply.schema.SchemaDocument;
import java.util.Map;
import java.util.Set;

/// The contract on a real API server.
@UsesTestCluster
class ServerContractTest extends ClusterContract {
  private final TestCluster server;

  ServerContractTest(TestCluster server) {
    this.server = server;
  }

  @Override
  protected Cluster open() {
    return ClusterFactory.connect(
        ConnectionOptions.of(server.kubeconfig().toString()),
        Map.of(),
        (hash, document) -> new SchemaDocument(Map.of(), Map.of(), Set.of()),
        warning -> {});
  }

  @Override
  protected String emptyNamespace() {
    return server.newNamespace();
  }
}
