package dev.japply.cluster.config;

import io.fabric8.kubernetes.client.utils.IpAddressMatcher;
import java.net.URI;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The servers in `NO_PROXY`, which are reached without the environment's proxy. The syntax is the
/// same as in Go's `httpproxy`; the local machine always counts.
///
/// @param value comma-separated entries: `*`, an address with or without a prefix length, a domain
///   with its subdomains, `.domain` or `*.domain` for the subdomains only; all except prefixes may
///   have a port
record NoProxy(String value) {
  private static final Pattern V4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
  private static final Pattern V6 = Pattern.compile("[0-9a-f]*:[0-9a-f:.]*");
  private static final Pattern WITH_PORT = Pattern.compile("(\\[[^\\[\\]]*]|[^:\\[\\]]*):(\\d*)");

  /// Returns true if `server` is reached directly.
  boolean covers(URI server) {
    Address address = Address.of(server);
    String host = address.host().toLowerCase(Locale.ROOT);
    return isLoopback(host)
        || Arrays.stream(value.split(","))
            .map(entry -> entry.strip().toLowerCase(Locale.ROOT))
            .filter(entry -> !entry.isEmpty())
            .anyMatch(entry -> covers(entry, host, address.port()));
  }

  private static boolean isLoopback(String host) {
    return host.equals("localhost")
        || (V4.matcher(host).matches() && host.startsWith("127."))
        || (isIp(host) && new IpAddressMatcher("::1").matches(host));
  }

  private static boolean covers(String entry, String host, int port) {
    if (entry.equals("*")) {
      return true;
    }
    int slash = entry.indexOf('/');
    if (slash > 0 && isIp(entry.substring(0, slash))) {
      return inPrefix(entry, host);
    }
    Matcher split = WITH_PORT.matcher(entry);
    if (!split.matches()) {
      return matches(Address.unbracketed(entry), host);
    }
    boolean samePort = split.group(2).isEmpty() || split.group(2).equals(String.valueOf(port));
    return samePort && matches(Address.unbracketed(split.group(1)), host);
  }

  private static boolean inPrefix(String prefix, String host) {
    try {
      return isIp(host) && new IpAddressMatcher(prefix).matches(host);
    } catch (IllegalArgumentException e) {
      // A length that no address has: no server is in it.
      return false;
    }
  }

  private static boolean matches(String name, String host) {
    if (name.isEmpty()) {
      return false;
    }
    if (isIp(name) || isIp(host)) {
      return isIp(name) && isIp(host) && new IpAddressMatcher(name).matches(host);
    }
    String domain = name.startsWith("*.") ? name.substring(1) : name;
    return domain.startsWith(".")
        ? host.endsWith(domain)
        : host.equals(domain) || host.endsWith("." + domain);
  }

  private static boolean isIp(String text) {
    return V4.matcher(text).matches() || V6.matcher(text).matches();
  }
}
