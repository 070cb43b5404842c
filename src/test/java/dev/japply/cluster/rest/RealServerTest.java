package dev.japply.cluster.rest;

import static dev.japply.cluster.rest.Loopback.CONFIG_MAPS;
import static dev.japply.cluster.rest.Loopback.DEPLOYMENTS;
import static dev.japply.cluster.rest.Loopback.NOWHERE;
import static dev.japply.cluster.rest.Loopback.NO_SCHEMAS;
import static dev.japply.cluster.rest.Loopback.OPTIONS;
import static dev.japply.cluster.rest.Loopback.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.WriteOptions;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.config.ConnectionOptions.Overrides;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import dev.japply.object.Gvk;
import dev.japply.schema.SchemaDocument;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What only a real API server can show: its own words, and kubectl's beside japply's.
@UsesTestCluster
class RealServerTest {
  private final TestCluster server;
  @TempDir private Path directory;

  RealServerTest(TestCluster server) {
    this.server = server;
  }

  @Test
  void whoMayNotIsToldInTheServersWords() {
    String namespace = server.newNamespace();
    ClusterException error =
        failure(
            ConnectionOptions.of(server.viewerKubeconfig().toString()),
            cluster -> cluster.create(CONFIG_MAPS, namespace, configMap("c"), OPTIONS));
    assertThat(error.status()).isEqualTo(403);
    assertThat(error.reason()).isEqualTo("Forbidden");
    TestCluster.Outcome kubectl =
        server.kubectl(
            "--kubeconfig",
            server.viewerKubeconfig().toString(),
            "create",
            "configmap",
            "c",
            "-n",
            namespace);
    assertThat(kubectl.err()).contains(error.getMessage());
  }

  @Test
  void whoIsUnknownIsToldAsByKubectl() {
    var overrides = Overrides.NONE.withUser("token", "wrong");
    ClusterException error =
        failure(
            ConnectionOptions.of(server.kubeconfig().toString()).withOverrides(overrides),
            cluster -> cluster.get(CONFIG_MAPS, "default", "c"));
    assertThat(error.kind()).isEqualTo(Kind.UNAUTHORIZED);
    TestCluster.Outcome kubectl =
        server.kubectl("--token", "wrong", "get", "--raw", "/api/v1/namespaces/default");
    assertThat(kubectl.err()).contains("error: " + error.getMessage());
  }

  @Test
  void anotherAuthorityIsRefusedAsByKubectl() throws Exception {
    TestCertificates other = TestCertificates.create("ip:127.0.0.1");
    Path authority = Files.writeString(directory.resolve("ca.crt"), other.authorityPem());
    Path kubeconfig = directory.resolve("kubeconfig");
    String text =
        Files.readString(server.kubeconfig())
            .replaceAll("certificate-authority-data: .*", "certificate-authority: " + authority);
    Files.writeString(kubeconfig, text);
    ClusterException error =
        failure(
            ConnectionOptions.of(kubeconfig.toString()),
            cluster -> cluster.get(CONFIG_MAPS, "default", "c"));
    assertThat(error.kind()).isEqualTo(Kind.TLS);
    TestCluster.Outcome kubectl =
        server.kubectl("--kubeconfig", kubeconfig.toString(), "get", "--raw", "/api");
    assertThat(kubectl.err()).contains(error.getMessage());
  }

  @Test
  void nobodyThereIsToldAsByKubectl() {
    var overrides = Overrides.NONE.withCluster("server", "http://127.0.0.1:1");
    ClusterException error =
        failure(
            ConnectionOptions.DEFAULT.withOverrides(overrides),
            cluster -> cluster.get(CONFIG_MAPS, "default", "c"));
    TestCluster.Outcome kubectl =
        server.kubectl("--server", "http://127.0.0.1:1", "get", "--raw", "/api");
    assertThat(kubectl.err()).contains(error.getMessage());
  }

  @Test
  void aVerdictOnFieldsArrives() {
    String namespace = server.newNamespace();
    MapValue wrong = configMap("c").with("dta", json("{}"));
    ClusterException strict =
        failure(
            ConnectionOptions.of(server.kubeconfig().toString()),
            cluster -> cluster.create(CONFIG_MAPS, namespace, wrong, OPTIONS));
    assertThat(strict.status()).isEqualTo(400);
    assertThat(strict).hasMessageContaining("strict decoding error: unknown field \"dta\"");

    var warnings = new ArrayList<String>();
    try (var cluster = connect(NO_SCHEMAS, warnings::add)) {
      cluster.create(CONFIG_MAPS, namespace, wrong, new WriteOptions("m", "Warn", false));
    }
    assertThat(warnings).containsExactly("unknown field \"dta\"");
  }

  @Test
  void aVerdictOnValuesHasItsCauses() {
    MapValue invalid = configMap("Not-A-Name");
    ClusterException error =
        failure(
            ConnectionOptions.of(server.kubeconfig().toString()),
            cluster -> cluster.create(CONFIG_MAPS, "default", invalid, OPTIONS));
    assertThat(error.status()).isEqualTo(422);
    assertThat(error.reason()).isEqualTo("Invalid");
    assertThat(error.details().text("kind")).isEqualTo("ConfigMap");
    assertThat(error.details().has("causes")).isTrue();
  }

  @Test
  void theFieldManagerIsWrittenDown() {
    String namespace = server.newNamespace();
    try (var cluster = connect(NO_SCHEMAS, warning -> {})) {
      MapValue created = cluster.create(CONFIG_MAPS, namespace, configMap("c"), OPTIONS);
      Value fields = (Value) created.map("metadata").get("managedFields");
      assertThat(GoJson.write(fields)).contains("\"manager\":\"manager\"");
    }
  }

  @Test
  void openApiDocumentsArriveWithTheirHash() {
    var read = new ArrayList<String>();
    SchemaSource source =
        (hash, document) -> {
          read.add(hash);
          var schemas = ((MapValue) document.get()).map("components").map("schemas");
          assertThat(schemas.has("io.k8s.api.apps.v1.Deployment")).isTrue();
          return new SchemaDocument(Map.of(), Map.of(), Set.of());
        };
    try (var cluster = connect(source, warning -> {})) {
      assertThat(cluster.resource(Gvk.of("apps/v1", "Deployment"))).contains(DEPLOYMENTS);
      cluster.schema(Gvk.of("apps/v1", "Deployment"));
      cluster.schema(Gvk.of("apps/v1", "StatefulSet"));
    }
    assertThat(read).singleElement().asString().hasSizeGreaterThan(32);
  }

  private RestCluster connect(SchemaSource schemas, Consumer<String> warnings) {
    return Loopback.connect(
        ConnectionOptions.of(server.kubeconfig().toString()), NOWHERE, schemas, warnings);
  }

  private static ClusterException failure(
      ConnectionOptions connection, Consumer<RestCluster> request) {
    try (var cluster = Loopback.connect(connection)) {
      return catchThrowableOfType(ClusterException.class, () -> request.accept(cluster));
    }
  }

  private static MapValue configMap(String name) {
    return json(
        "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'"
            + name
            + "'},'data':{'a':'1'}}");
  }
}
