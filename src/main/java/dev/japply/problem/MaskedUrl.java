package dev.japply.problem;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Masks the password in a URL, so that the URL can be printed.
public final class MaskedUrl {
  private static final String MASK = ":***";

  /// The authority of a URL, which may start with a user name and a password.
  private static final Pattern AUTHORITY = Pattern.compile("[^/?#]*");

  private static final Pattern HOST = Pattern.compile("(\\[[^\\[\\]]*]|[^:\\[\\]]*)(:\\d*)?");

  private static final Pattern HTTP = Pattern.compile("(?i)https?://");

  private MaskedUrl() {}

  /// Returns `address` with `***` in place of the password. If the URL is malformed, for example
  /// because of an unescaped character in the password, everything that may belong to the password
  /// is masked.
  public static String of(String address) {
    int start = address.indexOf("//") < 0 ? 0 : address.indexOf("//") + 2;
    int colon = address.indexOf(':', start);
    int end = end(address, start);
    return colon < 0 || colon > end
        ? address
        : address.substring(0, colon) + MASK + address.substring(end);
  }

  /// Returns `address` without credentials. For HTTP, this includes the user name, which may be a
  /// token.
  public static String bare(String address) {
    int start = address.indexOf("://") + 3;
    int end = start < 3 ? -1 : end(address, start);
    if (end < 0) {
      return address;
    }
    int colon = address.indexOf(':', start);
    if (HTTP.matcher(address).lookingAt()) {
      return address.substring(0, start) + address.substring(end + 1);
    }
    return colon < 0 || colon > end
        ? address
        : address.substring(0, colon) + address.substring(end);
  }

  /// Returns the index of the `@` before the host; -1 if there is none.
  private static int end(String address, int start) {
    Matcher authority = AUTHORITY.matcher(address).region(start, address.length());
    String text = authority.lookingAt() ? authority.group() : "";
    if (text.contains("@")) {
      return start + text.lastIndexOf('@');
    }
    return HOST.matcher(text).matches() ? -1 : address.lastIndexOf('@');
  }
}
