package dev.japply.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.Cases;
import dev.japply.client.ApplyOptions.DryRun;
import dev.japply.client.ApplyResult.Outcome;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import dev.japply.problem.JapplyException;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.okhttp.OkHttpClientFactory;
import io.fabric8.kubernetes.client.vertx.VertxHttpClientFactory;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Programs apply through their own client, whichever HTTP client that has; `make test` has the
/// JDK's alone.
@Tag("sampled")
@UsesTestCluster
@ParameterizedClass
@MethodSource("factories")
final class ApplierTest {
  private static final String SIDECAR =
      "{\"spec\":{\"template\":{\"spec\":{\"containers\":["
          + "{\"name\":\"sidecar\",\"image\":\"s:1\"}]}}}}";

  private final HttpClient.Factory factory;
  private final TestCluster cluster;
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final KubernetesClient client;
  private final String namespace;

  ApplierTest(HttpClient.Factory factory, TestCluster cluster) {
    this.factory = factory;
    this.cluster = cluster;
    this.namespace = cluster.newNamespace();
    this.client = newClient();
  }

  static List<Named<HttpClient.Factory>> factories() {
    return Cases.some(
        List.of(
            Named.of("JDK", new JdkHttpClientFactory()),
            Named.of("OkHttp", new OkHttpClientFactory()),
            Named.of("Vert.x", new VertxHttpClientFactory())));
  }

  private KubernetesClient newClient() {
    Config config = Config.fromKubeconfig(cluster.kubeconfig().toFile());
    config.setNamespace(namespace);
    return new KubernetesClientBuilder()
        .withConfig(config)
        .withHttpClientFactory(factory)
        .withHttpClientBuilderConsumer(
            builder -> builder.addOrReplaceInterceptor("recorded", recorder()))
        .build();
  }

