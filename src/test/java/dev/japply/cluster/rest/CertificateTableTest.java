package dev.japply.cluster.rest;

import static dev.japply.cluster.rest.TestCertificates.constraints;
import static dev.japply.cluster.rest.TestCertificates.root;
import static dev.japply.cluster.rest.TestCertificates.rsaRoot;
import static dev.japply.cluster.rest.WatchedWay.NAME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.japply.cluster.rest.WatchedWay.Entries;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Which certificates are accepted, with Java's TLS and with the native library: those that kubectl
/// accepts.
class CertificateTableTest {
  private static final String IP = "ip:" + NAME;
  private static final String DNS = "dns:api.shop.example";
  private static final String FOR_SERVERS = "30130603551d25040c300a06082b06010505070301";
  private static final String FOR_CLIENTS = "30130603551d25040c300a06082b06010505070302";
  private static final String FOR_ANY = "300f0603551d250408300606" + "04551d2500";
  private static final String UNKNOWN = "300d06042a0304050101ff04020500";
  private static final String AUTHORITY_AND = "3012";

  @TempDir private Path directory;
  private WatchedWay way;

  @BeforeEach
  void start() throws Exception {
    way = new WatchedWay(root().server(IP), directory);
  }

  @AfterEach
  void stop() throws IOException {
    way.close();
  }

  /// @param phrase what kubectl says; empty if it accepts the server
  /// @param name the `tls-server-name`; empty for the address
  record Row(String title, TestCertificates shown, String name, String phrase) {
    @Override
    public String toString() {
      return title;
    }
  }

  private static Row good(String title, TestCertificates shown) {
    return new Row(title, shown, "", "");
  }

  private static Row bad(String title, TestCertificates shown, String phrase) {
    return new Row(title, shown, "", phrase);
  }

  private static Row named(String title, TestCertificates shown, String phrase) {
    return new Row(title, shown, "api.shop.example", phrase);
  }

  /// Basic constraints with a length of the path.
  private static String path(int length) {
    return AUTHORITY_AND + "0603551d130101ff040830060101ff0201%02x".formatted(length);
  }

  /// Refused with a message that is not kubectl's.
  private static final String ANY = "x509: ";

  private static final String PATH = "too many intermediates for path length constraint";
  private static final String USAGE = "certificate specifies an incompatible key usage";
  private static final String NAMES = "certificate is not authorized to sign for this name";
  private static final String EXTENSION = "unhandled critical extension";
  private static final String DATES = "certificate has expired or is not yet valid";

  /// Go has another text, and for the server's own key none of x509.
  private static final String WEAK = "is too weak: renew them";

  private static final String STRANGER = "certificate signed by unknown authority";

