package dev.japply.cluster.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.stream.Collectors.joining;

import dev.japply.io.FileCache;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.X509TrustManager;

/// Certificates of servers that passed verification before, stored on disk.
///
/// Java verified them against a certificate authority and the name of the server. A server that
/// presents the same chain for the same authority and name is the same server: it has the private
/// key, else the handshake fails. Certificates are trusted for [#TRUSTED], and while all of them
/// are valid. Several servers with different certificates can share an address.
///
/// As with `known_hosts` of ssh, a user with write access to the file could name another server.
/// The directory and each file must have the user as owner and no permissions for others; else they
/// are ignored.
public final class CertificatePins {
  /// The validity of a verification.
  static final Duration TRUSTED = Duration.ofDays(1);

  private static final Duration LAG = Duration.ofSeconds(1);

  /// The maximum number of servers for one address.
  private static final int MOST = 8;

  private static final FileCache.Kind KIND = new FileCache.Kind("servers", "server", 4);

  private final FileCache files;
  private final Clock clock;

  /// Opens a store in a directory below `root`, which is created by the first entry. It has at most
  /// a hundred entries.
  public CertificatePins(Path root, Clock clock) {
    this.files = new FileCache(root, KIND, 100, 4L << 20);
    this.clock = clock;
  }

  /// The conditions of a verification of certificates.
  ///
  /// @param server the address, `host:port`
  /// @param name the name that the certificate must have
  /// @param authority the trusted certificates in PEM
  public record Conditions(String server, String name, String authority) {}

  /// The certificate chain of one server.
  ///
  /// @param from the start of its validity
  /// @param until the end of its validity
  /// @param chain the certificates, each as DER
  record Pin(Instant from, Instant until, List<byte[]> chain) {}

  /// Returns the chains that are valid now, the newest first.
  List<Pin> find(Conditions conditions) {
    return files
        .get(fileName(conditions))
        .flatMap(kept -> kept.after(head(conditions)).map(pins -> read(pins, kept.time())))
        .orElse(List.of());
  }

  /// Returns true if the chain is valid now.
  boolean isCurrent(Pin pin) {
    Instant now = clock.instant();
    return !now.isBefore(pin.from()) && !now.isAfter(pin.until());
  }

  /// Stores a chain that was just verified, in addition to the chains of other servers, and returns
  /// it.
  ///
  /// @param trust the verifier: a chain is not valid longer than its authority
  /// @throws CertificateEncodingException if a certificate has no encoded form
  Pin put(Conditions conditions, List<X509Certificate> chain, X509TrustManager trust)
      throws CertificateEncodingException {
    Pin pin = pin(chain, trust);
    String added = line(pin);
    String certificates = certificates(added);
    Stream<String> others =
        find(conditions).stream()
            .map(CertificatePins::line)
            .filter(line -> !certificates(line).equals(certificates))
            .limit(MOST - 1);
    String lines = Stream.concat(Stream.of(added), others).collect(joining("\n"));
    files.put(fileName(conditions), head(conditions) + lines);
    return pin;
  }

  private Pin pin(List<X509Certificate> chain, X509TrustManager trust)
      throws CertificateEncodingException {
    Instant now = clock.instant();
    Instant from = now.minus(TRUSTED);
    Instant until = AuthorityTrust.end(trust, now, now.plus(TRUSTED));
    var certificates = new ArrayList<byte[]>();
    for (X509Certificate certificate : chain) {
      Instant start = certificate.getNotBefore().toInstant();
      Instant end = certificate.getNotAfter().toInstant();
      from = from.isAfter(start) ? from : start;
      until = until.isBefore(end) ? until : end;
      certificates.add(certificate.getEncoded());
    }
    return new Pin(from, until, certificates);
  }

  /// The start of the file. Its last number is the length of the authority, which may have any
  /// characters.
  private static String head(Conditions conditions) {
    String authority = conditions.authority();
    int length = authority.length();
    return conditions.server() + " " + conditions.name() + " " + length + "\n" + authority + "\n";
  }

  private static String line(Pin pin) {
    Base64.Encoder encoder = Base64.getEncoder();
    return pin.from().getEpochSecond()
        + " "
        + pin.until().getEpochSecond()
        + pin.chain().stream().map(der -> " " + encoder.encodeToString(der)).collect(joining());
  }

  private static String certificates(String line) {
    return line.substring(line.indexOf(' ', line.indexOf(' ') + 1));
  }

  /// @param pins the lines of a file
  /// @param written the time of the file
  private List<Pin> read(byte[] pins, Instant written) {
    return Stream.of(new String(pins, ISO_8859_1).split("\n", -1))
        .flatMap(line -> pin(line).stream())
        .filter(pin -> isCurrent(pin) && isOfItsTime(pin, written))
        .toList();
  }

  /// Checks that the validity is not longer than it could be when the file was written. File times
  /// may be slightly behind the clock.
  private static boolean isOfItsTime(Pin pin, Instant written) {
    return !pin.until().isAfter(written.plus(TRUSTED).plus(LAG));
  }

  private static Optional<Pin> pin(String line) {
    try {
      String[] words = line.split(" ", -1);
      var chain = new ArrayList<byte[]>();
      for (int i = 2; i < words.length; i++) {
        chain.add(Base64.getDecoder().decode(words[i]));
      }
      Instant from = Instant.ofEpochSecond(Long.parseLong(words[0]));
      Instant until = Instant.ofEpochSecond(Long.parseLong(words[1]));
      return chain.isEmpty() ? Optional.empty() : Optional.of(new Pin(from, until, chain));
    } catch (IllegalArgumentException | IndexOutOfBoundsException | DateTimeException e) {
      return Optional.empty();
    }
  }

  private static String fileName(Conditions conditions) {
    return FileCache.name(conditions.server() + " " + conditions.name());
  }
}
