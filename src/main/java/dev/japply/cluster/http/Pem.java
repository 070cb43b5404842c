package dev.japply.cluster.http;

import java.util.function.Predicate;

/// Finds objects in a text in PEM (RFC 7468) by type. Some files contain a certificate together
/// with its key, and tools write parameters before a key.
public final class Pem {
  private static final String BEGIN = "-----BEGIN ";
  private static final String END = "-----END ";
  private static final String DASHES = "-----";

  private Pem() {}

  /// Returns only the certificates in the text; empty if there are none.
  public static String certificates(String text) {
    return parts(text, label -> label.equals("CERTIFICATE"));
  }

  /// Returns the private keys in the text; empty if there are none.
  public static String keys(String text) {
    return parts(text, label -> label.endsWith("PRIVATE KEY"));
  }

  private static String parts(String text, Predicate<String> wanted) {
    var found = new StringBuilder(text.length());
    int start = text.indexOf(BEGIN);
    while (start >= 0) {
      int label = start + BEGIN.length();
      int dashes = text.indexOf(DASHES, label);
      if (dashes < 0) {
        break;
      }
      String name = text.substring(label, dashes);
      String last = END + name + DASHES;
      int end = text.indexOf(last, dashes);
      if (end >= 0 && wanted.test(name)) {
        found.append(text, start, end + last.length()).append('\n');
      }
      start = text.indexOf(BEGIN, end < 0 ? dashes : end);
    }
    return found.toString();
  }
}
