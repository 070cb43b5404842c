package dev.japply.problem;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An address as it may be shown: without the password that may stand before its host.
public final class MaskedUrl {
  private static final String MASK = ":***";

  /// What stands before the path, and may begin with a name and a password.
  private static final Pattern AUTHORITY = Pattern.compile("[^/?#]*");

  private static final Pattern HOST = Pattern.compile("(\\[[^\\[\\]]*]|[^:\\[\\]]*)(:\\d*)?");

  private static final Pattern HTTP = Pattern.compile("(?i)https?://");

  private MaskedUrl() {}

  /// `address` with `***` for the password. In what is no good address, perhaps because a character
  /// of the password is not escaped, all that may belong to the password is masked.
  public static String of(String address) {
    int start = address.indexOf("//") < 0 ? 0 : address.indexOf("//") + 2;
    int colon = address.indexOf(':', start);
    int end = end(address, start);
    return colon < 0 || colon > end
        ? address
        : address.substring(0, colon) + MASK + address.substring(end);
  }

  /// `address` without what lets somebody in: of HTTP the user, too, since a token may stand there.
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

  /// Where the `@` before the host is; -1 when there is none.
  private static int end(String address, int start) {
    Matcher authority = AUTHORITY.matcher(address).region(start, address.length());
    String text = authority.lookingAt() ? authority.group() : "";
    if (text.contains("@")) {
      return start + text.lastIndexOf('@');
    }
    return HOST.matcher(text).matches() ? -1 : address.lastIndexOf('@');
  }
}
