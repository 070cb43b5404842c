package dev.japply.cluster.http;

import static java.nio.charset.StandardCharsets.UTF_8;
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

/// The certificates by which servers have shown who they are, on disk.
///
/// They were checked, by Java's own rules, against a certificate authority and the name of the
/// server. Who shows the same ones again, for the same authority and name, is the same server: it
/// has the key, else the handshake fails. They count for [#TRUSTED], and while all of them are
/// valid. Behind one address may be several servers, each with certificates of its own.
///
/// As with `known_hosts` of ssh, who can write the file could name another server; the directory
/// and each file are the user's alone, and where they are not, nothing is known.
public final class CertificatePins {
  /// How long certificates count without a new check.
  static final Duration TRUSTED = Duration.ofDays(1);

  private static final Duration LAG = Duration.ofSeconds(1);

  /// So many servers are remembered behind one address.
  private static final int MOST = 8;

  private static final FileCache.Kind KIND = new FileCache.Kind("servers", "server", 2);

  private final FileCache files;
  private final Clock clock;

  /// Servers in a directory below `root`, which is made when the first one is put; at most a
  /// hundred.
  public CertificatePins(Path root, Clock clock) {
    this.files = new FileCache(root, KIND, 100, 4L << 20);
    this.clock = clock;
  }

  /// Under what conditions certificates were accepted.
  ///
  /// @param server its address, `host:port`
  /// @param name the name that the certificate must be for
  /// @param authority the certificates that are trusted, in PEM
  public record Conditions(String server, String name, String authority) {}

  /// What one server shows.
  ///
  /// @param from when it begins to count
  /// @param until when it counts no more
  /// @param chain its certificates, each as DER
  record Pin(Instant from, Instant until, List<byte[]> chain) {}

  /// What servers have shown, and counts now, the newest first.
  List<Pin> find(Conditions conditions) {
    return files.get(fileName(conditions)).map(kept -> read(conditions, kept)).orElse(List.of());
  }

  /// Whether it counts now.
  boolean isCurrent(Pin pin) {
    Instant now = clock.instant();
    return !now.isBefore(pin.from()) && !now.isAfter(pin.until());
  }

  /// Keeps a chain that was accepted just now, beside those of other servers.
  void put(Conditions conditions, List<X509Certificate> chain) {
    try {
      String added = line(pin(chain));
      String certificates = certificates(added);
      Stream<String> others =
          find(conditions).stream()
              .map(CertificatePins::line)
              .filter(line -> !certificates(line).equals(certificates))
              .limit(MOST - 1);
      String lines = Stream.concat(Stream.of(added), others).collect(joining("\n"));
      files.put(fileName(conditions), head(conditions) + "\n" + lines);
    } catch (CertificateEncodingException e) {
      // Then it stays unknown.
    }
  }

  private Pin pin(List<X509Certificate> chain) throws CertificateEncodingException {
    Instant from = clock.instant().minus(TRUSTED);
    Instant until = clock.instant().plus(TRUSTED);
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

  private static String head(Conditions conditions) {
    String authority = Base64.getEncoder().encodeToString(conditions.authority().getBytes(UTF_8));
    return conditions.server() + " " + conditions.name() + " " + authority;
  }

  private static String line(Pin pin) {
    Base64.Encoder encoder = Base64.getEncoder();
    return pin.from().getEpochSecond()
        + " "
        + pin.until().getEpochSecond()
        + pin.chain().stream().map(der -> " " + encoder.encodeToString(der)).collect(joining());
  }

  /// The line without its times.
  private static String certificates(String line) {
    return line.substring(line.indexOf(' ', line.indexOf(' ') + 1));
  }

  private List<Pin> read(Conditions conditions, FileCache.Kept kept) {
    List<String> lines = kept.text().lines().toList();
    return !lines.isEmpty() && lines.getFirst().equals(head(conditions))
        ? lines.stream()
            .skip(1)
            .flatMap(line -> pin(line).stream())
            .filter(pin -> isCurrent(pin) && isOfItsTime(pin, kept.time()))
            .toList()
        : List.of();
  }

  /// Whether no longer trust is claimed than there was to give when the file was written. The time
  /// of files may lag behind the clock for a moment.
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
