package dev.japply.live.fabric8;

import static dev.japply.live.fabric8.Loopback.CONFIG_MAPS;
import static dev.japply.live.fabric8.WatchedServer.Client.LIBRARY;
import static dev.japply.live.fabric8.WatchedWay.NAME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.live.ClusterException;
import dev.japply.live.fabric8.WatchedServer.End;
import dev.japply.live.fabric8.WatchedWay.Entries;
import dev.japply.live.http.FakeProxy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What the native library carries to servers that are known, and how its connections end.
class KnownConnectionsTest {
  private static final String[] PIECES = {
    "",
    "HTTP/1.1 200",
    "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{}"
  };

  @TempDir private static Path keys;
  private static TestCertificates mine;
  private static TestCertificates other;

  @TempDir private Path directory;
  private WatchedWay way;
  private WatchedServer server;

  @BeforeAll
  static void certify() throws Exception {
    mine = TestCertificates.create(keys, "ip:" + NAME);
    other = TestCertificates.create(keys, "ip:" + NAME);
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
    try (var cluster = way.connect(entries, way.acquaintance(Clock.systemUTC()));
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
                .answering(end == End.STAYS ? WatchedServer.FINE : piece, end));
        way.assertSame(Entries.trusting(mine), LIBRARY);
      }
    }
  }

  @Test
  void longAnswersArrive() throws Exception {
    Entries entries = Entries.trusting(mine);
    way.introduce(entries);
    String body = "{\"a\":\"" + "x".repeat(4_000_000) + "\"}";
    server.set(server.manner().answering(WatchedServer.answer(body), End.STAYS));
    try (var cluster = way.connect(entries, way.acquaintance(Clock.systemUTC()))) {
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
    try (var cluster = way.connect(entries, way.acquaintance(Clock.systemUTC()));
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
