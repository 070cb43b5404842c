package dev.japply.cluster.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.cluster.http.NativeTls.Identity;
import dev.japply.cluster.http.NativeTls.Peer;
import dev.japply.cluster.http.NativeTls.Trust;
import dev.japply.cluster.rest.TestCertificates;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The library against Java's own TLS on the other side.
class NativeTlsTest {

  private static TestCertificates certificates;
  private static TestCertificates other;

  private final ExecutorService servers = Executors.newCachedThreadPool();
  private final NativeTls library = NativeLibrary.get();

  @BeforeAll
  static void certify() throws Exception {
    certificates = TestCertificates.create("ip:127.0.0.1,dns:localhost");
    other = TestCertificates.create("ip:127.0.0.1,dns:localhost");
  }

  @AfterEach
  void end() {
    servers.shutdownNow();
  }

  /// What a server does with its one connection.
  @FunctionalInterface
  private interface Role<T> {
    T play(SSLSocket socket) throws Exception;
  }

  private record Server<T>(ServerSocket socket, Future<T> outcome) {
    Socket dial() throws IOException {
      var dialled = new Socket(InetAddress.getLoopbackAddress(), socket.getLocalPort());
      dialled.setSoTimeout(20_000);
      return dialled;
    }
  }

  private <T> Server<T> serve(String protocol, Role<T> role) throws Exception {
    SSLContext context = certificates.context(List.of(certificates));
    var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    Future<T> outcome =
        servers.submit(() -> {
          try (socket;
              var raw = socket.accept();
              var secure = (SSLSocket) context.getSocketFactory().createSocket(raw, null, true)) {
            secure.setEnabledProtocols(new String[] {protocol});
            return role.play(secure);
          }
        });
    return new Server<>(socket, outcome);
  }

  private static Peer known(TestCertificates whose) throws Exception {
    return new Peer("127.0.0.1", only(chain(whose)), null);
  }

  private static List<byte[]> chain(TestCertificates whose) throws Exception {
    return List.of(der(whose.pem()), der(whose.authorityPem()));
  }

  /// Trusts these certificates, byte for byte.
  private static Trust only(List<byte[]> chain) {
    return shown -> Arrays.deepEquals(shown, chain.toArray(byte[][]::new));
  }

