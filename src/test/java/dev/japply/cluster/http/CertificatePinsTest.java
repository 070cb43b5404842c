package dev.japply.cluster.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.japply.cluster.http.CertificatePins.Conditions;
import dev.japply.cluster.http.CertificatePins.Pin;
import dev.japply.cluster.rest.TestCertificates;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Isolated("sets system properties")
class CertificatePinsTest {
  private static final Conditions HOME = new Conditions("10.0.0.1:6443", "kubernetes", "PEM");

  @TempDir Path root;

  private static List<X509Certificate> chain;
  private static List<X509Certificate> brief;

  private static AuthorityTrust trust;

  private Path directory;

  @BeforeAll
  static void certify() throws Exception {
    chain = chain(TestCertificates.create("dns:kubernetes"));
    trust = trust(chain.getLast());
    brief =
        chain(
            TestCertificates.create(
                "dns:kubernetes",
                Instant.now().minus(Duration.ofHours(12)),
                Instant.now().plus(Duration.ofHours(12))));
  }

  private static List<X509Certificate> chain(TestCertificates certificates) throws Exception {
    String both = certificates.pem() + certificates.authorityPem();
    return CertificateFactory.getInstance("X.509")
        .generateCertificates(new ByteArrayInputStream(both.getBytes(StandardCharsets.US_ASCII)))
        .stream()
        .map(X509Certificate.class::cast)
        .toList();
  }

  private static AuthorityTrust trust(X509Certificate authority) throws Exception {
    var store = KeyStore.getInstance("JKS");
    store.load(null, null);
    store.setCertificateEntry("authority", authority);
    return new AuthorityTrust(store, InstantSource.system());
  }

  /// The server does not show its authority.
  @Test
  void aPinEndsWithItsAuthority() throws Exception {
    Instant now = Instant.now();
    var shown =
        chain(
            TestCertificates.ofAuthority(
                "dns:kubernetes", now.minusSeconds(60), now.plus(Duration.ofHours(1))));
    Pin pin = servers(Duration.ZERO).put(HOME, List.of(shown.getFirst()), trust(shown.getLast()));
    assertThat(pin.until()).isEqualTo(shown.getLast().getNotAfter().toInstant());
    assertThat(servers(Duration.ofMinutes(59)).isCurrent(pin)).isTrue();
    assertThat(servers(Duration.ofMinutes(61)).isCurrent(pin)).isFalse();
  }

  @BeforeEach
  void place() throws Exception {
    directory = root.resolve("servers");
  }

  private CertificatePins servers(Duration later) {
    Clock clock = Clock.fixed(Instant.now().plus(later), ZoneOffset.UTC);
    return new CertificatePins(root, clock);
  }

  private boolean knows(Conditions conditions) {
    return !servers(Duration.ZERO).find(conditions).isEmpty();
  }

  @Test
  void givesBackWhatWasKept() throws Exception {
    servers(Duration.ZERO).put(HOME, chain, trust);
    List<Pin> kept = servers(Duration.ZERO).find(HOME);
    assertThat(kept).hasSize(1);
    assertThat(kept.getFirst().chain())
        .containsExactly(chain.getFirst().getEncoded(), chain.getLast().getEncoded());
  }

  @Test
  void knowsNobodyUnderOtherConditions() throws Exception {
    servers(Duration.ZERO).put(HOME, chain, trust);
    assertThat(knows(HOME)).isTrue();
    assertThat(knows(new Conditions("10.0.0.1:6444", "kubernetes", "PEM"))).isFalse();
    assertThat(knows(new Conditions("10.0.0.1:6443", "other", "PEM"))).isFalse();
    assertThat(knows(new Conditions("10.0.0.1:6443", "kubernetes", "other PEM"))).isFalse();
    assertThat(knows(new Conditions("10.0.0.1_6443", "kubernetes", "PEM"))).isFalse();
  }

  @Test
  void forgetsAfterADay() throws Exception {
    servers(Duration.ZERO).put(HOME, chain, trust);
    Pin pin = servers(Duration.ZERO).find(HOME).getFirst();
    for (int hours : List.of(0, 1, 23)) {
      assertThat(servers(Duration.ofHours(hours)).find(HOME)).hasSize(1);
      assertThat(servers(Duration.ofHours(hours)).isCurrent(pin)).isTrue();
    }
    for (int hours : List.of(-25, 25)) {
      assertThat(servers(Duration.ofHours(hours)).find(HOME)).isEmpty();
      assertThat(servers(Duration.ofHours(hours)).isCurrent(pin)).isFalse();
    }
  }

  @Test
  void knowsNobodyByCertificatesThatHaveExpired() throws Exception {
    servers(Duration.ZERO).put(HOME, brief, trust);
    Pin pin = servers(Duration.ZERO).find(HOME).getFirst();
    assertThat(servers(Duration.ofHours(11)).isCurrent(pin)).isTrue();
    assertThat(servers(Duration.ofHours(11)).find(HOME)).hasSize(1);
    assertThat(servers(Duration.ofHours(13)).isCurrent(pin)).isFalse();
    assertThat(servers(Duration.ofHours(13)).find(HOME)).isEmpty();
    assertThat(servers(Duration.ofHours(-13)).isCurrent(pin)).isFalse();
    assertThat(servers(Duration.ofHours(-13)).find(HOME)).isEmpty();
  }

