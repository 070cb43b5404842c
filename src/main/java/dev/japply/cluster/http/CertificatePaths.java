package dev.japply.cluster.http;

import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The paths from a server's certificate to authorities, by the rules of Go that Java lacks.
///
/// Java does not check an authority's own dates, limits, usages and critical extensions, nor the
/// usages of certificates between. A path must be right in all of that.
final class CertificatePaths {
  private static final List<String> SERVER_USAGES = List.of("1.3.6.1.5.5.7.3.1", "2.5.29.37.0");

  /// As in Go: a hostile server could send certificates with very many paths.
  private static final int MOST_SIGNATURES = 100;

  private final List<X509Certificate> authorities;
  private final List<X509Certificate> sent;
  private final Instant now;
  private int signatures;
  private @Nullable CertificateException failure;

  private CertificatePaths(
      List<X509Certificate> authorities, List<X509Certificate> sent, Instant now) {
    this.authorities = authorities;
    this.sent = sent;
    this.now = now;
  }

  /// Checks that a path leads from the first certificate to an authority.
  ///
  /// @param sent the certificates of the server, verified by Java
  /// @throws CertificateException with the error of the first path if none does
  static void check(List<X509Certificate> authorities, List<X509Certificate> sent, Instant now)
      throws CertificateException {
    var paths = new CertificatePaths(authorities, sent, now);
    if (!paths.leads(List.of(sent.getFirst()))) {
      throw paths.failure != null
          ? paths.failure
          : new CertificateException("no authority has signed the certificate");
    }
  }

  /// Whether a right path to an authority begins with `path`.
  private boolean leads(List<X509Certificate> path) {
    X509Certificate last = path.getLast();
    if (authorities.contains(last)) {
      return isRight(path);
    }
    for (X509Certificate authority : authorities) {
      if (isIssuer(authority, last) && isRight(with(path, authority))) {
        return true;
      }
    }
    for (X509Certificate between : sent) {
      if (!path.contains(between)
          && !authorities.contains(between)
          && isIssuer(between, last)
          && leads(with(path, between))) {
        return true;
      }
    }
    return false;
  }

  private static List<X509Certificate> with(List<X509Certificate> path, X509Certificate next) {
    var longer = new ArrayList<>(path);
    longer.add(next);
    return longer;
  }

  private boolean isIssuer(X509Certificate issuer, X509Certificate signed) {
    if (!issuer.getSubjectX500Principal().equals(signed.getIssuerX500Principal())
        || signatures++ >= MOST_SIGNATURES) {
      return false;
    }
    try {
      signed.verify(issuer.getPublicKey());
      return true;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private boolean isRight(List<X509Certificate> path) {
    try {
      for (int i = 0; i < path.size(); i++) {
        check(path, i);
      }
      return true;
    } catch (CertificateException e) {
      failure = failure == null ? e : failure;
      return false;
    }
  }

  private void check(List<X509Certificate> path, int place) throws CertificateException {
    X509Certificate certificate = path.get(place);
    checkDates(certificate, place == 0 ? "certificate" : "authority");
    if (certificate.hasUnsupportedCriticalExtension()) {
      throw new CertificateException("unhandled critical extension");
    }
    String algorithm = certificate.getSigAlgName().toUpperCase(Locale.ROOT);
    boolean signed = place < path.size() - 1;
    if (signed && (algorithm.startsWith("SHA1") || algorithm.startsWith("MD"))) {
      throw new CertificateException("cannot verify signature: insecure algorithm " + algorithm);
    }
    List<String> usages = certificate.getExtendedKeyUsage();
    if (usages != null && usages.stream().noneMatch(SERVER_USAGES::contains)) {
      throw new CertificateException("certificate specifies an incompatible key usage");
    }
    if (place > 0) {
      checkLimits(path.subList(0, place), certificate);
    }
  }

  /// @param below the certificates before the authority in the path
  private static void checkLimits(List<X509Certificate> below, X509Certificate authority)
      throws CertificateException {
    int most = authority.getBasicConstraints();
    if (most >= 0 && below.size() - 1 > most) {
      throw new CertificateException("too many intermediates for path length constraint");
    }
    NameConstraints names = NameConstraints.of(authority);
    for (X509Certificate each : below) {
      names.check(each);
    }
  }

  private void checkDates(X509Certificate certificate, String role) throws CertificateException {
    Instant from = certificate.getNotBefore().toInstant();
    Instant until = certificate.getNotAfter().toInstant();
    String who = "the " + role + " " + certificate.getSubjectX500Principal().getName();
    if (now.isAfter(until)) {
      throw new CertificateExpiredException(who + " expired at " + until);
    }
    if (now.isBefore(from)) {
      throw new CertificateNotYetValidException(who + " is not valid before " + from);
    }
  }
}