  private static byte[] der(String pem) throws Exception {
    return CertificateFactory.getInstance("X.509")
        .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)))
        .getEncoded();
  }

  private static byte[] noise(int length) {
    byte[] bytes = new byte[length];
    new Random(1).nextBytes(bytes);
    return bytes;
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void carriesBytesBothWaysWhateverTheirNumber(String protocol) throws Exception {
    byte[] sent = noise(3_000_001);
    var server =
        serve(
            protocol,
            socket -> {
              byte[] got = socket.getInputStream().readNBytes(sent.length);
              socket.getOutputStream().write(got);
              return got;
            });
    try (var connection = library.connect(server.dial(), known(certificates))) {
      connection.output().write(sent);
      assertThat(connection.input().readAllBytes()).isEqualTo(sent);
    }
    assertThat(server.outcome().get()).isEqualTo(sent);
  }

  /// As Java's own TLS does.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void endsWithAGoodbyeOrWithout(boolean polite) throws Exception {
    SSLContext context = certificates.context(List.of());
    try (var listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Future<?> outcome =
          servers.submit(() -> {
            try (var raw = listening.accept()) {
              var secure = (SSLSocket) context.getSocketFactory().createSocket(raw, null, true);
              secure.getOutputStream().write(7);
              if (polite) {
                secure.close();
              }
            }
            return null;
          });
      var socket = new Socket(InetAddress.getLoopbackAddress(), listening.getLocalPort());
      try (var connection = library.connect(socket, known(certificates))) {
        assertThat(connection.input().readAllBytes()).containsExactly(7);
        assertThat(connection.input().read()).isNegative();
      }
      outcome.get();
    }
  }

  @Test
  void endsInTheHandshake() throws Exception {
    try (var listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var socket = new Socket(InetAddress.getLoopbackAddress(), listening.getLocalPort())) {
      listening.accept().close();
      assertThatThrownBy(() -> library.connect(socket, known(certificates)))
          .isInstanceOf(IOException.class);
      assertThat(socket.isClosed()).isTrue();
    }
  }

  /// Says what it hears, until the other side has gone.
  private static int chat(SSLSocket socket) throws IOException {
    int count = 0;
    InputStream in = socket.getInputStream();
    for (int b = in.read(); b >= 0; b = in.read()) {
      socket.getOutputStream().write(b);
      count++;
    }
    return count;
  }

  /// A server that takes leave would end the read, too.
  private static boolean keepSilent(SSLSocket socket) throws Exception {
    socket.startHandshake();
    Thread.sleep(Duration.ofMinutes(1));
    return true;
  }

  @Test
  void takesNoOtherCertificatesThanTheKnownOnes() throws Exception {
    byte[] changed = der(certificates.pem());
    changed[changed.length - 1] ^= 1;
    List<List<byte[]>> chains =
        List.of(
            chain(other),
            List.of(changed, der(certificates.authorityPem())),
            List.of(der(certificates.pem())),
            List.of(der(certificates.pem()), der(certificates.authorityPem()), der(other.pem())),
            List.of());
    for (List<byte[]> chain : chains) {
      var server = serve("TLSv1.3", NativeTlsTest::chat);
      var peer = new Peer("127.0.0.1", only(chain), null);
      Socket socket = server.dial();
      assertThatThrownBy(() -> library.connect(socket, peer)).isInstanceOf(SSLException.class);
      assertThat(socket.isClosed()).isTrue();
      assertThatThrownBy(() -> server.outcome().get()).hasRootCauseInstanceOf(IOException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void showsTheClientsCertificateWhenItIsAskedFor(String protocol) throws Exception {
    var identity = new Identity(certificates.pem(), certificates.keyPem());
    assertThat(library.canShow(identity)).isTrue();
    var peer = new Peer("127.0.0.1", only(chain(certificates)), identity);
    var server =
        serve(
            protocol,
            socket -> {
              socket.setNeedClientAuth(true);
              socket.getOutputStream().write(socket.getInputStream().read());
              return socket.getSession().getPeerPrincipal().getName();
            });
    try (var connection = library.connect(server.dial(), peer)) {
      connection.output().write(3);
      assertThat(connection.input().read()).isEqualTo(3);
    }
    assertThat(server.outcome().get()).isEqualTo(certificates.subject());
  }

  /// Some keep both in one file.
  @Test
  void showsNoKeyThatStandsBesideTheCertificate() throws Exception {
    for (String pem :
        List.of(
            certificates.pem() + certificates.keyPem(),
            certificates.keyPem() + certificates.pem() + "-----BEGIN CERTIFICATE-----")) {
      var peer = new Peer("127.0.0.1", only(chain(certificates)), new Identity(pem, pem));
      var server =
          serve(
              "TLSv1.3",
              socket -> {
                socket.setNeedClientAuth(true);
                socket.getOutputStream().write(socket.getInputStream().read());
                return socket.getSession().getPeerCertificates();
              });
      try (var connection = library.connect(server.dial(), peer)) {
        connection.output().write(3);
        assertThat(connection.input().read()).isEqualTo(3);
      }
      assertThat(server.outcome().get()).hasSize(1);
    }
  }

  @Test
  void saysWhatTheServerDoesNotLikeInJavasWords() throws Exception {
    var server =
        serve(
            "TLSv1.3",
            socket -> {
              socket.setNeedClientAuth(true);
              return socket.getInputStream().read();
            });
    try (var connection = library.connect(server.dial(), known(certificates))) {
      assertThatThrownBy(() -> connection.input().read())
          .isInstanceOf(SSLException.class)
          .hasMessage("(certificate_required) Received fatal alert: certificate_required");
    }
  }

  @Test
  void refusesAKeyThatIsNotTheCertificatesAndOneThatIsNone() throws Exception {
    for (String key : List.of(other.keyPem(), "no key")) {
      var wrong = new Identity(certificates.pem(), key);
      var identity = wrong;
      assertThat(library.canShow(wrong)).isFalse();
      var peer = new Peer("127.0.0.1", only(chain(certificates)), identity);
      Socket socket = serve("TLSv1.3", NativeTlsTest::chat).dial();
      assertThatThrownBy(() -> library.connect(socket, peer)).isInstanceOf(IOException.class);
      assertThat(socket.isClosed()).isTrue();
    }
  }

  @Test
  void tellsTheServerItsNameButNoAddress() throws Exception {
    for (String name : List.of("localhost", "127.0.0.1", "::1")) {
      var server =
          serve(
              "TLSv1.3",
              socket -> {
                socket.getOutputStream().write(socket.getInputStream().read());
                return ((ExtendedSSLSession) socket.getSession()).getRequestedServerNames();
              });
      var peer = new Peer(name, only(chain(certificates)), null);
      try (var connection = library.connect(server.dial(), peer)) {
        connection.output().write(3);
        assertThat(connection.input().read()).isEqualTo(3);
      }
      assertThat(server.outcome().get().toString())
          .isEqualTo(name.equals("localhost") ? List.of(new SNIHostName(name)).toString() : "[]");
    }
  }

  /// Of the cipher suites of TLS 1.2 that a server could choose, none is one of RSA's own, which
  /// are numbered so (RFC 5246 and 5288).
  @Test
  void offersNoKeyExchangeThatALaterTheftOfTheKeyOpens() throws Exception {
    try (var listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var socket = new Socket(InetAddress.getLoopbackAddress(), listening.getLocalPort())) {
      Future<Set<Integer>> offered = servers.submit(() -> offered(listening));
      assertThatThrownBy(() -> library.connect(socket, known(certificates)))
          .isInstanceOf(IOException.class);
      assertThat(offered.get()).contains(0xc02b).doesNotContain(0x2f, 0x35, 0x3c, 0x3d, 0x9c, 0x9d);
    }
  }

  /// The cipher suites of the client's first message (RFC 8446, section 4.1.2).
  private static Set<Integer> offered(ServerSocket listening) throws IOException {
    try (var client = listening.accept();
        var in = new DataInputStream(client.getInputStream())) {
      int recordAndMessage = 5 + 4;
      int versionAndRandom = 2 + 32;
      in.skipNBytes(recordAndMessage + versionAndRandom);
      in.skipNBytes(in.readUnsignedByte());
      var suites = new TreeSet<Integer>();
      for (int left = in.readUnsignedShort(); left > 0; left -= 2) {
        suites.add(in.readUnsignedShort());
      }
      return suites;
    }
  }

  @Test
  void endsAReadWhenAnotherThreadCloses() throws Exception {
    var server = serve("TLSv1.3", NativeTlsTest::keepSilent);
    var connection = library.connect(server.dial(), known(certificates));
    Future<Integer> read = servers.submit(() -> connection.input().read());
    Thread.sleep(100);
    connection.close();
    connection.close();
    assertThatThrownBy(read::get).hasRootCauseInstanceOf(SocketException.class);
    assertThatThrownBy(() -> connection.output().write(1)).isInstanceOf(SocketException.class);
  }

  @Test
  void waitsNoLongerThanTheSocketDoes() throws Exception {
    try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var socket = new Socket(InetAddress.getLoopbackAddress(), silent.getLocalPort())) {
      socket.setSoTimeout(100);
      assertThatThrownBy(() -> library.connect(socket, known(certificates)))
          .isInstanceOf(SocketTimeoutException.class);
      assertThat(socket.isClosed()).isTrue();
    }
  }

  @Test
  void isNotThereWhenTheFileIsNoLibrary() {
    assertThat(NativeTls.load("/nowhere/tls.so")).isEmpty();
    assertThat(NativeTls.load("relative")).isEmpty();
  }
}
