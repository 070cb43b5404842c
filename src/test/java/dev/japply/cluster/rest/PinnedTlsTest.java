package dev.japply.cluster.rest;

import static dev.japply.cluster.rest.Loopback.CONFIG_MAPS;
import static dev.japply.cluster.rest.WatchedServer.Client.JAVA;
import static dev.japply.cluster.rest.WatchedServer.Client.LIBRARY;
import static dev.japply.cluster.rest.WatchedWay.NAME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.Cases;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.http.CertificatePins;
import dev.japply.cluster.http.FakeProxy;
import dev.japply.cluster.http.TlsPinning;
import dev.japply.cluster.rest.WatchedServer.End;
import dev.japply.cluster.rest.WatchedWay.Entries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
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
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Which servers the native library talks to, and that it makes no other difference.
@Tag("sampled")
@Order(1)
class PinnedTlsTest {
  private static final List<String> PIECES =
      Cases.some(
          List.of(
              "",
              "HTTP/1.1 200",
              "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}",
              "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{}"));

  private static TestCertificates mine;
  private static TestCertificates other;
  private static TestCertificates rsa;

  @TempDir private Path directory;
  private WatchedWay way;
  private WatchedServer server;

  @BeforeAll
  static void certify() throws Exception {
    mine = TestCertificates.create("ip:" + NAME);
    other = TestCertificates.create("ip:" + NAME);
    rsa = TestCertificates.rsa("ip:" + NAME);
  }

  @BeforeEach
  void start() throws IOException {
    way = new WatchedWay(mine, directory);
    server = way.server();
  }