  private Interceptor recorder() {
    return new Interceptor() {
      @Override
      public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        requests.add(request.method() + " " + request.uri().getPath());
      }
    };
  }

  @AfterEach
  void close() {
    client.close();
  }

  private static ConfigMap configMap(String name, Map<String, String> data) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withData(data)
        .build();
  }

  private static List<Outcome> outcomes(List<ApplyResult> results) {
    var outcomes = new ArrayList<Outcome>();
    for (ApplyResult result : results) {
      assertThat(result).isInstanceOf(ApplyResult.Applied.class);
      outcomes.add(((ApplyResult.Applied) result).outcome());
    }
    return outcomes;
  }

  @Test
  void appliesCreatesChangesAndLeavesAlone() {
    Applier applier = Applier.with(client);
    var first = Manifests.of(configMap("a", Map.of("k", "1", "gone", "x")));
    assertThat(outcomes(applier.apply(first))).containsExactly(Outcome.CREATED);
    assertThat(outcomes(applier.apply(first))).containsExactly(Outcome.UNCHANGED);

    client
        .configMaps()
        .withName("a")
        .edit(map -> {
          map.getData().put("theirs", "y");
          return map;
        });
    var second = Manifests.of(configMap("a", Map.of("k", "2")));
    List<ApplyResult> results = applier.apply(second);

    assertThat(outcomes(results)).containsExactly(Outcome.CONFIGURED);
    assertThat(client.configMaps().withName("a").get().getData())
        .isEqualTo(Map.of("k", "2", "theirs", "y"));
    var applied = (ApplyResult.Applied) results.getFirst();
    assertThat(applier.read(applied.object(), ConfigMap.class).getData())
        .isEqualTo(Map.of("k", "2", "theirs", "y"));
    assertThat(applied.key().namespace()).isEqualTo(namespace);
    assertThat(client.getHttpClient().isClosed()).isFalse();
  }

  @Test
  void mergesListsByTheirKeys() {
    Applier applier = Applier.with(client);
    outcomes(applier.apply(Manifests.of(deployment("web:1"))));
    client
        .apps()
        .deployments()
        .withName("web")
        .patch(PatchContext.of(PatchType.STRATEGIC_MERGE), SIDECAR);

    assertThat(outcomes(applier.apply(Manifests.of(deployment("web:2")))))
        .containsExactly(Outcome.CONFIGURED);

    var after = client.apps().deployments().withName("web").get();
    assertThat(after.getSpec().getTemplate().getSpec().getContainers())
        .extracting(container -> container.getName() + " " + container.getImage())
        .containsExactlyInAnyOrder("web web:2", "sidecar s:1");
  }

  private static Deployment deployment(String image) {
    return new DeploymentBuilder()
        .withNewMetadata()
        .withName("web")
        .endMetadata()
        .withNewSpec()
        .withNewSelector()
        .addToMatchLabels("app", "web")
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .addToLabels("app", "web")
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("web")
        .withImage(image)
        .endContainer()
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }

  @Test
  void kubectlGoesOnWithWhatWasApplied() {
    String text =
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: shared, namespace: %s}
        data: {k: "1"}
        """
            .formatted(namespace);
    outcomes(Applier.with(client).apply(Manifests.read("shared.yaml", text)));

    String said = cluster.kubectl(text, List.of("apply", "-f", "-")).orFail().out();

    assertThat(said).isEqualTo("configmap/shared unchanged\n");
  }

  @Test
  void customResourcesKeepUnknownFieldsAndBigIntegers() {
    String http = factory.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    String group = http + namespace.replaceAll("\\D", "") + ".example.com";
    String kind = definition(group);
    GenericKubernetesResource big =
        new GenericKubernetesResourceBuilder()
            .withApiVersion(group + "/v1")
            .withKind(kind)
            .withNewMetadata()
            .withName("big")
            .endMetadata()
            .addToAdditionalProperties(
                "spec",
                Map.of("number", new BigInteger("9007199254740993"), "free", List.of(1, "b")))
            .build();
    Applier applier = Applier.with(client);

    assertThat(outcomes(applier.apply(Manifests.of(big)))).containsExactly(Outcome.CREATED);
    List<ApplyResult> again = applier.apply(Manifests.of(big));

    assertThat(outcomes(again)).containsExactly(Outcome.UNCHANGED);
    MapValue spec = ((ApplyResult.Applied) again.getFirst()).object().map("spec");
    assertThat(spec).isEqualTo(Json.parse("{\"number\":9007199254740993,\"free\":[1,\"b\"]}"));
    GenericKubernetesResource read = applier.read(applied(again), GenericKubernetesResource.class);
    assertThat(read.<Object>get("spec", "number")).isEqualTo(9007199254740993L);
    assertThat(Manifests.of(read).objects().getFirst().tree().map("spec")).isEqualTo(spec);
    var trees = Manifests.ofTrees(List.of(Manifests.of(big).objects().getFirst().tree()));
    assertThat(outcomes(applier.apply(trees))).containsExactly(Outcome.UNCHANGED);
    assertThat(
            outcomes(
                applier.apply(
                    Manifests.read("big.json", client.getKubernetesSerialization().asJson(big)))))
        .containsExactly(Outcome.UNCHANGED);
  }

  private static MapValue applied(List<ApplyResult> results) {
    return ((ApplyResult.Applied) results.getFirst()).object();
  }

  /// Defines a type in the same run as a first object of it, and gives its kind.
  private String definition(String group) {
    String text =
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: bigs.%1$s}
        spec:
          group: %1$s
          scope: Namespaced
          names: {plural: bigs, singular: big, kind: Big, listKind: BigList}
          versions:
          - name: v1
            served: true
            storage: true
            schema:
              openAPIV3Schema:
                type: object
                properties:
                  spec: {type: object, x-kubernetes-preserve-unknown-fields: true}
        ---
        apiVersion: %1$s/v1
        kind: Big
        metadata: {name: first}
        """
            .formatted(group);
    assertThat(outcomes(Applier.with(client).apply(Manifests.read("crd.yaml", text))))
        .containsExactly(Outcome.CREATED, Outcome.CREATED);
    return "Big";
  }

  /// A class of fabric8 that does not know a field yet passes it on, so that the server sees it.
  @Test
  void fieldsThatAClassDoesNotKnowAreSent() {
    Deployment newer = deployment("web:1");
    newer.getSpec().setAdditionalProperty("newField", new BigInteger("1180591620717411303424"));

    List<ApplyResult> results = Applier.with(client).apply(Manifests.of(newer));

    assertThat(results)
        .singleElement()
        .isInstanceOfSatisfying(
            ApplyResult.Failed.class,
            failed ->
                assertThat(failed.problems().toString()).contains("unknown field", "newField"));
    assertThat(GoJson.write(Manifests.of(newer).objects().getFirst().tree()))
        .contains("\"newField\":1180591620717411303424");
  }

  @Test
  void oneFailureDoesNotKeepTheOthersFromBeingApplied() {
    String text =
        """
        {apiVersion: v1, kind: ConfigMap, metadata: {name: bad}, dta: {k: v}}
        ---
        {apiVersion: no.such/v1, kind: Thing, metadata: {name: thing}}
        ---
        {apiVersion: v1, kind: ConfigMap, metadata: {name: good}, data: {k: v}}
        """;

    List<ApplyResult> results = Applier.with(client).apply(Manifests.read("three.yaml", text));

    assertThat(results).hasSize(3);
    assertThat(results.get(0))
        .isInstanceOfSatisfying(
            ApplyResult.Failed.class,
            failed ->
                assertThat(failed.problems())
                    .singleElement()
                    .asString()
                    .contains(
                        "three.yaml:1: ConfigMap " + namespace + "/bad: ",
                        "unknown field \"dta\""));
    assertThat(results.get(1))
        .isInstanceOfSatisfying(
            ApplyResult.Failed.class,
            failed ->
                assertThat(failed.problems().toString()).contains("no matches for kind \"Thing\""));
    assertThat(results.get(2))
        .isInstanceOfSatisfying(
            ApplyResult.Applied.class,
            applied -> assertThat(applied.outcome()).isEqualTo(Outcome.CREATED));
    assertThat(client.configMaps().withName("bad").get()).isNull();
  }

  @Test
  void dryRunsAndDiffChangeNothing() {
    var manifests = Manifests.of(configMap("a", Map.of("k", "1")));
    Applier applier = Applier.with(client);
    for (DryRun dryRun : List.of(DryRun.CLIENT, DryRun.SERVER)) {
      Applier dry = applier.with(ApplyOptions.DEFAULT.withDryRun(dryRun));
      assertThat(outcomes(dry.apply(manifests))).containsExactly(Outcome.CREATED);
      assertThat(dry.diff(manifests))
          .singleElement()
          .isInstanceOfSatisfying(
              DiffResult.Changed.class,
              changed -> {
                assertThat(changed.before()).isEmpty();
                assertThat(changed.text()).contains("+  k: \"1\"");
              });
    }
    assertThat(client.configMaps().withName("a").get()).isNull();

    outcomes(applier.apply(manifests));

    assertThat(applier.diff(manifests)).singleElement().isInstanceOf(DiffResult.Same.class);
    assertThat(applier.diff(Manifests.of(configMap("a", Map.of("k", "2")))))
        .singleElement()
        .isInstanceOfSatisfying(
            DiffResult.Changed.class,
            changed -> assertThat(changed.text()).contains("-  k: \"1\"", "+  k: \"2\""));
  }

  @Test
  void allRequestsGoThroughTheClient() {
    var maps =
        IntStream.range(0, 20)
            .mapToObj(number -> configMap("m" + number, Map.of("k", "1")))
            .toList();
    Applier applier = Applier.with(client);
    outcomes(applier.apply(Manifests.of(maps)));
    requests.clear();

    assertThat(outcomes(applier.apply(Manifests.of(maps)))).containsOnly(Outcome.UNCHANGED);

    assertThat(requests).contains("GET /api/v1/namespaces/" + namespace + "/configmaps");
    assertThat(requests).hasSizeLessThan(6).allMatch(request -> request.startsWith("GET "));
  }

  /// Servers compress responses of more than 128 KiB.
  @Test
  void largeResponsesAreRead() {
    String text = "0123456789".repeat(2_000);
    var maps =
        IntStream.range(0, 20)
            .mapToObj(number -> configMap("large" + number, Map.of("k", text + number)))
            .toList();
    Applier applier = Applier.with(client);
    outcomes(applier.apply(Manifests.of(maps)));
    assertThat(outcomes(applier.apply(Manifests.of(maps)))).containsOnly(Outcome.UNCHANGED);
    var one = configMap("one", Map.of("k", text.repeat(12)));
    Applier serverSide = applier.with(ApplyOptions.DEFAULT.withServerSide(ServerSide.STRICT));
    serverSide.apply(Manifests.of(one));
    assertThat(outcomes(serverSide.apply(Manifests.of(one)))).containsOnly(Outcome.UNCHANGED);
  }

  @Test
  void aServerThatCannotBeAskedIsOneError() {
    Config config = Config.fromKubeconfig(cluster.kubeconfig().toFile());
    config.setMasterUrl("https://localhost:1/");
    config.setRequestRetryBackoffLimit(0);
    try (KubernetesClient lost =
        new KubernetesClientBuilder().withConfig(config).withHttpClientFactory(factory).build()) {
      var manifests = Manifests.of(configMap("a", Map.of()));
      assertThatThrownBy(() -> Applier.with(lost).apply(manifests))
          .isInstanceOf(JapplyException.class);
      assertThatThrownBy(() -> Applier.with(lost).diff(manifests))
          .isInstanceOf(JapplyException.class);
    }
  }

  @Test
  void nothingComesOfNothing() {
    assertThat(Applier.with(client).apply(Manifests.of())).isEmpty();
    assertThat(Applier.with(client).diff(Manifests.of())).isEmpty();
  }

  @Test
  void textThatHoldsNoObjectIsAnErrorWithItsLine() {
    assertThatThrownBy(() -> Manifests.read("bad.yaml", "a: b: c"))
        .isInstanceOf(JapplyException.class)
        .hasMessageContaining("bad.yaml:1");
  }
}
