package dev.japply.cluster.http;

import static dev.japply.cluster.http.PlayedServer.AT_ONCE;
import static dev.japply.cluster.http.PlayedServer.CLOSE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.problem.ByteLimit;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// When connections are opened, used again and given up.
class ConnectionPoolTest {
  private static final String FINE = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";

  @Test
  void requestsInTurnShareAConnection() throws Exception {
    try (var server = new PlayedServer(FINE, FINE, FINE);
        var connections = server.connections()) {
      for (int i = 0; i < 3; i++) {
        assertThat(connections.send(server.get()).status()).isEqualTo(200);
      }
      assertThat(server.accepted()).isEqualTo(1);
    }
  }

  @Test
  void whatWasOpenedAheadCarriesTheFirstRequest() throws Exception {
    try (var server = new PlayedServer(FINE);
        var connections = server.connections()) {
      connections.openAhead();
      assertThat(server.requests()).isEmpty();
      connections.send(server.get());
      assertThat(server.accepted()).isEqualTo(1);
    }
  }

  @Test
  void aFailureAheadIsThatOfTheFirstRequest() throws Exception {
    int port;
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    var route = new Route("127.0.0.1", port, null, null);
    try (var connections = new ConnectionPool(route, Duration.ofSeconds(10), ByteLimit.DEFAULT)) {
      connections.openAhead();
      var call = new RawRequest("GET", URI.create("http://127.0.0.1:" + port), Map.of(), null);
      assertThatThrownBy(() -> connections.send(call)).isInstanceOf(ConnectException.class);
    }
  }

