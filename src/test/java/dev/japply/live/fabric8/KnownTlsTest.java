package dev.japply.live.fabric8;

import static dev.japply.live.fabric8.Loopback.CONFIG_MAPS;
import static dev.japply.live.fabric8.Loopback.NOWHERE;
import static dev.japply.live.fabric8.Loopback.NO_SCHEMAS;
import static dev.japply.live.fabric8.Loopback.OPTIONS;
import static dev.japply.live.fabric8.Loopback.PATCH;
import static dev.japply.live.fabric8.WatchedServer.Client.JAVA;
import static dev.japply.live.fabric8.WatchedServer.Client.LIBRARY;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.live.AnswerStore;
import dev.japply.live.ClusterException;
import dev.japply.live.Connection;
import dev.japply.live.Connection.Overrides;
import dev.japply.live.KnownServers;
import dev.japply.live.fabric8.Fabric8Cluster.Memory;
import dev.japply.live.fabric8.Fabric8Cluster.Messages;
import dev.japply.live.fabric8.WatchedServer.Client;
import dev.japply.live.fabric8.WatchedServer.End;
import dev.japply.live.http.FakeProxy;
import dev.japply.live.tls.NativeLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Which servers the native library talks to, and that it makes no other difference.
class KnownTlsTest {
  private static final String NAME = "127.0.0.1";
  private static final String[] PIECES = {
    "",
    "HTTP/1.1 200",
    "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{}"
  };

  @TempDir private static Path keys;
  private static TestCertificates mine;
  private static TestCertificates other;
  private static TestCertificates rsa;

  @TempDir private Path directory;
  private WatchedServer server;

  @BeforeAll
  static void certify() throws Exception {
    mine = TestCertificates.create(keys, "ip:" + NAME);
    other = TestCertificates.create(keys, "ip:" + NAME);
    rsa = TestCertificates.create(keys, "ip:" + NAME, "-keyalg", "RSA");
  }

