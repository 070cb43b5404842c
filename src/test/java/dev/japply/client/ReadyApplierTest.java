package dev.japply.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.Cases;
import dev.japply.client.ReadyResult.Cause;
import dev.japply.client.ReadyResult.NotReady;
import dev.japply.client.ReadyResult.Ready;
import dev.japply.client.ReadyResult.Status;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import dev.japply.problem.JapplyException;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.okhttp.OkHttpClientFactory;
import io.fabric8.kubernetes.client.vertx.VertxHttpClientFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Programs wait for readiness through their own client, on nodes that are played.
@Tag("sampled")
@UsesTestCluster(nodes = 2)
@Timeout(120)
@ParameterizedClass
@MethodSource("factories")
final class ReadyApplierTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final TestCluster cluster;
  private final KubernetesClient client;
  private final String namespace;

  ReadyApplierTest(HttpClient.Factory factory, TestCluster cluster) {
    this.cluster = cluster;
    this.namespace = cluster.newNamespace();
    Config config = Config.fromKubeconfig(cluster.kubeconfig().toFile());
    config.setNamespace(namespace);
    this.client =
        new KubernetesClientBuilder().withConfig(config).withHttpClientFactory(factory).build();
  }

  static List<Named<HttpClient.Factory>> factories() {
    return Cases.some(
        List.of(
            Named.of("JDK", new JdkHttpClientFactory()),
            Named.of("OkHttp", new OkHttpClientFactory()),
            Named.of("Vert.x", new VertxHttpClientFactory())));
  }

  @AfterEach
  void close() {
    client.close();
  }

  /// @param notes what the Pods do other than to run
  private static Manifests deployment(String name, String notes) {
    return Manifests.read(
        name,
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: %1$s}
        spec:
          replicas: 2
          selector: {matchLabels: {app: %1$s}}
          template:
            metadata: {labels: {app: %1$s}, annotations: {%2$s}}
            spec: {containers: [{name: main, image: "registry.example.com/app:1"}]}
        """
            .formatted(name, notes));
  }

  @Test
  void waitsUntilAllIsReady() {
    Applier applier = Applier.with(client);
    Manifests web = deployment("web", "e2e.japply.dev/delay: 300ms");
    applier.apply(web);

    List<ReadyResult> results = applier.waitUntilReady(web, LONG);

    assertThat(results).singleElement().isInstanceOf(Ready.class);
    assertThat(results.getFirst().key().namespace()).isEqualTo(namespace);
    String ready = "jsonpath={.status.readyReplicas}";
    assertThat(cluster.kubectl("get", "deploy", "web", "-n", namespace, "-o", ready).orFail().out())
        .isEqualTo("2");
    assertThat(applier.waitUntilReady(web, Duration.ZERO)).isEqualTo(results);
    assertThat(applier.waitUntilReady(Manifests.of(), LONG)).isEmpty();
  }

  @Test
  void tellsWhyAnObjectIsNotReady() {
    Applier applier = Applier.with(client);
    Manifests broken = deployment("broken", "e2e.japply.dev/pod: pull");
    applier.apply(broken);
    Instant end = Instant.now().plus(LONG);
    Cause cause;
    do {
      List<ReadyResult> results = applier.waitUntilReady(broken, Duration.ofMillis(300));
      assertThat(results).singleElement().isInstanceOf(NotReady.class);
      var result = (NotReady) results.getFirst();
      assertThat(result.status()).isIn(Status.IN_PROGRESS, Status.FAILED);
      cause = result.cause();
    } while (!cause.pod().contains("Pull") && Instant.now().isBefore(end));
    assertThat(cause.pod()).contains("container main: ").contains("Pull");
  }

  @Test
  void objectsWithoutATypeOrThatAreMissingHaveAResult() {
    Manifests objects =
        Manifests.read(
            "objects",
            """
            {apiVersion: example.com/v1, kind: Unknown, metadata: {name: a}}
            ---
            {apiVersion: v1, kind: ConfigMap, metadata: {name: missing}}
            """);
    List<ReadyResult> results =
        Applier.with(client).waitUntilReady(objects, Duration.ofMillis(200));
    assertThat(results).hasSize(2);
    assertThat(results.getFirst()).isInstanceOf(ReadyResult.Failed.class);
    assertThat(results.getLast())
        .isInstanceOfSatisfying(
            NotReady.class, missing -> assertThat(missing.status()).isEqualTo(Status.NOT_FOUND));
  }

  @Test
  void anInterruptEndsTheWait() throws InterruptedException {
    var missing = Manifests.read("a", "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}");
    var results = new AtomicReference<List<ReadyResult>>();
    var stayed = new AtomicReference<Boolean>();
    Thread waiting =
        Thread.ofPlatform()
            .start(() -> {
              results.set(Applier.with(client).waitUntilReady(missing, Duration.ofMinutes(10)));
              stayed.set(Thread.currentThread().isInterrupted());
            });
    Thread.sleep(1000);
    waiting.interrupt();
    waiting.join(LONG);
    assertThat(results.get()).singleElement().isInstanceOf(NotReady.class);
    assertThat(stayed.get()).isTrue();
  }

  @Test
  void aServerThatCannotBeReachedIsOneError() {
    Config config = Config.fromKubeconfig(cluster.kubeconfig().toFile());
    config.setMasterUrl("https://localhost:1/");
    config.setRequestRetryBackoffLimit(0);
    try (KubernetesClient lost = new KubernetesClientBuilder().withConfig(config).build()) {
      Applier applier = Applier.with(lost);
      Manifests objects = deployment("a", "");
      assertThatThrownBy(() -> applier.waitUntilReady(objects, LONG))
          .isInstanceOf(JapplyException.class);
    }
  }
}
