package dev.japply.cluster.http;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// The names that an authority may certify (RFC 5280, section 4.2.1.10), by Go's rules: a kind of
/// name that has no constraint is permitted.
final class NameConstraints {
  private static final String EXTENSION = "2.5.29.30";

  private static final int PERMITTED = 0xa0;
  private static final int EXCLUDED = 0xa1;
  private static final int EMAIL = 0x81;
  private static final int DNS_NAME = 0x82;
  private static final int URI = 0x86;
  private static final int IP_ADDRESS = 0x87;
  private static final Set<Integer> KNOWN = Set.of(EMAIL, DNS_NAME, URI, IP_ADDRESS);

  private final List<Name> permitted = new ArrayList<>();
  private final List<Name> excluded = new ArrayList<>();

  private NameConstraints() {}

  /// A value in DER.
  private static final class Name {
    private final int type;
    private final byte[] content;

    Name(int type, byte[] content) {
      this.type = type;
      this.content = content;
    }

    int type() {
      return type;
    }

    byte[] content() {
      return content;
    }

    String text() {
      return new String(content, StandardCharsets.US_ASCII).toLowerCase(Locale.ROOT);
    }
  }

  /// Reads the constraints of an authority.
  ///
  /// @throws CertificateException if they are malformed, or critical and of an unknown kind
  static NameConstraints of(X509Certificate authority) throws CertificateException {
    var constraints = new NameConstraints();
    byte[] extension = authority.getExtensionValue(EXTENSION);
    if (extension == null) {
      return constraints;
    }
    for (Name part : parts(parts(parts(extension).getFirst().content()).getFirst().content())) {
      List<Name> names =
          switch (part.type()) {
            case PERMITTED -> constraints.permitted;
            case EXCLUDED -> constraints.excluded;
            default -> throw new CertificateException("malformed name constraints");
          };
      for (Name subtree : parts(part.content())) {
        Name base = parts(subtree.content()).getFirst();
        if (KNOWN.contains(base.type())) {
          names.add(base);
        } else if (authority.getCriticalExtensionOIDs().contains(EXTENSION)) {
          throw new CertificateException("unhandled critical extension");
        }
      }
    }
    return constraints;
  }

  /// Splits DER into its values.
  private static List<Name> parts(byte[] der) throws CertificateException {
    var parts = new ArrayList<Name>();
    var in = new ByteArrayInputStream(der);
    for (int type = in.read(); type >= 0; type = in.read()) {
      int length = in.read();
      if (length > 0x80) {
        int bytes = length - 0x80;
        length = 0;
        for (int i = 0; i < bytes; i++) {
          length = (length << 8) | in.read();
        }
      }
      if (length < 0 || length > in.available()) {
        throw new CertificateException("malformed name constraints");
      }
      byte[] content = new byte[length];
      in.readNBytes(content, 0, length);
      parts.add(new Name(type, content));
    }
    if (parts.isEmpty()) {
      throw new CertificateException("malformed name constraints");
    }
    return parts;
  }

  /// Checks that the authority may certify all alternative names of `certificate`.
  ///
  /// @throws CertificateException if it may not
  void check(X509Certificate certificate) throws CertificateException {
    for (String name : ServerNames.names(certificate)) {
      String lower = name.toLowerCase(Locale.ROOT);
      check(
          new Name(DNS_NAME, lower.getBytes(StandardCharsets.US_ASCII)),
          "DNS name \"" + name + "\"");
    }
    for (byte[] address : ServerNames.addresses(certificate)) {
      check(new Name(IP_ADDRESS, address), "the IP address of the server");
    }
  }

  private void check(Name name, String text) throws CertificateException {
    String wrong = "certificate is not authorized to sign for this name: " + text;
    if (excluded.stream().anyMatch(each -> excludes(each, name))) {
      throw new CertificateException(wrong + " is excluded by a constraint");
    }
    List<Name> relevant = permitted.stream().filter(each -> each.type() == name.type()).toList();
    if (!relevant.isEmpty() && relevant.stream().noneMatch(each -> covers(each, name))) {
      throw new CertificateException(wrong + " is not permitted by any constraint");
    }
  }

  /// A name with an asterisk can be any name below, so it is excluded if one of them is.
  private static boolean excludes(Name constraint, Name name) {
    return covers(constraint, name)
        || (constraint.type() == DNS_NAME
            && name.type() == DNS_NAME
            && name.text().startsWith("*.")
            && constraint.text().endsWith(name.text().substring(1)));
  }

  private static boolean covers(Name constraint, Name name) {
    if (constraint.type() != name.type()) {
      return false;
    }
    return constraint.type() == IP_ADDRESS
        ? isInRange(name.content(), constraint.content())
        : isBelow(name.text(), constraint.text());
  }

  /// @param range an address, and a mask of the same length
  private static boolean isInRange(byte[] address, byte[] range) {
    if (range.length != 2 * address.length) {
      return false;
    }
    for (int i = 0; i < address.length; i++) {
      if (((address[i] ^ range[i]) & range[address.length + i]) != 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean isBelow(String name, String domain) {
    String bare = name.startsWith("*.") ? name.substring(2) : name;
    return domain.isEmpty()
        || (domain.startsWith(".")
            ? bare.endsWith(domain)
            : bare.equals(domain) || bare.endsWith("." + domain));
  }
}
