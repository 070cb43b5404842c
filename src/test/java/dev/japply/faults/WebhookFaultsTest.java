package dev.japply.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.japply.cluster.rest.TestCertificates;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import dev.japply.faults.Relay.Exchange;
import dev.japply.faults.Session.Said;
import dev.japply.faults.Upstream.Answer;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// A real webhook that a real API server has to ask, and that is not responding yet: nobody
/// listens, or it is silent for longer than the server waits.
@UsesTestCluster
@DisabledIfSystemProperty(
    named = "japply.cluster",
    matches = ".+",
    disabledReason = "needs loopback")
class WebhookFaultsTest {
  private static final String CONFIGURATIONS =
      "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
  private static final String MANIFEST =
      """
      {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {k: one}}
      ---
      {apiVersion: v1, kind: ConfigMap, metadata: {name: b}, data: {k: one}}
      """;
  private static final int FOR_EVER = 1000;
  private static final String CALLED = "failed calling webhook \"late.example.com\"";

  private static TestCertificates certificates;

  private final TestCluster cluster;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger pauses = new AtomicInteger();
  @TempDir private Path home;
  private String namespace = "";
  private Upstream upstream;
  private Relay relay;
  private @Nullable HttpsServer webhook;
  private int port;

  /// Whether the webhook is silent for as long as it is asked.
  private volatile boolean silent;

