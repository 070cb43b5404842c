package dev.japply.cluster.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/// The names that a certificate is for, by Go's rules: only alternative names count, and an
/// asterisk is a whole first label. Java also accepts the subject's name and `a*.example.com`.
final class ServerNames {
  /// The types of alternative names (RFC 5280, section 4.2.1.6).
  private static final Integer DNS_NAME = 2;

  private static final Integer IP_ADDRESS = 7;

  private ServerNames() {}

  /// Checks that `certificate` is for a server.
  ///
  /// @param server its name or address, without brackets
  /// @throws CertificateException if it is not
  static void check(X509Certificate certificate, String server) throws CertificateException {
    String name = server.endsWith(".") ? server.substring(0, server.length() - 1) : server;
    boolean found =
        Tls.isAddress(name)
            ? addresses(certificate).stream().anyMatch(each -> Arrays.equals(each, address(name)))
            : names(certificate).stream().anyMatch(each -> isName(each, name));
    if (!found) {
      throw new CertificateException("no alternative name is " + name);
    }
  }

  /// Returns the alternative names that are names of hosts.
  static List<String> names(X509Certificate certificate) throws CertificateParsingException {
    return texts(certificate, DNS_NAME);
  }

  /// Returns the alternative names that are addresses.
  static List<byte[]> addresses(X509Certificate certificate) throws CertificateParsingException {
    return texts(certificate, IP_ADDRESS).stream().map(ServerNames::address).toList();
  }

  private static List<String> texts(X509Certificate certificate, Integer type)
      throws CertificateParsingException {
    Collection<List<?>> names =
        Objects.requireNonNullElse(certificate.getSubjectAlternativeNames(), List.of());
    return names.stream()
        .filter(entry -> entry.get(0).equals(type))
        .map(entry -> (String) entry.get(1))
        .toList();
  }

  /// Returns the bytes of an address, without a lookup.
  private static byte[] address(String text) {
    try {
      return InetAddress.getByName(text).getAddress();
    } catch (UnknownHostException e) {
      return new byte[0];
    }
  }

  /// Whether an alternative name is the name, or is it with an asterisk as its first label.
  private static boolean isName(String alternative, String name) {
    if (alternative.equalsIgnoreCase(name)) {
      return true;
    }
    int dot = name.indexOf('.');
    boolean hasDomain = dot > 0 && name.indexOf('.', dot + 1) > 0;
    return hasDomain && alternative.equalsIgnoreCase("*" + name.substring(dot));
  }
}
