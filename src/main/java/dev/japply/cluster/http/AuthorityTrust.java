package dev.japply.cluster.http;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/// Java's verification of certificates, and the rules of Go that it lacks ([CertificatePaths],
/// [ServerNames]).
public final class AuthorityTrust extends X509ExtendedTrustManager {
  private final X509ExtendedTrustManager manager;
  private final List<X509Certificate> authorities;
  private final InstantSource clock;

  @FunctionalInterface
  private interface Verification {
    void by(X509ExtendedTrustManager manager) throws CertificateException;
  }

  /// Creates trust in the authorities of a key store.
  ///
  /// @param store null for the authorities of the Java runtime
  public AuthorityTrust(@Nullable KeyStore store, InstantSource clock)
      throws GeneralSecurityException {
    this.manager = manager(store);
    this.authorities = List.of(manager.getAcceptedIssuers());
    this.clock = clock;
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
    verification.by(manager);
    CertificatePaths.check(authorities, List.of(chain), clock.instant());
  }

  private static void checkName(X509Certificate certificate, SSLSession session)
      throws CertificateException {
    ServerNames.check(certificate, session.getPeerHost());
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    verify(chain, java -> java.checkServerTrusted(chain, type));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    verify(chain, java -> java.checkServerTrusted(chain, type, socket));
    if (socket instanceof SSLSocket secured) {
      checkName(chain[0], secured.getHandshakeSession());
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    verify(chain, java -> java.checkServerTrusted(chain, type, engine));
    checkName(chain[0], engine.getHandshakeSession());
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
    return manager.getAcceptedIssuers();
  }
}
