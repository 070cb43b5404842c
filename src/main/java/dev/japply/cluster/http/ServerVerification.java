package dev.japply.cluster.http;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
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

  /// The types of alternative names (RFC 5280, section 4.2.1.6).
  private static final Integer DNS_NAME = 2;

  private static final Integer IP_ADDRESS = 7;

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
    if (!isNamed(certificates.getFirst())) {
      throw new CertificateException("no alternative name is " + name);
    }
    return certificates;
  }

  private boolean isNamed(X509Certificate certificate) throws CertificateParsingException {
    Collection<List<?>> names =
        Objects.requireNonNullElse(certificate.getSubjectAlternativeNames(), List.of());
    Integer type = Tls.isAddress(name) ? IP_ADDRESS : DNS_NAME;
    for (List<?> entry : names) {
      if (entry.get(0).equals(type) && isName((String) entry.get(1))) {
        return true;
      }
    }
    return false;
  }

  /// Whether an alternative name is the name, or is it with an asterisk as its first label.
  private boolean isName(String alternative) {
    if (alternative.equalsIgnoreCase(name)) {
      return true;
    }
    int dot = name.indexOf('.');
    boolean hasDomain = dot > 0 && name.indexOf('.', dot + 1) > 0;
    return hasDomain
        && !Tls.isAddress(name)
        && alternative.equalsIgnoreCase("*" + name.substring(dot));
  }
}
