package dev.japply.cluster.rest;

import static dev.japply.cluster.rest.Loopback.CONFIG_MAPS;
import static dev.japply.cluster.rest.Loopback.OBJECT;
import static dev.japply.cluster.rest.Loopback.OPTIONS;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.config.ClusterConfigResolver;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.config.ConnectionOptions.Overrides;
import dev.japply.cluster.config.Environment;
import dev.japply.cluster.rest.LoopbackServer.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is said of servers that cannot be reached.
class TransportErrorsTest {
  @Test
  void nobodyListens() throws IOException {
    int port = freePort();
    ClusterException error = get("http://127.0.0.1:" + port, Duration.ZERO);
    assertThat(error.kind()).isEqualTo(Kind.REFUSED);
    assertThat(error)
        .hasMessage(
            "The connection to the server 127.0.0.1:"
                + port
                + " was refused - did you specify the right host or port?");
    assertThat(error.hint()).isEmpty();
    assertThat(error.status()).isZero();
  }

  @Test
  void aProxyDoesNotListen() throws IOException {
    int port = freePort();
    var overrides =
        Overrides.NONE
            .withCluster("server", "http://api.invalid")
            .withCluster("proxy-url", "http://127.0.0.1:" + port);
    try (var cluster = Loopback.connect(ConnectionOptions.DEFAULT.withOverrides(overrides))) {
      assertThat(
              catchThrowableOfType(
                  ClusterException.class, () -> cluster.get(CONFIG_MAPS, "n", "c")))
          .hasMessageEndingWith(
              "proxyconnect tcp: dial tcp 127.0.0.1:" + port + ": connect: connection refused");
    }
  }

