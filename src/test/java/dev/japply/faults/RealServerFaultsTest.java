package dev.japply.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.Program;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.config.Environment;
import dev.japply.cluster.rest.Loopback;
import dev.japply.cluster.rest.TestCertificates;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What befalls a real API server, without a relay: it is killed or ended in the middle of an apply
/// and comes back, a client certificate expires, and an aggregated API has nobody behind it.
@Tag("server")
@EnabledIfSystemProperty(named = "japply.e2e", matches = ".+")
@Tag("verify")
@Order(1)
class RealServerFaultsTest {
  /// How often to ask for a permission that was granted.
  private static final int TRIES = 1500;

  private static final int OBJECTS = 200;
  private static final int KILLED_AFTER = 10;
  private static final long LIMIT = 2;

  /// A server that is ended may go on until all is done.
  private static final int MOST_TRIES = 5;

  /// How long the short-lived certificate is valid, in seconds.
  private static final int LIFE = 12;

  @TempDir private static Path directory;
  private static TestCertificates root;
  private static OwnServer server;

  @TempDir private Path home;

  @BeforeAll
  static void start() throws Exception {
    root = TestCertificates.create("dns:root");
    server =
        new OwnServer(
            Path.of(System.getProperty("japply.e2e"), "japply-e2e"),
            Files.createDirectory(directory.resolve("server")),
            root.authorityPem());
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  private static String manifest(String value) {
    return IntStream.range(0, OBJECTS)
        .mapToObj(i ->
            """
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: c%d}
            data: {k: %s, %s: x}
            """
                .formatted(i, value, value))
        .collect(Collectors.joining());
  }

  private Map<String, String> environment() {
    return Map.of("HOME", home.toString(), "KUBECONFIG", server.kubeconfig().toString());
  }

  private Program.Said apply(String namespace, String manifest) {
    return Program.run(environment(), manifest, args(namespace));
  }

  private static List<String> args(String namespace) {
    return List.of("apply", "-f", "-", "-n", namespace, "--concurrency=1");
  }

  private static void create(String namespace) {
    try (var upstream = new Upstream(server.kubeconfig())) {
      String body =
          "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\""
              + namespace
              + "\"}}";
      assertThat(upstream.ask("POST", "/api/v1/namespaces", "application/json", body).isSuccess())
          .isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anApplyDuringWhichTheServerRestartsGoesOn(boolean killed) throws Exception {
    boolean met = false;
    for (int i = 0; i < MOST_TRIES && !met; i++) {
      met = restart(killed, "restarted-%s-%d".formatted(killed, i)).contains("was refused");
    }
    assertThat(met).as("the server was away during a run").isTrue();
  }

  /// What is told by an apply that goes on while the server restarts, if it lasts so long.
  private String restart(boolean killed, String disturbed) throws Exception {
    create(disturbed);
    assertThat(apply(disturbed, manifest("one")).status()).isZero();
    Program.Said said =
        applyWhile(
            disturbed,
            () -> {
              end(killed);
              server.startAgain();
            },
            "-v=6");
    assertThat(said.status()).as(said.out() + said.err()).isZero();
    assertThat(said.out().lines())
        .hasSize(OBJECTS)
        .allMatch(line -> line.endsWith(" configured") || line.endsWith(" unchanged"));
    assertThat(objects(disturbed).values()).hasSize(OBJECTS).allMatch(it -> it.contains("\"two\""));
    assertThat(apply(disturbed, manifest("two")).out().lines())
        .hasSize(OBJECTS)
        .allMatch(line -> line.endsWith(" unchanged"));
    return said.err();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anApplyDuringWhichTheServerGoesAwayCanBeRunAgain(boolean killed) throws Exception {
    String undisturbed = "undisturbed-" + killed;
    create(undisturbed);
    assertThat(apply(undisturbed, manifest("one")).status()).isZero();
    assertThat(apply(undisturbed, manifest("two")).status()).isZero();
    Map<String, String> wanted = objects(undisturbed);
    boolean met = false;
    for (int i = 0; i < MOST_TRIES && !met; i++) {
      met = goAway(killed, "disturbed-%s-%d".formatted(killed, i), wanted);
    }
    assertThat(met).as("the server went away during a run").isTrue();
  }

  /// Whether the server went away during an apply. Another one makes what is wanted of what it
  /// left.
  private boolean goAway(boolean killed, String disturbed, Map<String, String> wanted)
      throws Exception {
    create(disturbed);
    assertThat(apply(disturbed, manifest("one")).status()).isZero();
    Program.Said said = applyWhile(disturbed, () -> end(killed), "--request-timeout=9s");
    server.startAgain();
    if (said.status() == 0) {
      assertThat(objects(disturbed)).isEqualTo(wanted);
      return false;
    }
    assertThat(said.status()).as(said.out() + said.err()).isEqualTo(1);
    assertThat(said.err()).contains("error: ").contains("apply again to continue");
    List<String> done = said.out().lines().filter(line -> line.endsWith("configured")).toList();
    assertThat(done).hasSizeBetween(KILLED_AFTER, OBJECTS - 1);
    Map<String, String> between = objects(disturbed);
    assertThat(done)
        .allSatisfy(line ->
            assertThat(between.get(line.substring("configmap/".length(), line.indexOf(' '))))
                .as(line)
                .contains("\"two\""));
    Program.Said again = apply(disturbed, manifest("two"));
    assertThat(again.status()).as(again.err()).isZero();
    assertThat(objects(disturbed)).isEqualTo(wanted);
    assertThat(apply(disturbed, manifest("two")).out().lines())
        .hasSize(OBJECTS)
        .allMatch(line -> line.endsWith(" unchanged"));
    return true;
  }

  /// What befalls a server.
  private interface Event {
    void happen() throws IOException, InterruptedException;
  }

  /// Runs the program, and lets something happen when some objects are done.
  private Program.Said applyWhile(String namespace, Event event, String... flags) throws Exception {
    var builder = new ProcessBuilder(new ArrayList<>(Program.command()));
    builder.command().addAll(args(namespace));
    builder.command().addAll(List.of(flags));
    builder.environment().clear();
    builder.environment().putAll(environment());
    Path input = Files.writeString(home.resolve("in"), manifest("two"));
    File err = home.resolve("err").toFile();
    Process process = builder.redirectInput(input.toFile()).redirectError(err).start();
    var out = new StringBuilder();
    var happened = new CompletableFuture<Void>();
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      int read = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        out.append(line).append('\n');
        read++;
        if (read == KILLED_AFTER) {
          Thread.startVirtualThread(() -> complete(happened, event));
        }
      }
    }
    assertThat(process.waitFor(LIMIT, TimeUnit.MINUTES)).isTrue();
    happened.get(LIMIT, TimeUnit.MINUTES);
    return new Program.Said(process.exitValue(), out.toString(), Files.readString(err.toPath()));
  }

  private static void complete(CompletableFuture<Void> happened, Event event) {
    try {
      event.happen();
      happened.complete(null);
    } catch (IOException | InterruptedException e) {
      happened.completeExceptionally(e);
    }
  }

  private static void end(boolean killed) throws InterruptedException {
    if (killed) {
      server.kill();
    } else {
      server.terminate();
    }
  }

  /// The objects, without what the server makes up.
  private static Map<String, String> objects(String namespace) {
    try (var upstream = new Upstream(server.kubeconfig())) {
      return upstream.configMaps(namespace, "");
    }
  }

  /// The server judges certificates anew at each request.
  @Test
  void aCertificateThatExpiresIsReplaced() throws Exception {
    Instant expiry = Instant.now().plusSeconds(LIFE);
    TestCertificates expiring = root.another("dns:me", expiry.minus(Duration.ofDays(1)), expiry);
    TestCertificates next = expiring.another("dns:me");
    allow(expiring.subject());
    allow(next.subject());
    show(expiring);
    Path kubeconfig = home.resolve("kubeconfig");
    Files.writeString(kubeconfig, server.kubeconfig("{client-certificate: crt, client-key: key}"));
    try (var cluster =
        Loopback.connect(
            ConnectionOptions.of(kubeconfig.toString()), new Environment(Map.of(), home))) {
      assertThat(cluster.get(Loopback.CONFIG_MAPS, "default", "none")).isEmpty();
      Thread.sleep(Duration.between(Instant.now(), expiry.plusSeconds(2)));
      assertThatThrownBy(() -> cluster.get(Loopback.CONFIG_MAPS, "default", "none"))
          .isInstanceOfSatisfying(
              ClusterException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAUTHORIZED));
      show(next);
      assertThat(cluster.get(Loopback.CONFIG_MAPS, "default", "none")).isEmpty();
    }
  }

  /// The server then does not say what that group has, in none of its forms of discovery.
  @Test
  void aBrokenAggregatedApiConcernsItsObjectsOnly() throws Exception {
    create("aggregated");
    String broken = "/apis/apiregistration.k8s.io/v1/apiservices";
    try (var upstream = new Upstream(server.kubeconfig())) {
      String service =
          """
          {"apiVersion":"apiregistration.k8s.io/v1","kind":"APIService",
          "metadata":{"name":"v1.broken.example.com"},"spec":{"group":"broken.example.com",
          "version":"v1","groupPriorityMinimum":100,"versionPriority":100,
          "insecureSkipTLSVerify":true,"service":{"namespace":"default","name":"nobody"}}}
          """;
      assertThat(upstream.ask("POST", broken, "application/json", service).status()).isEqualTo(201);
      while (upstream.get("/apis/broken.example.com/v1").status() != 503) {
        Thread.sleep(100);
      }
    }
    String thing = "---\n{apiVersion: broken.example.com/v1, kind: Thing, metadata: {name: t}}\n";
    Program.Said said = apply("aggregated", thing + manifest("one"));
    assertThat(said.status()).isEqualTo(1);
    assertThat(said.out().lines()).hasSize(OBJECTS).allMatch(line -> line.endsWith(" created"));
    assertThat(said.err().lines())
        .singleElement()
        .asString()
        .startsWith("error: STDIN:2: Thing t: ")
        .contains("the server is currently unable to handle the request");
    assertThat(apply("aggregated", manifest("one"))).isEqualTo(unchanged());
    Program.Said pruned =
        Program.run(
            environment(),
            manifest("one").substring(0, manifest("one").lastIndexOf("---")),
            List.of("apply", "-f", "-", "-n", "aggregated", "--prune", "--all"));
    assertThat(pruned.status()).as(pruned.err()).isZero();
    assertThat(pruned.out()).endsWith("configmap/c" + (OBJECTS - 1) + " pruned\n");
    try (var upstream = new Upstream(server.kubeconfig())) {
      upstream.ask("DELETE", broken + "/v1.broken.example.com", "application/json", "");
    }
  }

  private static Program.Said unchanged() {
    String lines =
        IntStream.range(0, OBJECTS)
            .mapToObj(i -> "configmap/c" + i + " unchanged\n")
            .collect(Collectors.joining());
    return new Program.Said(0, lines, "");
  }

  private void show(TestCertificates shown) throws Exception {
    Files.writeString(home.resolve("crt"), shown.pem());
    Files.writeString(home.resolve("key"), shown.keyPem());
  }

  private static void allow(String subject) throws InterruptedException {
    String user = subject.substring("CN=".length());
    try (var upstream = new Upstream(server.kubeconfig())) {
      String name = "allow-" + user.hashCode();
      String body =
          """
          {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRoleBinding",\
          "metadata":{"name":"%s"},"roleRef":{"apiGroup":"rbac.authorization.k8s.io",\
          "kind":"ClusterRole","name":"cluster-admin"},"subjects":[{"kind":"User","name":"%s",\
          "apiGroup":"rbac.authorization.k8s.io"}]}
          """
              .formatted(name, user);
      String path = "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings";
      assertThat(upstream.ask("POST", path, "application/json", body).status()).isEqualTo(201);
      awaitPermission(upstream, user);
    }
  }

  /// The server knows of a binding a moment after it is stored.
  private static void awaitPermission(Upstream upstream, String user) throws InterruptedException {
    String review =
        """
        {"apiVersion":"authorization.k8s.io/v1","kind":"SubjectAccessReview","spec":{"user":"%s",
        "resourceAttributes":{"verb":"get","resource":"configmaps"}}}
        """
            .formatted(user);
    String path = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
    MapValue answer = MapValue.EMPTY;
    for (int tries = 0; !answer.map("status").get("allowed").equals(Value.TRUE); tries++) {
      assertThat(tries).as("%s", answer).isLessThan(TRIES);
      Thread.sleep(20);
      answer = upstream.ask("POST", path, "application/json", review).object();
    }
  }
}
