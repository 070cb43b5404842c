package dev.japply.cluster.config;

import static dev.japply.cluster.rest.Loopback.CONFIG_MAPS;
import static dev.japply.cluster.rest.Loopback.NOWHERE;
import static dev.japply.cluster.rest.Loopback.NO_SCHEMAS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.config.ConnectionOptions.Overrides;
import dev.japply.cluster.http.NativeTls.Identity;
import dev.japply.cluster.rest.Loopback;
import dev.japply.cluster.rest.LoopbackServer;
import dev.japply.cluster.rest.LoopbackServer.Answer;
import dev.japply.cluster.rest.RestCluster;
import dev.japply.cluster.rest.TestCertificates;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whom a connection trusts.
class TlsTest {
  @TempDir private static Path directory;
  private static TestCertificates mine;
  private static TestCertificates other;

  @BeforeAll
  static void makeCertificates() throws Exception {
    mine = TestCertificates.create("ip:127.0.0.1");
    other = TestCertificates.create("ip:127.0.0.1");
  }

  @Test
  void theClustersAuthorityIsTrusted() throws Exception {
    assertThat(reach(mine, "certificate-authority-data: " + base64(mine.authorityPem()))).isNull();
  }

  /// Servers in a FIPS mode know nothing of the curve that is offered first.
  @ParameterizedTest
  @ValueSource(strings = {"x25519", "secp256r1", "secp384r1", "ffdhe2048"})
  void anyGroupOfKeysWillDo(String group) throws Exception {
    try (LoopbackServer server = mine.serverWith(group)) {
      server.on("/api/v1/namespaces/n/configmaps/c", Answer.json(200, Loopback.FOUND));
      String authority = "certificate-authority-data: " + base64(mine.authorityPem());
      assertThat(get(kubeconfig("https://127.0.0.1:" + server.port(), authority), Overrides.NONE))
          .isNull();
    }
  }

  @Test
  void aKeyOfAnotherCertificateIsTold() throws Exception {
    MapValue user =
        MapValue.of("client-certificate-data", Value.text(base64(mine.pem())))
            .with("client-key-data", Value.text(base64(other.keyPem())));
    assertThatThrownBy(() -> ClientKeys.of(ClientIdentity.of(user)))
        .hasMessage("tls: private key does not match public key");
  }

  @Test
  void keysOfRsaAreToldApart() throws Exception {
    var rsa = TestCertificates.rsa("dns:a");
    var another = TestCertificates.otherRsa("dns:a");
    String type = "tls: private key type does not match public key type";
    assertThat(pair(rsa, rsa)).isEmpty();
    assertThat(pair(rsa, another)).isEqualTo("tls: private key does not match public key");
    assertThat(pair(rsa, mine)).isEqualTo(type);
    assertThat(pair(mine, rsa)).isEqualTo(type);
  }

  /// As tools write them.
  @Test
  void othersMayStandBesideACertificateAndAKey() throws Exception {
    String both = "# mine\n" + mine.keyPem() + mine.pem();
    String parameters =
        "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n";
    assertThat(TlsConfig.keyManagers(new Identity(both, both))).isNotEmpty();
    assertThat(TlsConfig.keyManagers(new Identity(both, parameters + mine.keyPem()))).isNotEmpty();
  }