  /// Each of them is tried once: it would be refused again.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "HTTP/1.1 407 Proxy Authentication Required | 407 Proxy Authentication Required",
        "HTTP/1.1 403 Forbidden | 403 Forbidden",
        "HTTP/1.1 502 Bad Gateway | 502 Bad Gateway",
        "HTTP/1.1 403 | 403",
        "SSH-2.0-OpenSSH_9.6 | malformed HTTP response",
      })
  void aProxyRefuses(String response, String told) throws IOException {
    try (var proxy = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      var asked = new AtomicInteger();
      Thread.ofVirtual().start(() -> refuseAll(proxy, response, asked));
      var overrides =
          Overrides.NONE
              .withCluster("server", "https://api.invalid:6443")
              .withCluster("proxy-url", "http://me:s3cret@127.0.0.1:" + proxy.getLocalPort());
      try (var cluster = Loopback.connect(ConnectionOptions.DEFAULT.withOverrides(overrides))) {
        ClusterException error =
            catchThrowableOfType(ClusterException.class, () -> cluster.get(CONFIG_MAPS, "n", "c"));
        assertThat(error)
            .hasMessage(
                "Unable to connect to the server: proxy 127.0.0.1:%d: CONNECT api.invalid:6443: %s"
                    .formatted(proxy.getLocalPort(), told));
        assertThat(error.isAboutAll()).isTrue();
        assertThat(error.hint().isEmpty()).isEqualTo(!told.startsWith("407"));
      }
      assertThat(asked).hasValue(1);
    }
  }

  private static void refuseAll(ServerSocket proxy, String response, AtomicInteger asked) {
    try {
      while (true) {
        try (var client = proxy.accept()) {
          asked.incrementAndGet();
          client.getInputStream().read(new byte[1000]);
          client.getOutputStream().write((response + "\r\n\r\n").getBytes(UTF_8));
        }
      }
    } catch (IOException e) {
      assertThat(proxy.isClosed()).isTrue();
    }
  }

  @Test
  void aProxyIsNotFoundOrDoesNotConnect() {
    var overrides =
        Overrides.NONE
            .withCluster("server", "https://api.invalid:6443")
            .withCluster("proxy-url", "http://no-proxy.invalid:3128");
    try (var cluster = Loopback.connect(ConnectionOptions.DEFAULT.withOverrides(overrides))) {
      assertThat(
              catchThrowableOfType(
                  ClusterException.class, () -> cluster.get(CONFIG_MAPS, "n", "c")))
          .hasMessageEndingWith(
              "proxyconnect tcp: dial tcp: lookup no-proxy.invalid: no such host");
    }
    var target =
        ClusterConfigResolver.resolve(ConnectionOptions.DEFAULT, Loopback.NOWHERE)
            .through(URI.create("http://me:s3cret@proxy.invalid:3128"));
    assertThat(
            new TransportErrors(target)
                .of(Request.get("/", ""), new HttpConnectTimeoutException("timed out")))
        .hasMessage(
            "Unable to connect to the server: dial tcp localhost:8080 through the proxy"
                + " proxy.invalid:3128: i/o timeout");
  }

  @Test
  void passwordsInAddressesAreNotTold() throws IOException {
    int port = freePort();
    assertThat(get("http://me:s3cret@127.0.0.1:" + port, Duration.ZERO))
        .hasMessageContaining("The connection to the server 127.0.0.1:" + port + " was refused");
    assertThat(get("https://me:s3cret@no-such-host.invalid", Duration.ZERO))
        .hasMessageContaining("no-such-host.invalid")
        .hasMessageNotContaining("s3cret");
    for (String bad : List.of("https://me:s3cret@", "https://me:s3 cret@host", "me:s3/cret@h")) {
      assertThat(catchThrowableOfType(ClusterException.class, () -> get(bad, Duration.ZERO)))
          .hasMessageContaining("me:***@")
          .hasMessageNotContaining("cret");
    }
  }

  @Test
  void withoutKubeconfigTheHintSaysWhereItWasLooked(@TempDir Path home) throws IOException {
    int port = freePort();
    var environment =
        new Environment(
            Map.of("HOME", home.toString(), "KUBERNETES_MASTER", "http://localhost:" + port),
            home.resolve("no-pod"));
    try (var cluster = Loopback.connect(ConnectionOptions.DEFAULT, environment)) {
      var error =
          catchThrowableOfType(ClusterException.class, () -> cluster.get(CONFIG_MAPS, "n", "c"));
      assertThat(error)
          .hasMessage(
              "The connection to the server localhost:"
                  + port
                  + " was refused - did you specify the right host or port?");
      assertThat(error.hint())
          .isEqualTo("no kubeconfig was found: looked at " + home.resolve(".kube/config"));
    }
    assertThat(Files.exists(home.resolve(".kube"))).isFalse();
  }

  @Test
  void theNameHasNoAddress() {
    ClusterException error = get("http://no-such-host.invalid:6443", Duration.ZERO);
    assertThat(error.kind()).isEqualTo(Kind.UNKNOWN_HOST);
    assertThat(error)
        .hasMessage(
            "Unable to connect to the server: dial tcp: lookup no-such-host.invalid: no such"
                + " host");
  }

  @Test
  void noAnswerInTime() throws IOException {
    try (var silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      String server = "http://127.0.0.1:" + silent.getLocalPort();
      ClusterException read = get(server, Duration.ofMillis(200));
      assertThat(read.kind()).isEqualTo(Kind.TIMEOUT);
      assertThat(read)
          .hasMessageStartingWith("Unable to connect to the server: context deadline exceeded")
          .hasMessageNotContaining("not known");
      ClusterException write = create(server, Duration.ofMillis(200));
      assertThat(write).hasMessageEndingWith("the server carried out the request is not known");
    }
  }

  /// As by a balancer with no server behind it.
  @Test
  void aConnectionThatIsClosedBeforeItIsSecured() throws IOException {
    try (var closing = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> closeAll(closing));
      ClusterException error = create("https://127.0.0.1:" + closing.getLocalPort(), Duration.ZERO);
      assertThat(error.kind()).isEqualTo(Kind.CUT);
      assertThat(error)
          .hasMessage(
              "Unable to connect to the server: tls: the connection was closed during the"
                  + " handshake");
    }
  }

  @Test
  void aHandshakeThatHangs() {
    var target = ClusterConfigResolver.resolve(ConnectionOptions.DEFAULT, Loopback.NOWHERE);
    var late = new HttpConnectTimeoutException("net/http: TLS handshake timeout");
    ClusterException error = new TransportErrors(target).of(Request.get("/", ""), late);
    assertThat(error.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(error)
        .hasMessage(
            "Unable to connect to the server: net/http: TLS handshake timeout with"
                + " localhost:8080");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Client sent an HTTP request to an HTTPS server.\n",
        "<html><body>The plain HTTP request was sent to HTTPS port</body></html>"
      })
  void aServerThatWantsTls(String body) {
    try (var server = new LoopbackServer()) {
      server.on("/api/v1/namespaces/n/configmaps/c", Answer.text(400, body));
      ClusterException error = get(server.url(), Duration.ZERO);
      assertThat(error.isAboutAll()).isTrue();
      assertThat(error)
          .hasMessage(
              "Unable to connect to the server: " + server.url().substring(7) + " wants TLS");
      assertThat(error.hint()).isEqualTo("write https:// in place of http:// in its address");
    }
  }

  private static void closeAll(ServerSocket closing) {
    try {
      while (true) {
        closing.accept().close();
      }
    } catch (IOException e) {
      assertThat(closing.isClosed()).isTrue();
    }
  }

  @Test
  void noConnectionInTime() {
    var target = ClusterConfigResolver.resolve(ConnectionOptions.DEFAULT, Loopback.NOWHERE);
    var failure = new CompletionException(new HttpConnectTimeoutException("timed out"));
    ClusterException error = new TransportErrors(target).of(Request.get("/", ""), failure);
    assertThat(error.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(error)
        .hasMessage("Unable to connect to the server: dial tcp localhost:8080: i/o timeout");
  }

  @Test
  void aThreadThatIsInterruptedStaysSo() throws IOException {
    try (var silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread.currentThread().interrupt();
      ClusterException error =
          get("http://127.0.0.1:" + silent.getLocalPort(), Duration.ofSeconds(60));
      assertThat(Thread.interrupted()).isTrue();
      assertThat(error.kind()).isEqualTo(Kind.BROKEN);
      assertThat(error).hasMessageContaining("interrupted");
    }
  }

  private static ClusterException get(String server, Duration timeout) {
    try (var cluster = Loopback.connect(server, timeout)) {
      return catchThrowableOfType(ClusterException.class, () -> cluster.get(CONFIG_MAPS, "n", "c"));
    }
  }

  private static ClusterException create(String server, Duration timeout) {
    try (var cluster = Loopback.connect(server, timeout)) {
      return catchThrowableOfType(
          ClusterException.class, () -> cluster.create(CONFIG_MAPS, "n", OBJECT, OPTIONS));
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