  WebhookFaultsTest(TestCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeAll
  static void certify() throws Exception {
    certificates = TestCertificates.create("ip:127.0.0.1");
  }

  @BeforeEach
  void install() throws Exception {
    namespace = cluster.newNamespace();
    upstream = new Upstream(cluster.kubeconfig());
    relay = new Relay(upstream);
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    configure("\"url\":\"https://127.0.0.1:%d/\"".formatted(port), certificates);
  }

  /// Installs a webhook at `address`, whose certificate is signed by the authority of `trusted`.
  private void configure(String address, TestCertificates trusted) throws Exception {
    String authority = Base64.getEncoder().encodeToString(trusted.authorityPem().getBytes(UTF_8));
    String configuration =
        """
        {"apiVersion":"admissionregistration.k8s.io/v1","kind":"ValidatingWebhookConfiguration",
        "metadata":{"name":"%1$s"},"webhooks":[{"name":"late.example.com","sideEffects":"None",
        "admissionReviewVersions":["v1"],"timeoutSeconds":1,"failurePolicy":"Fail",
        "clientConfig":{%2$s,"caBundle":"%3$s"},
        "namespaceSelector":{"matchLabels":{"kubernetes.io/metadata.name":"%1$s"}},
        "rules":[{"apiGroups":[""],"apiVersions":["v1"],"operations":["CREATE","UPDATE","DELETE"],
        "resources":["configmaps"]}]}]}
        """
            .formatted(namespace, address, authority);
    assertThat(upstream.ask("POST", CONFIGURATIONS, "application/json", configuration).status())
        .isEqualTo(201);
    awaitRefusal("");
  }

  /// The server learns of the configuration a moment after it is stored.
  private void awaitRefusal(String why) throws InterruptedException {
    String probe =
        "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"probe\"}}";
    String target = "/api/v1/namespaces/" + namespace + "/configmaps?dryRun=All";
    Answer answer = upstream.ask("POST", target, "application/json", probe);
    while (answer.isSuccess() || !answer.object().text("message").contains(why)) {
      Thread.sleep(100);
      answer = upstream.ask("POST", target, "application/json", probe);
    }
  }

  private void removeConfiguration() {
    upstream.ask("DELETE", CONFIGURATIONS + "/" + namespace, "application/json", "");
  }

  @AfterEach
  void remove() throws IOException {
    removeConfiguration();
    relay.close();
    upstream.close();
    if (webhook != null) {
      webhook.stop(0);
    }
    threads.shutdownNow();
  }

  private void listen() {
    try {
      var server =
          HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
      server.setHttpsConfigurator(new HttpsConfigurator(certificates.context(List.of())));
      server.setExecutor(threads);
      server.createContext("/", this::review);
      server.start();
      webhook = server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private void review(HttpExchange exchange) throws IOException {
    try (exchange) {
      var review = (MapValue) Json.parse(exchange.getRequestBody().readAllBytes());
      while (silent) {
        Thread.sleep(10);
      }
      byte[] answer =
          """
          {"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview",
          "response":{"uid":"%s","allowed":true}}
          """
              .formatted(review.map("request").text("uid"))
              .getBytes(UTF_8);
      exchange.getResponseHeaders().add("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, answer.length);
      exchange.getResponseBody().write(answer);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Runs japply; after so many pauses the webhook answers.
  private Said apply(int ready, String... more) {
    relay.begin(Relay.Behaviour.FORWARD);
    pauses.set(0);
    var args = new ArrayList<>(List.of("apply", "-f", "-", "--concurrency=1"));
    args.addAll(List.of(more));
    return new Session(relay, home, namespace)
        .run(
            args,
            MANIFEST,
            () -> {
              if (pauses.incrementAndGet() == ready) {
                silent = false;
                if (webhook == null) {
                  listen();
                }
              }
            });
  }

  private List<String> writes() {
    return relay.exchanges().stream()
        .filter(exchange -> exchange.request().isWrite())
        .map(exchange -> exchange.request().method() + " " + status(exchange))
        .toList();
  }

  private static int status(Exchange exchange) {
    return exchange.answer() == null ? 0 : exchange.answer().status();
  }

  @Test
  void whoIsNotThereYetIsWaitedFor() {
    Said said = apply(2);
    assertThat(said.status()).as(said.err()).isZero();
    assertThat(said.out()).isEqualTo("configmap/a created\nconfigmap/b created\n");
    assertThat(said.err().lines().filter(line -> line.startsWith("Warning: ")))
        .singleElement()
        .asString()
        .isEqualTo(
            "Warning: STDIN:1: ConfigMap "
                + namespace
                + "/a: webhook \"late.example.com\" is not responding yet:"
                + " dial tcp 127.0.0.1:%1$d: connect: connection refused; trying again for 15 s",
            port);
    assertThat(writes()).containsExactly("POST 500", "POST 500", "POST 201", "POST 201");
  }

  @Test
  void whoIsTooSlowIsWaitedFor() {
    silent = true;
    listen();
    Said said = apply(1);
    assertThat(said.status()).as(said.err()).isZero();
    assertThat(writes()).containsExactly("POST 500", "POST 201", "POST 201");
  }

  @Test
  void whoNeverComesIsWaitedForOnce() {
    Said said = apply(FOR_EVER);
    assertThat(said.status()).isEqualTo(1);
    assertThat(said.out()).isEmpty();
    assertThat(pauses).hasValue(4);
    assertThat(said.err().lines().filter(line -> line.startsWith("error: ")))
        .satisfiesExactly(
            first -> assertThat(first).contains(named(), "nothing was changed"),
            second -> assertThat(second).endsWith(CALLED + ", as before"));
    assertThat(writes()).hasSize(6).containsOnly("POST 500");
    listen();
    assertThat(apply(FOR_EVER).out()).isEqualTo("configmap/a created\nconfigmap/b created\n");
  }

  @Test
  void aWebhookWithoutItsServiceIsNotWaitedFor() throws Exception {
    removeConfiguration();
    configure(
        "\"service\":{\"namespace\":\"%s\",\"name\":\"absent\"}".formatted(namespace),
        certificates);
    awaitRefusal("service \"absent\" not found");
    assertRefusedAtOnce("service \"absent\" not found", "create Service absent");
  }

  @Test
  void aWebhookWithACertificateThatIsNotTrustedIsNotWaitedFor() throws Exception {
    removeConfiguration();
    listen();
    configure(
        "\"url\":\"https://127.0.0.1:%d/\"".formatted(port),
        TestCertificates.create("ip:127.0.0.1"));
    awaitRefusal("x509: ");
    assertRefusedAtOnce("x509: ", "correct the caBundle");
  }

  private void assertRefusedAtOnce(String cause, String advice) {
    Said said = apply(FOR_EVER);
    assertThat(said.status()).isEqualTo(1);
    assertThat(pauses).hasValue(0);
    assertThat(writes()).containsExactly("POST 500", "POST 500");
    assertThat(said.err()).doesNotContain("Warning: ");
    assertThat(said.err().lines().filter(line -> line.startsWith("error: ")))
        .satisfiesExactly(
            first -> assertThat(first).contains(named(), cause, advice),
            second -> assertThat(second).endsWith(CALLED + ", as before"));
  }

  /// The webhook with its configuration.
  private String named() {
    return CALLED + " of ValidatingWebhookConfiguration " + namespace;
  }
}
