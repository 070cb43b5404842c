package dev.japply.cluster.http;

import static dev.japply.cluster.http.PlayedServer.CLOSE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.cluster.rest.TestCertificates;
import dev.japply.problem.ByteLimit;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The same over TLS, where a connection tells its end in other ways.
class SecureConnectionsTest {
  private static final String FINE = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";

  private static TestCertificates certificates;

  @BeforeAll
  static void certify() throws Exception {
    certificates = TestCertificates.create("ip:127.0.0.1");
  }

  private static PlayedServer server(String... answers) throws Exception {
    ServerSocket listening =
        certificates
            .context(List.of(certificates))
            .getServerSocketFactory()
            .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    return new PlayedServer(listening, Duration.ZERO, answers);
  }

  private static ConnectionPool connections(PlayedServer server) throws Exception {
    return new ConnectionPool(route(server), Duration.ofSeconds(10), ByteLimit.DEFAULT);
  }

  /// Connections that always count as if they had not been used for a while.
  private static ConnectionPool rested(PlayedServer server) throws Exception {
    return new ConnectionPool(
        route(server), Duration.ofSeconds(10), ByteLimit.DEFAULT, Duration.ZERO);
  }

  private static Route route(PlayedServer server) throws Exception {
    return new Route("127.0.0.1", server.port(), new JdkTls(null, trust(), ""), null);
  }

  private static TrustManager[] trust() throws Exception {
    byte[] pem = certificates.authorityPem().getBytes(StandardCharsets.US_ASCII);
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setCertificateEntry(
        "authority",
        CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem)));
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  @Test
  void whatRestedIsUsedAgain() throws Exception {
    try (var server = server(FINE, FINE, FINE);
        var connections = rested(server)) {
      connections.openAhead();
      for (int i = 0; i < 3; i++) {
        assertThat(connections.send(server.call("PATCH", "{}")).status()).isEqualTo(200);
      }
      assertThat(server.accepted()).isEqualTo(1);
    }
  }

  @Test
  void whatDiedMeanwhileIsNotWrittenTo() throws Exception {
    try (var server = server(FINE, FINE);
        var connections = rested(server)) {
      connections.send(server.get());
      server.cut();
      assertThat(connections.send(server.call("PATCH", "{}")).status()).isEqualTo(200);
      assertThat(server.requests()).hasSize(2);
    }
  }

  @Test
  void aReadIsSentAgainAndAWriteIsNot() throws Exception {
    try (var server = server(FINE, CLOSE, FINE, CLOSE);
        var connections = connections(server)) {
      connections.send(server.get());
      assertThat(connections.send(server.get()).status()).isEqualTo(200);
      assertThatThrownBy(() -> connections.send(server.call("PATCH", "{}")))
          .isInstanceOf(EOFException.class);
      assertThat(server.requests()).hasSize(4);
    }
  }

  /// How a connection is cut.
  enum Cut {
    CLOSED,
    RESET,
    /// Before anything of the handshake can be sent.
    RESET_AT_ONCE
  }

  /// Cuts the first connections in the handshake.
  private static final class Cutting extends ServerSocket {
    private final SSLSocketFactory secure;
    private final Cut cut;
    private final AtomicInteger left;
    private final AtomicInteger dialled = new AtomicInteger();

    Cutting(int cuts, Cut cut) throws Exception {
      super(0, 50, InetAddress.getLoopbackAddress());
      this.secure = certificates.context(List.of(certificates)).getSocketFactory();
      this.left = new AtomicInteger(cuts);
      this.cut = cut;
    }

    @Override
    public Socket accept() throws IOException {
      while (true) {
        Socket socket = super.accept();
        dialled.incrementAndGet();
        if (left.getAndDecrement() <= 0) {
          return secure.createSocket(socket, InputStream.nullInputStream(), true);
        }
        if (cut != Cut.RESET_AT_ONCE) {
          socket.getInputStream().read(new byte[4096]);
        }
        socket.setSoLinger(cut != Cut.CLOSED, 0);
        socket.close();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsCutInTheHandshakeIsDialledAgain(Cut cut) throws Exception {
    try (var listening = new Cutting(2, cut);
        var server = new PlayedServer(listening, Duration.ZERO, FINE);
        var connections = connections(server)) {
      assertThat(connections.send(server.call("PATCH", "{}")).status()).isEqualTo(200);
      assertThat(listening.dialled).hasValue(3);
      assertThat(server.requests()).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"CLOSED", "RESET"})
  void butNotForEver(Cut cut) throws Exception {
    try (var listening = new Cutting(9, cut);
        var server = new PlayedServer(listening, Duration.ZERO, FINE);
        var connections = connections(server)) {
      assertThatThrownBy(() -> connections.send(server.call("PATCH", "{}")))
          .isInstanceOf(SSLHandshakeException.class)
          .hasMessage("the connection was closed during the handshake");
      assertThat(listening.dialled).hasValue(3);
    }
  }

  @Test
  void aCutIsKnownByItsFailure() {
    assertThat(
            List.of(
                new EOFException("EOF"),
                new SocketException("Connection reset"),
                new SSLHandshakeException("cut", new SocketException("Connection reset")),
                new SSLHandshakeException("cut", new IOException("Broken pipe"))))
        .allMatch(Tls::isCut);
    assertThat(
            List.of(
                new ConnectException("Connection refused"),
                new IOException("proxy: 403"),
                new SSLHandshakeException("(handshake_failure) Received fatal alert"),
                new SSLHandshakeException("no trust", new CertificateException("expired"))))
        .noneMatch(Tls::isCut);
  }

  @Test
  void largeRequestsAndAnswersArrive() throws Exception {
    byte[] body = new byte[3_000_000];
    Arrays.fill(body, (byte) 'x');
    String text = new String(body, StandardCharsets.US_ASCII);
    String head = "HTTP/1.1 200 OK\r\nContent-Length: " + body.length + "\r\n\r\n";
    try (var server = server(head + text);
        var connections = connections(server)) {
      assertThat(connections.send(server.call("POST", text)).body()).isEqualTo(body);
      assertThat(server.requests().getFirst()).endsWith("\r\n\r\n" + text);
    }
  }

  @Test
  void anInterruptEndsTheWaitForAnAnswer() throws Exception {
    try (var server = server("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n");
        var connections = connections(server)) {
      var waiting = new FutureTask<>(() -> connections.send(server.get()));
      Thread thread = Thread.ofPlatform().start(waiting);
      while (server.requests().isEmpty()) {
        Thread.sleep(1);
      }
      thread.interrupt();
      thread.join(10_000);
      assertThat(waiting.state()).isEqualTo(Future.State.FAILED);
      assertThat(waiting.exceptionNow()).isInstanceOf(InterruptedException.class);
    }
  }
}