  /// What is wrong with one's certificate beside the other's key; empty when nothing is.
  private static String pair(TestCertificates certificate, TestCertificates key) throws Exception {
    try {
      TlsConfig.keyManagers(new Identity(certificate.pem(), key.keyPem()));
      return "";
    } catch (ClusterException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Test
  void theAuthorityMayStandInAFileBesideTheKubeconfig() throws Exception {
    Files.writeString(directory.resolve("ca.crt"), "# the authority\n" + mine.authorityPem());
    assertThat(reach(mine, "certificate-authority: ca.crt")).isNull();
  }

  @Test
  void severalAuthoritiesAreTrusted() throws Exception {
    String both = base64(other.authorityPem() + mine.authorityPem());
    assertThat(reach(mine, "certificate-authority-data: " + both)).isNull();
    assertThat(reach(other, "certificate-authority-data: " + both)).isNull();
  }

  @Test
  void noOtherAuthorityIsTrusted() throws Exception {
    ClusterException error =
        reach(mine, "certificate-authority-data: " + base64(other.authorityPem()));
    assertThat(error.kind()).isEqualTo(Kind.TLS);
    assertThat(error)
        .hasMessage(
            "Unable to connect to the server: tls: failed to verify certificate: x509: certificate"
                + " signed by unknown authority");
    assertThat(error.hint()).contains("certificate-authority");
  }

  @Test
  void publicAuthoritiesAreNotTrustedBesideTheClustersOwn() throws Exception {
    MapValue cluster =
        MapValue.of("certificate-authority-data", Value.text(base64(mine.authorityPem())));
    var trusted = ((X509TrustManager) TlsConfig.trustManagers(cluster)[0]).getAcceptedIssuers();
    assertThat(trusted)
        .extracting(X509Certificate::getSubjectX500Principal)
        .extracting(Object::toString)
        .singleElement()
        .asString()
        .startsWith("CN=authority of ");
  }

  @Test
  void withoutAnAuthorityThePublicOnesAreAsked() throws Exception {
    assertThat(((X509TrustManager) TlsConfig.trustManagers(MapValue.EMPTY)[0]).getAcceptedIssuers())
        .hasSizeGreaterThan(10);
    assertThat(reach(mine, "")).hasMessageContaining("certificate signed by unknown authority");
  }

  @Test
  void theCertificateMustBeForTheServer() throws Exception {
    TestCertificates elsewhere = TestCertificates.create("dns:elsewhere.example");
    ClusterException error =
        reach(elsewhere, "certificate-authority-data: " + base64(elsewhere.authorityPem()));
    assertThat(error.kind()).isEqualTo(Kind.TLS);
    assertThat(error)
        .hasMessageContaining("x509: certificate is not valid for this server")
        .hasMessageContaining("127.0.0.1");
  }

  @Test
  void theCertificateMustNotHaveExpired() throws Exception {
    TestCertificates old =
        TestCertificates.create(
            "ip:127.0.0.1",
            Instant.now().minus(Duration.ofDays(3)),
            Instant.now().minus(Duration.ofDays(2)));
    ClusterException error =
        reach(old, "certificate-authority-data: " + base64(old.authorityPem()));
    assertThat(error).hasMessageEndingWith("x509: certificate has expired or is not yet valid");
  }

  @Test
  void verificationCanBeSwitchedOff() throws Exception {
    TestCertificates elsewhere = TestCertificates.create("dns:elsewhere.example");
    assertThat(reach(elsewhere, "insecure-skip-tls-verify: true")).isNull();
    var overrides = Overrides.NONE.withCluster("insecure-skip-tls-verify", "true");
    assertThat(
            reach(
                elsewhere,
                "certificate-authority-data: " + base64(other.authorityPem()),
                overrides))
        .isNull();
  }

  @Test
  void aServerWithoutTlsIsTold() throws Exception {
    try (var plain = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> answerInClear(plain));
      String server = "https://127.0.0.1:" + plain.getLocalPort();
      ClusterException error = get(kubeconfig(server, ""), Overrides.NONE);
      assertThat(error.kind()).isEqualTo(Kind.TLS);
      assertThat(error).hasMessageContaining("server gave HTTP response to HTTPS client");
    }
  }

  private static void answerInClear(ServerSocket plain) {
    try (Socket connection = plain.accept()) {
      connection.getInputStream().read();
      byte[] answer = "HTTP/1.0 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
      connection.getOutputStream().write(answer);
      connection.shutdownOutput();
      connection.getInputStream().readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "certificate-authority-data: '%%%'",
        "certificate-authority-data: bm90aGluZw==",
        "certificate-authority: no-such-file"
      })
  void whatCannotBeUsedIsToldAtOnce(String entry) throws Exception {
    Path kubeconfig = kubeconfig("https://127.0.0.1:1", entry);
    assertThatThrownBy(() -> connect(kubeconfig, Overrides.NONE))
        .isInstanceOfSatisfying(
            ClusterException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CONFIGURATION));
  }

  @Test
  void clientKeysOfEllipticCurvesAreRead() throws Exception {
    MapValue user =
        MapValue.of("client-certificate-data", Value.text(base64(mine.pem())))
            .with("client-key-data", Value.text(base64(mine.keyPem())));
    assertThat(ClientKeys.of(ClientIdentity.of(user))).isNotEmpty();
  }

  private static ClusterException reach(TestCertificates certificates, String entry)
      throws IOException {
    return reach(certificates, entry, Overrides.NONE);
  }

  /// The error of a GET; null when it came through.
  private static ClusterException reach(
      TestCertificates certificates, String entry, Overrides overrides) throws IOException {
    try (LoopbackServer server = certificates.server()) {
      server.on("/api/v1/namespaces/n/configmaps/c", Answer.json(200, Loopback.FOUND));
      return get(kubeconfig("https://127.0.0.1:" + server.port(), entry), overrides);
    }
  }

  private static ClusterException get(Path kubeconfig, Overrides overrides) {
    try (var cluster = connect(kubeconfig, overrides)) {
      return catchThrowableOfType(
          ClusterException.class, () -> cluster.get(CONFIG_MAPS, "n", "c").orElseThrow());
    }
  }

  private static RestCluster connect(Path kubeconfig, Overrides overrides) {
    return Loopback.connect(
        ConnectionOptions.of(kubeconfig.toString()).withOverrides(overrides),
        NOWHERE,
        NO_SCHEMAS,
        warning -> {});
  }

  private static Path kubeconfig(String server, String entry) throws IOException {
    Path file = Files.createTempFile(directory, "kubeconfig", "");
    return Files.writeString(
        file,
        """
        current-context: x
        contexts: [{name: x, context: {cluster: c}}]
        clusters:
        - name: c
          cluster:
            server: %s
            %s
        """
            .formatted(server, entry));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