  @Test
  void knowsSeveralServersBehindOneAddress() throws Exception {
    putLater(1, chain);
    putLater(2, brief);
    putLater(3, chain);
    assertThat(servers(Duration.ofHours(4)).find(HOME))
        .extracting(pin -> pin.chain().getFirst())
        .containsExactly(chain.getFirst().getEncoded(), brief.getFirst().getEncoded());
    for (int length = 1; length < 20; length++) {
      servers(Duration.ZERO).put(HOME, Collections.nCopies(length, chain.getFirst()), trust);
    }
    assertThat(servers(Duration.ZERO).find(HOME)).hasSize(8);
  }

  /// A file that was written in so many hours.
  private void putLater(int hours, List<X509Certificate> shown) throws Exception {
    servers(Duration.ofHours(hours)).put(HOME, shown, trust);
    Instant then = Instant.now().plus(Duration.ofHours(hours));
    Files.setLastModifiedTime(files().getFirst(), FileTime.from(then));
  }

  /// Not even when japply has written there since: what others put in would be trusted with it.
  @ParameterizedTest
  @ValueSource(strings = {"rwxrwxrwx", "rwxrwx---", "rwx-w----", "rwxr-xr-x"})
  void knowsNobodyByADirectoryThatWasOpenToOthers(String mode) throws Exception {
    servers(Duration.ZERO).put(HOME, chain, trust);
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(mode));
    assertThat(knows(HOME)).isFalse();
    servers(Duration.ZERO).put(new Conditions("10.0.0.2:6443", "kubernetes", "PEM"), chain, trust);
    assertThat(knows(HOME)).isFalse();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
        .isEqualTo(mode);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-rw----", "rw-r--r--", "rw-----w-"})
  void knowsNobodyByAFileThatWasOpenToOthers(String mode) throws Exception {
    servers(Duration.ZERO).put(HOME, chain, trust);
    Files.setPosixFilePermissions(files().getFirst(), PosixFilePermissions.fromString(mode));
    assertThat(knows(HOME)).isFalse();
  }

  @Test
  void knowsNobodyByFilesOfAnotherUser() throws Exception {
    servers(Duration.ZERO).put(HOME, chain, trust);
    for (Path theirs : List.of(root, directory, files().getFirst())) {
      giveAway(theirs);
      assertThat(knows(HOME)).as("%s is another user's", theirs).isFalse();
      Files.setAttribute(theirs, "unix:uid", Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
      assertThat(knows(HOME)).isTrue();
    }
  }

  private static void giveAway(Path path) throws Exception {
    try {
      Files.setAttribute(path, "unix:uid", 65_534);
    } catch (IOException e) {
      assumeTrue(false, "only the superuser may give files to others");
    }
  }

  @Test
  void knowsNobodyByALink() throws Exception {
    servers(Duration.ZERO).put(HOME, chain, trust);
    Path file = files().getFirst();
    Path elsewhere = Files.move(file, root.resolve("elsewhere"));
    Files.createSymbolicLink(file, elsewhere);
    assertThat(knows(HOME)).isFalse();
  }

  /// A file that claims more was not written by japply, or when a clock was wrong.
  @Test
  void aServerIsNotTrustedForLongerThanADayAfterItsFileWasWritten() throws Exception {
    servers(Duration.ZERO).put(HOME, chain, trust);
    Path file = files().getFirst();
    FileTime written = Files.getLastModifiedTime(file);
    Files.setLastModifiedTime(file, FileTime.from(written.toInstant().minusSeconds(60)));
    assertThat(knows(HOME)).isFalse();
    Files.setLastModifiedTime(file, written);
    assertThat(knows(HOME)).isTrue();
  }

  /// As in containers that run with a number for a user.
  @Test
  @EnabledOnOs(OS.LINUX)
  void knowsServersOfAUserWithoutAName() throws Exception {
    String name = System.setProperty("user.name", "?");
    try {
      servers(Duration.ZERO).put(HOME, chain, trust);
      assertThat(knows(HOME)).isTrue();
    } finally {
      System.setProperty("user.name", name);
    }
  }

  @Test
  void knowsNobodyByDamagedFiles() throws Exception {
    servers(Duration.ZERO).put(HOME, chain, trust);
    Path file = files().getFirst();
    String text = Files.readString(file);
    for (int length : List.of(0, 10, text.length() / 2, text.length() - 1)) {
      Files.writeString(file, text.substring(0, length));
      assertThat(knows(HOME)).isFalse();
    }
    Files.writeString(file, text);
    assertThat(knows(HOME)).isTrue();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }
}