  @BeforeEach
  void start() throws IOException {
    server = new WatchedServer(mine);
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  /// What the kubeconfig says.
  private record Entries(String cluster, String user) {
    static Entries trusting(TestCertificates... servers) throws Exception {
      var pem = new StringBuilder();
      for (TestCertificates one : servers) {
        pem.append(one.authorityPem());
      }
      return new Entries("certificate-authority-data: " + base64(pem.toString()), "{}");
    }

    Entries as(String certificate, String key) {
      return new Entries(
          cluster,
          "{client-certificate-data: %s, client-key-data: %s}"
              .formatted(base64(certificate), base64(key)));
    }

    Entries as(TestCertificates client) throws Exception {
      return as(client.pem(), client.keyPem());
    }
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }

  private Optional<Acquaintance> acquaintance(Clock clock) {
    return Optional.of(
        new Acquaintance(
            NativeLibrary.file(), new KnownServers(directory.resolve("servers"), clock)));
  }

  private Fabric8Cluster connect(Entries entries, Optional<Acquaintance> acquaintance)
      throws IOException {
    return connect("https://" + NAME + ":" + server.port(), entries, acquaintance);
  }

  private Fabric8Cluster connect(
      String address, Entries entries, Optional<Acquaintance> acquaintance) throws IOException {
    Path file = directory.resolve("kubeconfig");
    Files.writeString(
        file,
        """
        current-context: x
        contexts: [{name: x, context: {cluster: c, user: u}}]
        users: [{name: u, user: %s}]
        clusters:
        - name: c
          cluster:
            server: %s
            %s
        """
            .formatted(entries.user(), address, entries.cluster()));
    return Fabric8Cluster.connect(
        Connection.of(file.toString())
            .withOverrides(Overrides.NONE.withTimeout(Duration.ofSeconds(20))),
        NOWHERE,
        new Memory(NO_SCHEMAS, AnswerStore.NONE, acquaintance),
        new Messages(warning -> {}, line -> {}));
  }

  private void get(Entries entries) throws IOException {
    try (var cluster = connect(entries, acquaintance(Clock.systemUTC()))) {
      assertThat(cluster.get(CONFIG_MAPS, "n", "c")).isPresent();
    }
  }

  /// Java's own TLS has accepted the server when this returns.
  private void introduce(Entries entries) throws IOException {
    get(entries);
    assertThat(server.clients()).containsOnly(JAVA);
  }

  /// Why a request fails; empty when it does not.
  private String failure(Entries entries, Optional<Acquaintance> acquaintance, boolean write)
      throws IOException {
    try (var cluster = connect(entries, acquaintance)) {
      if (write) {
        cluster.patch(CONFIG_MAPS, "n", "c", PATCH, OPTIONS);
      } else {
        cluster.get(CONFIG_MAPS, "n", "c");
      }
      return "";
    } catch (ClusterException e) {
      return e.kind() + " " + e.getMessage() + " " + e.hint();
    }
  }

  /// The library is tried, or not, and what is told is what Java's own TLS tells.
  private void assertSame(Entries entries, Client first) throws IOException {
    for (boolean write : List.of(false, true)) {
      String javas = failure(entries, Optional.empty(), write);
      server.clients();
      assertThat(failure(entries, acquaintance(Clock.systemUTC()), write)).isEqualTo(javas);
      assertThat(server.clients()).startsWith(first);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void theLibraryTalksToServersThatJavaHasAccepted(String protocol) throws Exception {
    for (TestCertificates shown : List.of(mine, rsa)) {
      server.set(server.manner().showing(shown).by(protocol));
      introduce(Entries.trusting(shown));
      get(Entries.trusting(shown));
      assertThat(server.clients()).containsExactly(LIBRARY);
      Files.delete(files().getFirst());
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("servers"))) {
      return files.toList();
    }
  }

  @Test
  void onlyPublicThingsAreKept() throws Exception {
    server.set(server.manner().allowing(other));
    Entries entries = Entries.trusting(mine).as(other);
    String address = "https://me:secret@" + NAME + ":" + server.port();
    try (var cluster = connect(address, entries, acquaintance(Clock.systemUTC()))) {
      cluster.get(CONFIG_MAPS, "n", "c");
    }
    Path file = files().getFirst();
    assertThat(file.getFileName().toString()).doesNotContain("secret");
    assertThat(Files.readString(file))
        .doesNotContain("secret")
        .doesNotContain(other.keyPem().lines().toList().get(1))
        .doesNotContain(base64(other.keyPem()));
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void aNewCertificateIsJavasToAccept() throws Exception {
    Entries both = Entries.trusting(mine, other);
    introduce(both);
    server.set(server.manner().showing(other));
    get(both);
    assertThat(server.clients()).containsExactly(LIBRARY, JAVA);
    for (TestCertificates one : List.of(other, mine)) {
      server.set(server.manner().showing(one));
      get(both);
      assertThat(server.clients()).containsExactly(LIBRARY);
    }
  }

  @Test
  void anImpostorIsToldByJava() throws Exception {
    Entries entries = Entries.trusting(mine);
    introduce(entries);
    server.set(server.manner().showing(other));
    assertThat(failure(entries, acquaintance(Clock.systemUTC()), false))
        .contains("certificate signed by unknown authority");
    assertThat(server.clients()).containsExactly(LIBRARY, JAVA);
    assertSame(entries, LIBRARY);
    server.set(server.manner().showing(mine));
    get(entries);
    assertThat(server.clients()).containsExactly(LIBRARY);
  }

  @Test
  void anotherAuthorityAnotherNameOrNoneIsJavasToJudge() throws Exception {
    introduce(Entries.trusting(mine));
    assertSame(Entries.trusting(other), JAVA);
    assertSame(
        new Entries(Entries.trusting(mine).cluster() + "\n    tls-server-name: a", "{}"), JAVA);
    assertSame(new Entries("insecure-skip-tls-verify: true", "{}"), JAVA);
    assertSame(new Entries("", "{}"), JAVA);
  }

  @Test
  void whatWasAcceptedCountsForADayAlsoInOneRun() throws Exception {
    introduce(Entries.trusting(mine));
    var clock = new SetClock(Instant.now());
    server.set(server.manner().answering(WatchedServer.FINE, End.GOODBYE));
    try (var cluster = connect(Entries.trusting(mine), acquaintance(clock))) {
      for (int hours : List.of(0, 23, 25)) {
        clock.set(Duration.ofHours(hours));
        cluster.get(CONFIG_MAPS, "n", "c");
      }
    }
    assertThat(server.clients()).containsExactly(LIBRARY, LIBRARY, JAVA);
  }

  @Test
  void withoutTheLibraryJavaDoesIt() throws Exception {
    introduce(Entries.trusting(mine));
    var nowhere =
        new Acquaintance(
            "/nowhere/tls.so", new KnownServers(directory.resolve("servers"), Clock.systemUTC()));
    assertThat(failure(Entries.trusting(mine), Optional.of(nowhere), false)).isEmpty();
    assertThat(server.clients()).containsExactly(JAVA);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void theClientIsTheSame(String protocol) throws Exception {
    Entries entries = Entries.trusting(mine);
    introduce(entries);
    server.set(server.manner().by(protocol).allowing(other, rsa));
    for (TestCertificates client : List.of(other, rsa)) {
      get(entries.as(client));
      assertThat(server.clients()).containsExactly(LIBRARY);
    }
    assertSame(entries, LIBRARY);
    assertSame(entries.as(mine), LIBRARY);
  }

  @Test
  void aCertificateOfAPluginIsShown() throws Exception {
    server.set(server.manner().allowing(other));
    Path answer = directory.resolve("answer.json");
    Files.writeString(
        answer,
        """
        {"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential",
        "status":{"clientCertificateData":"%s","clientKeyData":"%s"}}
        """
            .formatted(other.pem().replace("\n", "\\n"), other.keyPem().replace("\n", "\\n")));
    var entries =
        new Entries(
            Entries.trusting(mine).cluster(),
            "{exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never,"
                + " command: /bin/cat, args: [%s]}}".formatted(answer));
    introduce(entries);
    get(entries);
    assertThat(server.clients()).containsExactly(LIBRARY);
    Files.writeString(answer, "{}");
    for (Optional<Acquaintance> way :
        List.of(acquaintance(Clock.systemUTC()), Optional.<Acquaintance>empty())) {
      assertThat(failure(entries, way, false)).contains("it is no ExecCredential");
    }
  }

  /// Also when the server cannot be reached, and nobody asks.
  @Test
  void whatIsWrongWithAKeyIsToldAtOnce() throws Exception {
    Entries entries = Entries.trusting(mine);
    introduce(entries);
    for (Entries wrong :
        List.of(
            entries.as(other.pem(), mine.keyPem()),
            entries.as(other.pem(), rsa.keyPem()),
            entries.as(other.pem(), "no key"),
            entries.as("no certificate", other.keyPem()),
            new Entries(entries.cluster(), "{client-certificate: no, client-key: no}"))) {
      String javas = failure(wrong, Optional.empty(), false);
      assertThat(javas).startsWith("CONFIGURATION");
      assertThatThrownBy(() -> connect(wrong, acquaintance(Clock.systemUTC())))
          .isInstanceOfSatisfying(
              ClusterException.class,
              e -> assertThat(e.kind() + " " + e.getMessage() + " " + e.hint()).isEqualTo(javas));
    }
    assertThat(server.clients()).isEmpty();
  }

  @Test
  void throughAProxyItIsTheSame() throws Exception {
    try (var proxy = new FakeProxy(server.port(), 0)) {
      var entries =
          new Entries(
              Entries.trusting(mine).cluster() + "\n    proxy-url: http://" + proxy.authority(),
              "{}");
      List<String> asked = List.of("through the proxy to " + NAME + ":" + server.port());
      introduce(entries);
      assertThat(proxy.takeSeen()).isEqualTo(asked);
      get(entries);
      assertThat(server.clients()).containsExactly(LIBRARY);
      assertThat(proxy.takeSeen()).isEqualTo(asked);
      server.set(server.manner().showing(other));
      assertSame(entries, LIBRARY);
    }
  }

  /// Nobody else is tried then.
  @Test
  void anInterruptEndsTheHandshake() throws Exception {
    Entries entries = Entries.trusting(mine);
    introduce(entries);
    server.set(server.manner().keepingSilent());
    try (var cluster = connect(entries, acquaintance(Clock.systemUTC()));
        var threads = Executors.newSingleThreadExecutor()) {
      Future<?> asked = threads.submit(() -> cluster.get(CONFIG_MAPS, "n", "c"));
      while (server.clients().isEmpty()) {
        Thread.sleep(10);
      }
      threads.shutdownNow();
      assertThatThrownBy(() -> asked.get(10, TimeUnit.SECONDS))
          .hasCauseInstanceOf(ClusterException.class);
    }
    assertThat(server.clients()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(End.class)
  void howConnectionsEndIsToldInTheSameWords(End end) throws Exception {
    introduce(Entries.trusting(mine));
    for (String protocol : List.of("TLSv1.2", "TLSv1.3")) {
      for (String piece : PIECES) {
        server.set(
            server
                .manner()
                .by(protocol)
                .answering(end == End.STAYS ? WatchedServer.FINE : piece, end));
        assertSame(Entries.trusting(mine), LIBRARY);
      }
    }
  }

  @Test
  void longAnswersArrive() throws Exception {
    Entries entries = Entries.trusting(mine);
    introduce(entries);
    String body = "{\"a\":\"" + "x".repeat(4_000_000) + "\"}";
    server.set(server.manner().answering(WatchedServer.answer(body), End.STAYS));
    try (var cluster = connect(entries, acquaintance(Clock.systemUTC()))) {
      assertThat(cluster.get(CONFIG_MAPS, "n", "c").orElseThrow().text("a")).hasSize(4_000_000);
    }
    assertThat(server.clients()).containsExactly(LIBRARY);
  }

  @Test
  void manyAtOnceAreServed() throws Exception {
    Entries both = Entries.trusting(mine, other);
    introduce(both);
    for (TestCertificates shown : List.of(mine, other)) {
      server.set(server.manner().showing(shown));
      assertThat(atOnce(both)).allMatch(found -> found);
      assertThat(server.clients()).contains(LIBRARY);
    }
  }

  private List<Boolean> atOnce(Entries entries)
      throws IOException, InterruptedException, ExecutionException {
    try (var cluster = connect(entries, acquaintance(Clock.systemUTC()));
        var threads = Executors.newFixedThreadPool(8)) {
      var found = new ArrayList<Future<Boolean>>();
      for (int i = 0; i < 80; i++) {
        found.add(threads.submit(() -> cluster.get(CONFIG_MAPS, "n", "c").isPresent()));
      }
      var all = new ArrayList<Boolean>();
      for (Future<Boolean> one : found) {
        all.add(one.get());
      }
      return all;
    }
  }
}