  @Test
  void whatWasOpenedAheadEndsWithoutARequest() throws Exception {
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var route = new Route("127.0.0.1", server.getLocalPort(), null, null);
      var connections = new ConnectionPool(route, Duration.ofSeconds(10), ByteLimit.DEFAULT);
      connections.openAhead();
      connections.close();
      assertThat(server.accept().getInputStream().readAllBytes()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}",
        "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\n\r\n{}" + CLOSE
      })
  void whatTheServerEndsIsNotUsedAgain(String last) throws Exception {
    try (var server = new PlayedServer(last, FINE);
        var connections = server.connections()) {
      assertThat(connections.send(server.get()).body()).asString().isEqualTo("{}");
      assertThat(connections.send(server.get()).body()).asString().isEqualTo("{}");
      assertThat(server.accepted()).isEqualTo(2);
    }
  }

  @Test
  void aReadIsSentAgainWhenAKeptConnectionIsDead() throws Exception {
    try (var server = new PlayedServer(FINE, CLOSE, FINE);
        var connections = server.connections()) {
      connections.send(server.get());
      assertThat(connections.send(server.get()).status()).isEqualTo(200);
      assertThat(server.accepted()).isEqualTo(2);
      assertThat(server.requests()).hasSize(3);
    }
  }

  @Test
  void aReadIsSentAgainOnlyOnce() throws Exception {
    try (var server = new PlayedServer(FINE, CLOSE, CLOSE, FINE);
        var connections = server.connections()) {
      connections.send(server.get());
      assertThatThrownBy(() -> connections.send(server.get())).isInstanceOf(EOFException.class);
      assertThat(server.requests()).hasSize(3);
    }
  }

  @Test
  void onANewConnectionNothingIsSentAgain() throws Exception {
    try (var server = new PlayedServer(CLOSE, FINE);
        var connections = server.connections()) {
      assertThatThrownBy(() -> connections.send(server.get()))
          .isInstanceOf(EOFException.class)
          .hasMessage("EOF");
      assertThat(server.requests()).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PATCH", "DELETE", "PUT"})
  void aWriteIsNeverSentAgain(String method) throws Exception {
    try (var server = new PlayedServer(FINE, CLOSE, FINE);
        var connections = server.connections()) {
      connections.send(server.get());
      assertThatThrownBy(() -> connections.send(server.call(method, "{}")))
          .isInstanceOf(EOFException.class);
      assertThat(server.requests()).hasSize(2);
    }
  }

  @Test
  void anAnswerThatHadBegunIsNotAskedForAgain() throws Exception {
    try (var server = new PlayedServer(FINE, "HTTP/1.1 2" + CLOSE, FINE);
        var connections = server.connections()) {
      connections.send(server.get());
      assertThatThrownBy(() -> connections.send(server.get())).isInstanceOf(EOFException.class);
      assertThat(server.requests()).hasSize(2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "PATCH"})
  void whatDiedWhileNobodyUsedItIsNotWrittenTo(String method) throws Exception {
    try (var server = new PlayedServer(FINE, FINE);
        var connections = server.restedConnections()) {
      connections.send(server.get());
      server.cut();
      assertThat(connections.send(server.call(method, "{}")).status()).isEqualTo(200);
      assertThat(server.requests()).hasSize(2);
    }
  }

  @Test
  void whatLivesIsUsedAlsoAfterAWhile() throws Exception {
    try (var server = new PlayedServer(FINE, FINE, FINE);
        var connections = server.restedConnections()) {
      connections.send(server.get());
      connections.send(server.call("PATCH", "{}"));
      connections.send(server.get());
      assertThat(server.accepted()).isEqualTo(1);
    }
  }

  @Test
  void whatDiedAheadIsOpenedAnew() throws Exception {
    try (var server = new PlayedServer(AT_ONCE, FINE);
        var connections = server.restedConnections()) {
      connections.openAhead();
      server.awaitEnd();
      assertThat(connections.send(server.call("PATCH", "{}")).status()).isEqualTo(200);
    }
  }

  @Test
  void aSecondIsLongEnoughToHaveDied() throws Exception {
    try (var server = new PlayedServer(FINE, FINE);
        var connections = server.connections()) {
      connections.send(server.get());
      server.cut();
      Thread.sleep(1100);
      assertThat(connections.send(server.call("PATCH", "{}")).status()).isEqualTo(200);
    }
  }

  @Test
  void manyRequestsGetMoreConnections() throws Exception {
    int requests = 200;
    String[] answers = new String[requests];
    Arrays.fill(answers, FINE);
    try (var server = new PlayedServer(answers);
        var connections = server.connections();
        var threads = Executors.newFixedThreadPool(8)) {
      Callable<RawResponse> send = () -> connections.send(server.get());
      for (Future<RawResponse> answer : threads.invokeAll(Collections.nCopies(requests, send))) {
        assertThat(answer.get().status()).isEqualTo(200);
      }
      assertThat(server.accepted()).isBetween(2, 8);
    }
  }

  /// Neither one that nobody uses, nor one whose answer was under way.
  @Test
  void whatWasOpenBeforeARenewalIsNotUsedAgain() throws Exception {
    try (var server = new PlayedServer(Duration.ofMillis(5), FINE, FINE, FINE);
        var connections = server.connections()) {
      var busy = new FutureTask<>(() -> connections.send(server.get()));
      Thread.ofPlatform().start(busy);
      while (server.requests().isEmpty()) {
        Thread.sleep(1);
      }
      connections.renew();
      assertThat(busy.get().status()).isEqualTo(200);
      assertThat(connections.send(server.get()).status()).isEqualTo(200);
      assertThat(server.accepted()).isEqualTo(2);
      connections.renew();
      assertThat(connections.send(server.get()).status()).isEqualTo(200);
      assertThat(server.accepted()).isEqualTo(3);
    }
  }

  @Test
  void aSlowAnswerDoesNotHoldUpOthers() throws Exception {
    try (var server = new PlayedServer("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n", FINE);
        var connections = server.connections()) {
      var slow = new FutureTask<>(() -> connections.send(server.get()));
      Thread thread = Thread.ofPlatform().start(slow);
      while (server.requests().isEmpty()) {
        Thread.sleep(1);
      }
      assertThat(connections.send(server.get()).status()).isEqualTo(200);
      thread.interrupt();
      thread.join(10_000);
      assertThat(slow.state()).isEqualTo(Future.State.FAILED);
      assertThat(slow.exceptionNow()).isInstanceOf(InterruptedException.class);
    }
  }

  @Test
  void aThreadThatIsInterruptedSendsNothing() throws Exception {
    try (var server = new PlayedServer(FINE);
        var connections = server.connections()) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> connections.send(server.get()))
          .isInstanceOf(InterruptedException.class);
      assertThat(server.accepted()).isZero();
    }
  }

  @Test
  void aNameWithoutAddressIsTold() {
    var route = new Route("no-such-host.invalid", 1, null, null);
    try (var connections = new ConnectionPool(route, Duration.ofSeconds(10), ByteLimit.DEFAULT)) {
      var call =
          new RawRequest("GET", URI.create("http://no-such-host.invalid:1/"), Map.of(), null);
      assertThatThrownBy(() -> connections.send(call)).isInstanceOf(UnknownHostException.class);
    }
  }

  @Test
  void aHandshakeThatDoesNotEndIsGivenUp() throws Exception {
    try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var tls = new JdkTls(null, null, "");
      var route = new Route("127.0.0.1", silent.getLocalPort(), tls, null);
      try (var connections = new ConnectionPool(route, Duration.ofMillis(200), ByteLimit.DEFAULT)) {
        var call = new RawRequest("GET", URI.create("https://127.0.0.1/"), Map.of(), null);
        assertThatThrownBy(() -> connections.send(call))
            .isInstanceOf(HttpConnectTimeoutException.class)
            .hasMessage("net/http: TLS handshake timeout");
      }
    }
  }

  @Test
  void anInterruptEndsTheWaitForAnAddress() throws Exception {
    try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var tls = new JdkTls(null, null, "");
      var route = new Route("127.0.0.1", silent.getLocalPort(), tls, null);
      try (var connections = new ConnectionPool(route, Duration.ofMinutes(10), ByteLimit.DEFAULT)) {
        var call = new RawRequest("GET", URI.create("https://127.0.0.1/"), Map.of(), null);
        var waiting = new FutureTask<>(() -> connections.send(call));
        Thread thread = Thread.ofPlatform().start(waiting);
        var socket = silent.accept();
        assertThat(socket.getInputStream().read()).isPositive();
        thread.interrupt();
        assertThatThrownBy(() -> waiting.get(10, TimeUnit.SECONDS))
            .hasCauseInstanceOf(InterruptedException.class);
        socket.setSoTimeout(10_000);
        socket.getInputStream().readAllBytes();
      }
    }
  }

  @Test
  void aProxyIsToldTheWholeAddress() throws Exception {
    try (var proxy = new PlayedServer(FINE)) {
      var before = new Route.Proxy("127.0.0.1", proxy.port(), new Route.Http("Basic abc", null));
      var route = new Route("api.invalid", 80, null, before);
      try (var connections = new ConnectionPool(route, Duration.ofSeconds(10), ByteLimit.DEFAULT)) {
        connections.send(
            new RawRequest("GET", URI.create("http://api.invalid/a?b"), Map.of(), null));
      }
      assertThat(proxy.requests().getFirst().lines())
          .containsExactly(
              "GET http://api.invalid/a?b HTTP/1.1",
              "Host: api.invalid",
              "Proxy-Authorization: Basic abc",
              "");
    }
  }

  @Test
  void aProxyThatRefusesIsQuoted() throws Exception {
    try (var proxy =
        new PlayedServer(
            "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n" + CLOSE)) {
      var before = new Route.Proxy("127.0.0.1", proxy.port(), new Route.Http("", null));
      Tls tls = new JdkTls(null, null, "");
      try (var connections =
          new ConnectionPool(
              new Route("::1", 6443, tls, before), Duration.ofSeconds(10), ByteLimit.DEFAULT)) {
        var call = new RawRequest("GET", URI.create("https://[::1]:6443/"), Map.of(), null);
        assertThatThrownBy(() -> connections.send(call))
            .isInstanceOf(IOException.class)
            .hasMessage(
                "proxy 127.0.0.1:%d: CONNECT [::1]:6443: 407 Proxy Authentication Required"
                    .formatted(proxy.port()));
      }
      assertThat(proxy.requests())
          .containsExactly("CONNECT [::1]:6443 HTTP/1.1\r\nHost: [::1]:6443\r\n\r\n");
    }
  }

  @Test
  void aHeaderThatWouldBeTwoIsNotSent() throws Exception {
    try (var server = new PlayedServer(FINE);
        var connections = server.connections()) {
      var headers = Map.of("Authorization", List.of("Bearer a\r\nX: y"));
      var call = new RawRequest("GET", URI.create("http://127.0.0.1/"), headers, null);
      assertThatThrownBy(() -> connections.send(call))
          .isInstanceOf(ProtocolException.class)
          .hasMessage("invalid header field value for \"Authorization\"");
      assertThat(server.requests()).isEmpty();
    }
  }

  @Test
  void aRequestIsInTheUsualForm() throws Exception {
    try (var server = new PlayedServer(FINE);
        var connections = server.connections()) {
      var headers = Map.of("X", List.of("a", "é"));
      URI uri = URI.create("http://127.0.0.1:" + server.port() + "/p%20q?r=s&t");
      byte[] body = "ä".getBytes(StandardCharsets.UTF_8);
      connections.send(new RawRequest("POST", uri, headers, body));
      assertThat(server.requests().getFirst().getBytes(StandardCharsets.ISO_8859_1))
          .asString(StandardCharsets.ISO_8859_1)
          .contains("POST /p%20q?r=s&t HTTP/1.1\r\nHost: 127.0.0.1:" + server.port() + "\r\n")
          .contains("X: a\r\nX: Ã©\r\nContent-Length: 2\r\n\r\nä");
    }
  }
}