  @AfterEach
  void stop() throws IOException {
    way.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void theLibraryTalksToServersThatJavaVerifies(String protocol) throws Exception {
    for (TestCertificates shown : List.of(mine, rsa)) {
      server.set(server.manner().showing(shown).by(protocol));
      for (String time : List.of("first", "second")) {
        way.get(Entries.trusting(shown));
        assertThat(server.clients()).as(time).containsExactly(LIBRARY);
      }
      Files.delete(files().getFirst());
    }
  }

  /// Java's own TLS has the last word on names that the library's handshake does not find.
  @ParameterizedTest
  @CsvSource({
    "dns:api.shop.example.com, api.shop.example.com, true",
    "'dns:a.example.com,dns:API.shop.example.com', api.SHOP.example.com, true",
    "dns:*.shop.example.com, api.shop.example.com, true",
    "'dns:shop.example.com,ip:10.0.0.1', 10.0.0.1, true",
    "dns:*.shop.example.com, a.b.shop.example.com, false",
    "dns:*.shop.example.com, shop.example.com, false",
    "dns:*.com, example.com, false",
    "dns:shop.example.com, api.shop.example.com, false",
    "dns:shop.example.com, shop.example, false",
    "dns:10.0.0.1, 10.0.0.1, false",
    "ip:10.0.0.1, 10.0.0.2, false",
  })
  void theNameIsTheServers(String names, String wanted, boolean found) throws Exception {
    TestCertificates shown = mine.another(names);
    server.set(server.manner().showing(shown));
    String cluster = Entries.trusting(mine).cluster() + "\n    tls-server-name: " + wanted;
    var entries = new Entries(cluster, "{}");
    way.assertSame(entries, LIBRARY);
    if (found) {
      way.get(entries);
      assertThat(server.clients()).containsExactly(LIBRARY);
    }
  }

  @Test
  void aCertificateThatIsNotValidIsRefused() throws Exception {
    Instant now = Instant.now();
    for (int days : List.of(-2, 2)) {
      Instant from = now.plus(Duration.ofDays(days));
      server.set(server.manner().showing(mine.another("ip:" + NAME, from, from.plusSeconds(3600))));
      way.assertSame(Entries.trusting(mine), LIBRARY);
      assertThat(directory.resolve("servers")).doesNotExist();
    }
  }

  /// As Go does, also for the certificate of an authority, and with each of both TLS.
  @Test
  void authoritiesAreValidToo() throws Exception {
    Instant now = Instant.now();
    String name = "ip:" + NAME;
    for (int days : List.of(-2, 2)) {
      Instant from = now.plus(Duration.ofDays(days));
      Instant until = from.plusSeconds(3600);
      for (TestCertificates shown :
          List.of(
              TestCertificates.ofAuthority(name, from, until),
              TestCertificates.selfSigned(name, from, until),
              mine.another(name, from, until).asAuthority())) {
        for (Entries entries : List.of(Entries.trusting(shown), Entries.trusting(shown, other))) {
          server.set(server.manner().showing(shown));
          way.assertSame(entries, LIBRARY);
          assertThat(way.failure(entries, null, true))
              .contains("x509: certificate has expired or is not yet valid");
          assertThat(directory.resolve("servers")).doesNotExist();
        }
      }
    }
  }

  @Test
  void aCertificateThatIsItsOwnAuthorityIsForServers() throws Exception {
    Instant now = Instant.now();
    var good = TestCertificates.selfSigned("ip:" + NAME, now, now.plusSeconds(3600));
    server.set(server.manner().showing(good));
    way.introduce(Entries.trusting(good));
    var clients = TestCertificates.selfSignedForClients("ip:" + NAME);
    server.set(server.manner().showing(clients));
    way.assertSame(Entries.trusting(clients), LIBRARY);
    assertThat(way.failure(Entries.trusting(clients), null, false))
        .contains("certificate specifies an incompatible key usage");
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
    try (var cluster = way.connect(address, entries, way.pinning(Clock.systemUTC()))) {
      cluster.get(CONFIG_MAPS, "n", "c");
    }
    Path file = files().getFirst();
    assertThat(file.getFileName().toString()).doesNotContain("secret");
    assertThat(Files.readString(file))
        .doesNotContain("secret")
        .doesNotContain(other.keyPem().lines().toList().get(1))
        .doesNotContain(Entries.base64(other.keyPem()));
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void aNewCertificateIsVerifiedInTheHandshake() throws Exception {
    Entries both = Entries.trusting(mine, other);
    way.introduce(both);
    for (TestCertificates one : List.of(other, mine)) {
      server.set(server.manner().showing(one));
      way.get(both);
      assertThat(server.clients()).containsExactly(LIBRARY);
    }
  }

  @Test
  void anImpostorIsToldByJava() throws Exception {
    Entries entries = Entries.trusting(mine);
    way.introduce(entries);
    server.set(server.manner().showing(other));
    assertThat(way.failure(entries, way.pinning(Clock.systemUTC()), false))
        .contains("certificate signed by unknown authority");
    assertThat(server.clients()).containsExactly(LIBRARY, JAVA);
    way.assertSame(entries, LIBRARY);
    server.set(server.manner().showing(mine));
    way.get(entries);
    assertThat(server.clients()).containsExactly(LIBRARY);
  }

  @Test
  void anotherAuthorityAnotherNameOrNoneIsJavasToJudge() throws Exception {
    way.introduce(Entries.trusting(mine));
    way.assertSame(Entries.trusting(other), LIBRARY);
    way.assertSame(
        new Entries(Entries.trusting(mine).cluster() + "\n    tls-server-name: a", "{}"), LIBRARY);
    way.assertSame(new Entries("insecure-skip-tls-verify: true", "{}"), JAVA);
    way.assertSame(new Entries("", "{}"), JAVA);
  }

  @Test
  void whatWasAcceptedCountsForADayAlsoInOneRun() throws Exception {
    way.introduce(Entries.trusting(mine));
    var clock = new SetClock(Instant.now());
    server.set(server.manner().answering(Loopback.FOUND_RESPONSE, End.GOODBYE));
    var times = new LinkedHashSet<FileTime>();
    try (var cluster = way.connect(Entries.trusting(mine), way.pinning(clock))) {
      for (int hours : List.of(0, 23, 25)) {
        clock.set(Duration.ofHours(hours));
        cluster.get(CONFIG_MAPS, "n", "c");
        times.add(Files.getLastModifiedTime(files().getFirst()));
      }
    }
    assertThat(server.clients()).containsExactly(LIBRARY, LIBRARY, LIBRARY);
    assertThat(times).as("verified again once").hasSize(2);
  }

  @Test
  void withoutTheLibraryJavaDoesIt() throws Exception {
    way.introduce(Entries.trusting(mine));
    var nowhere =
        new TlsPinning(Optional::empty, new CertificatePins(directory, Clock.systemUTC()));
    assertThat(way.failure(Entries.trusting(mine), nowhere, false)).isEmpty();
    assertThat(server.clients()).containsExactly(JAVA);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void theClientIsTheSame(String protocol) throws Exception {
    Entries entries = Entries.trusting(mine);
    way.introduce(entries);
    server.set(server.manner().by(protocol).allowing(other, rsa));
    for (TestCertificates client : List.of(other, rsa)) {
      way.get(entries.as(client));
      assertThat(server.clients()).containsExactly(LIBRARY);
    }
    way.assertSame(entries, LIBRARY);
    way.assertSame(entries.as(mine), LIBRARY);
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
    way.introduce(entries);
    way.get(entries);
    assertThat(server.clients()).containsExactly(LIBRARY);
    Files.writeString(answer, "{}");
    for (TlsPinning known : Arrays.asList(way.pinning(Clock.systemUTC()), null)) {
      assertThat(way.failure(entries, known, false)).contains("not an ExecCredential");
    }
  }

  /// Also when the server cannot be reached, and nobody asks.
  @Test
  void whatIsWrongWithAKeyIsToldAtOnce() throws Exception {
    Entries entries = Entries.trusting(mine);
    way.introduce(entries);
    for (Entries wrong :
        List.of(
            entries.as(other.pem(), mine.keyPem()),
            entries.as(other.pem(), rsa.keyPem()),
            entries.as(other.pem(), "no key"),
            entries.as("no certificate", other.keyPem()),
            new Entries(entries.cluster(), "{client-certificate: no, client-key: no}"))) {
      String javas = way.failure(wrong, null, false);
      assertThat(javas).startsWith("CONFIGURATION");
      assertThatThrownBy(() -> way.connect(wrong, way.pinning(Clock.systemUTC())))
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
      way.introduce(entries);
      assertThat(proxy.takeSeen()).isEqualTo(asked);
      way.get(entries);
      assertThat(server.clients()).containsExactly(LIBRARY);
      assertThat(proxy.takeSeen()).isEqualTo(asked);
      server.set(server.manner().showing(other));
      way.assertSame(entries, LIBRARY);
    }
  }

  /// Nobody else is tried then.
  @Test
  void anInterruptEndsTheHandshake() throws Exception {
    Entries entries = Entries.trusting(mine);
    way.introduce(entries);
    server.set(server.manner().keepingSilent());
    try (var cluster = way.connect(entries, way.pinning(Clock.systemUTC()));
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
    way.introduce(Entries.trusting(mine));
    for (String protocol : List.of("TLSv1.2", "TLSv1.3")) {
      for (String piece : PIECES) {
        server.set(
            server
                .manner()
                .by(protocol)
                .answering(end == End.STAYS ? Loopback.FOUND_RESPONSE : piece, end));
        way.assertSame(Entries.trusting(mine), LIBRARY);
      }
    }
  }

  @Test
  void longAnswersArrive() throws Exception {
    Entries entries = Entries.trusting(mine);
    way.introduce(entries);
    String object = Loopback.FOUND.substring(0, Loopback.FOUND.length() - 1);
    String body = object + ",\"a\":\"" + "x".repeat(4_000_000) + "\"}";
    server.set(server.manner().answering(Loopback.response(body), End.STAYS));
    try (var cluster = way.connect(entries, way.pinning(Clock.systemUTC()))) {
      assertThat(cluster.get(CONFIG_MAPS, "n", "c").orElseThrow().text("a")).hasSize(4_000_000);
    }
    assertThat(server.clients()).containsExactly(LIBRARY);
  }

  @Test
  void manyAtOnceAreServed() throws Exception {
    Entries both = Entries.trusting(mine, other);
    way.introduce(both);
    for (TestCertificates shown : List.of(mine, other)) {
      server.set(server.manner().showing(shown));
      assertThat(atOnce(both)).allMatch(found -> found);
      assertThat(server.clients()).contains(LIBRARY);
    }
  }

  private List<Boolean> atOnce(Entries entries)
      throws IOException, InterruptedException, ExecutionException {
    try (var cluster = way.connect(entries, way.pinning(Clock.systemUTC()));
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
