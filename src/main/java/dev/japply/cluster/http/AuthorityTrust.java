package dev.japply.cluster.http;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/// Java's verification of certificates, with the authorities that are valid now.
///
/// Java checks no dates of an authority. If a server's certificate is an authority itself, Java
/// checks neither its dates nor its usage. Go checks all certificates, and so does this.
public final class AuthorityTrust extends X509ExtendedTrustManager {
  private static final List<String> SERVER_USAGES = List.of("1.3.6.1.5.5.7.3.1", "2.5.29.37.0");

  private final Trusted all;
  private final InstantSource clock;
  private volatile Trusted valid;

  private record Trusted(List<X509Certificate> authorities, X509ExtendedTrustManager manager) {}

  @FunctionalInterface
  private interface Verification {
    void by(X509ExtendedTrustManager manager) throws CertificateException;
  }

  /// Creates trust in the authorities of a key store.
  ///
  /// @param store null for the authorities of the Java runtime
  public AuthorityTrust(@Nullable KeyStore store, InstantSource clock)
      throws GeneralSecurityException {
    var manager = manager(store);
    this.all = new Trusted(List.of(manager.getAcceptedIssuers()), manager);
    this.clock = clock;
    this.valid = all;
  }

  private static X509ExtendedTrustManager manager(@Nullable KeyStore store)
      throws GeneralSecurityException {
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    for (TrustManager made : factory.getTrustManagers()) {
      if (made instanceof X509ExtendedTrustManager manager) {
        return manager;
      }
    }
    throw new GeneralSecurityException("the Java runtime verifies no certificates");
  }

  /// Returns the earliest end of an authority that is valid at this time; `latest` if none ends
  /// before. The authority of a chain is not known, but it is valid until then.
  static Instant end(X509TrustManager trust, Instant now, Instant latest) {
    return Stream.of(trust.getAcceptedIssuers())
        .filter(authority -> isValid(authority, now))
        .map(authority -> authority.getNotAfter().toInstant())
        .filter(end -> end.isBefore(latest))
        .min(Instant::compareTo)
        .orElse(latest);
  }

  private static boolean isValid(X509Certificate certificate, Instant now) {
    return !now.isBefore(certificate.getNotBefore().toInstant())
        && !now.isAfter(certificate.getNotAfter().toInstant());
  }

  private void verify(X509Certificate[] chain, Verification verification)
      throws CertificateException {
    Instant now = clock.instant();
    List<X509Certificate> current =
        all.authorities().stream().filter(authority -> isValid(authority, now)).toList();
    if (current.size() == all.authorities().size()) {
      verification.by(all.manager());
    } else {
      verifyWithout(current, verification);
    }
    checkUsage(chain[0]);
  }

  private void verifyWithout(List<X509Certificate> current, Verification verification)
      throws CertificateException {
    CertificateException failure = new CertificateExpiredException("no authority is valid");
    if (!current.isEmpty()) {
      try {
        verification.by(valid(current));
        return;
      } catch (CertificateException e) {
        failure = e;
      }
    }
    verification.by(all.manager()); // reports certificates that no authority signed
    var expired = new CertificateExpiredException("the authority is not valid now");
    expired.initCause(failure);
    throw expired;
  }

  private X509ExtendedTrustManager valid(List<X509Certificate> current)
      throws CertificateException {
    Trusted made = valid;
    if (!made.authorities().equals(current)) {
      try {
        var store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        for (X509Certificate authority : current) {
          store.setCertificateEntry("authority-" + store.size(), authority);
        }
        made = new Trusted(current, manager(store));
      } catch (GeneralSecurityException | IOException e) {
        throw new CertificateException(e);
      }
      valid = made;
    }
    return made.manager();
  }

  private static void checkUsage(X509Certificate certificate) throws CertificateException {
    List<String> usages = certificate.getExtendedKeyUsage();
    if (usages != null && usages.stream().noneMatch(SERVER_USAGES::contains)) {
      throw new CertificateException("certificate specifies an incompatible key usage");
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    verify(chain, manager -> manager.checkServerTrusted(chain, type));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    verify(chain, manager -> manager.checkServerTrusted(chain, type, socket));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    verify(chain, manager -> manager.checkServerTrusted(chain, type, engine));
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    throw new CertificateException("no client is verified");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    checkClientTrusted(chain, type);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    checkClientTrusted(chain, type);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return all.manager().getAcceptedIssuers();
  }
}
