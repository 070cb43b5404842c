package dev.japply.cluster.http;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.X509TrustManager;

/// Java's verification of a server's certificates without Java's handshake.
///
/// It may refuse what Java's own TLS accepts, such as a server whose name is only in the subject of
/// its certificate, but not the other way round.
///
/// @param trust the verifier of Java's own TLS: checks the chain to a trusted authority, validity,
///   algorithms and usage
/// @param name the name or the IP address that the server's certificate must have
record ServerVerification(X509TrustManager trust, String name) {
  /// The key exchange as in TLS 1.3: the key of the certificate must be one for signatures.
  private static final String KEY_EXCHANGE = "UNKNOWN";

  /// Returns the certificates if they are trusted.
  ///
  /// @param chain each certificate as DER, the server's own first
  /// @throws CertificateException if they are not
  List<X509Certificate> verified(byte[][] chain) throws CertificateException {
    var factory = CertificateFactory.getInstance("X.509");
    var certificates = new ArrayList<X509Certificate>();
    for (byte[] der : chain) {
      certificates.add(
          (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(der)));
    }
    trust.checkServerTrusted(certificates.toArray(X509Certificate[]::new), KEY_EXCHANGE);
    ServerNames.check(certificates.getFirst(), name);
    return certificates;
  }
}