  static Stream<Row> rows() throws Exception {
    Instant now = Instant.now();
    Instant then = now.minus(Duration.ofDays(3));
    Instant later = now.plus(Duration.ofDays(2));
    Duration day = Duration.ofDays(1);
    TestCertificates plain = root();
    return Stream.of(
        good("plain", plain.server(IP)),
        bad("expired", plain.another(IP, then, then.plus(day)), DATES),
        bad("future", plain.another(IP, later, later.plus(day)), DATES),
        bad("expired root", TestCertificates.ofAuthority(IP, then, then.plus(day)), DATES),
        bad("future root", TestCertificates.ofAuthority(IP, later, later.plus(day)), DATES),
        bad("expired between", plain.authority(then, then.plus(day)).server(IP), DATES),
        bad("future between", plain.authority(later, later.plus(day)).server(IP), DATES),
        bad(
            "expired issuer is trusted",
            plain.authority(then, then.plus(day)).server(IP).trustedByIssuer(),
            DATES),
        bad("expires now", plain.another(IP, then, now), DATES),
        good("expires in an hour", plain.another(IP, then, now.plus(Duration.ofHours(1)))),
        bad("valid from tomorrow", plain.another(IP, now.plus(day), later), DATES),
        good("valid from now", plain.another(IP, now, later)),
        bad("root expires now", TestCertificates.ofAuthority(IP, then, now), DATES),
        bad("root of 512 bits", rsaRoot(512).server(IP), WEAK),
        bad("root of 768 bits", rsaRoot(768).server(IP), WEAK),
        good("root of 1024 bits", rsaRoot(1024).server(IP)),
        bad("between of 768 bits", plain.rsaAuthority(768).server(IP), WEAK),
        good("between of 1024 bits", plain.rsaAuthority(1024).server(IP)),
        bad("768 bits", plain.rsaServer(IP, 768), WEAK),
        good("1024 bits", plain.rsaServer(IP, 1024)),
        good("one between", plain.authority().server(IP)),
        good("two between", plain.authority().authority().server(IP)),
        bad("missing between", plain.authority().server(IP).alone(), STRANGER),
        bad("one of two is missing", plain.authority().authority().server(IP).alone(), STRANGER),
        good("the issuer is trusted", plain.authority().server(IP).trustedByIssuer()),
        good("path 0 of root", root(path(0)).server(IP)),
        bad("path 0 of root, one between", root(path(0)).authority().server(IP), PATH),
        good("path 1 of root, one between", root(path(1)).authority().server(IP)),
        bad("path 1 of root, two", root(path(1)).authority().authority().server(IP), PATH),
        good("path 0 between", plain.authority(path(0)).server(IP)),
        bad("path 0 between, one below", plain.authority(path(0)).authority().server(IP), ANY),
        good("root for servers", root(FOR_SERVERS).server(IP)),
        good("root for any use", root(FOR_ANY).server(IP)),
        bad("root for clients", root(FOR_CLIENTS).server(IP), USAGE),
        bad("between for clients", plain.authority(FOR_CLIENTS).server(IP), USAGE),
        good("between for servers", plain.authority(FOR_SERVERS).server(IP)),
        bad("for clients", plain.server(IP, FOR_CLIENTS), ANY),
        good("for any use", plain.server(IP, FOR_ANY)),
        bad("unknown critical extension of root", root(UNKNOWN).server(IP), EXTENSION),
        bad("unknown critical extension", plain.server(IP, UNKNOWN), ANY),
        bad("unknown one between", plain.authority(UNKNOWN).server(IP), ANY),
        good("address permitted", root(constraints("permitted=ip:127.0.0.0/8")).server(IP)),
        bad("not permitted", root(constraints("permitted=ip:10.0.0.0/8")).server(IP), NAMES),
        bad("excluded", root(constraints("excluded=ip:127.0.0.0/8")).server(IP), NAMES),
        good("other excluded", root(constraints("excluded=ip:10.0.0.0/8")).server(IP)),
        good("only names limited", root(constraints("permitted=dns:a.example")).server(IP)),
        named("name permitted", root(constraints("permitted=dns:shop.example")).server(DNS), ""),
        named("below", root(constraints("permitted=dns:.shop.example")).server(DNS), ""),
        named("same", root(constraints("permitted=dns:.api.shop.example")).server(DNS), NAMES),
        named("name not permitted", root(constraints("permitted=dns:a.org")).server(DNS), NAMES),
        named("ending only", root(constraints("permitted=dns:op.example")).server(DNS), NAMES),
        named("excluded name", root(constraints("excluded=dns:shop.example")).server(DNS), NAMES),
        named(
            "one of two names",
            root(constraints("permitted=dns:shop.example")).server(DNS + ",dns:x.org"),
            NAMES),
        named(
            "not permitted between",
            plain.authority(constraints("permitted=dns:a.org")).server(DNS),
            ANY),
        bad("wrong address", plain.server("ip:127.0.0.2"), ANY),
        bad("an address as a name", plain.server("dns:" + NAME), ANY),
        bad("no names", plain.server(""), ANY),
        named("asterisk", plain.server("dns:*.shop.example"), ""),
        named("part of a label", plain.server("dns:a*.shop.example"), "no alternative name is"),
        named("asterisk within", plain.server("dns:api.*.example"), ANY),
        named("two labels", plain.server("dns:*.example"), ANY));
  }

  private static Entries entries(Row row) throws Exception {
    Entries entries = Entries.trusting(row.shown());
    return row.name().isEmpty()
        ? entries
        : new Entries(entries.cluster() + "\n    tls-server-name: " + row.name(), entries.user());
  }

  private void show(Row row) {
    way.server().set(way.server().manner().showing(row.shown()));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void javaDoes(Row row) throws Exception {
    show(row);
    check(row, way.failure(entries(row), null, false));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void theLibraryDoes(Row row) throws Exception {
    show(row);
    check(row, way.failure(entries(row), way.pinning(Clock.systemUTC()), false));
  }

  private static void check(Row row, String failure) {
    if (row.phrase().isEmpty()) {
      assertThat(failure).isEmpty();
    } else {
      assertThat(failure).startsWith("TLS ").contains(row.phrase());
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  @Tag("verify")
  void kubectlDoes(Row row) throws Exception {
    Path kubectl = Path.of(System.getProperty("japply.e2e", ""), "kubectl");
    assumeTrue(Files.isExecutable(kubectl), "kubectl was not built");
    show(row);
    way.failure(entries(row), null, false); // writes the kubeconfig
    var builder =
        new ProcessBuilder(kubectl.toString(), "get", "--token=t", "--raw", "/x")
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .directory(directory.toFile());
    builder.environment().put("KUBECONFIG", directory.resolve("kubeconfig").toString());
    builder.environment().put("KUBERC", "off");
    Process running = builder.start();
    String said = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    running.waitFor();
    if (row.phrase().isEmpty()) {
      assertThat(said).doesNotContain("x509: ").contains("ConfigMap");
    } else {
      assertThat(said).containsPattern("x509: |crypto/rsa: ");
    }
  }

  @Test
  void theErrorNamesAMissingAuthority() throws Exception {
    assertThat(way.failure(Entries.trusting(root()), null, false))
        .endsWith(
            "the certificate-authority of the kubeconfig did not sign the server's certificate");
    assertThat(way.failure(new Entries("", "{}"), null, false))
        .endsWith("the kubeconfig has no certificate-authority for this server");
  }

  @Test
  void theErrorNamesTheExpiredAuthority() throws Exception {
    Instant then = Instant.now().minus(Duration.ofDays(3));
    TestCertificates old = TestCertificates.ofAuthority(IP, then, then.plusSeconds(60));
    way.server().set(way.server().manner().showing(old));
    assertThat(way.failure(Entries.trusting(old), null, false))
        .containsPattern("the authority CN=authority of [0-9a-f]+ expired at 20");
  }
}
