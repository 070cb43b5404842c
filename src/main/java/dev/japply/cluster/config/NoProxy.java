package dev.japply.cluster.config;

import java.net.URI;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The servers in `NO_PROXY`, which are reached without the environment's proxy. The syntax is the
/// same as in Go's `httpproxy`; the local machine always counts.
///
/// @param value comma-separated entries: `*`, an address with or without a prefix length, a domain
///   with its subdomains, `.domain` or `*.domain` for the subdomains only; all except prefixes may
///   have a port
record NoProxy(String value) {
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
        || IpAddress.parse(host).filter(IpAddress::isLoopback).isPresent();
  }

  private static boolean covers(String entry, String host, int port) {
    if (entry.equals("*")) {
      return true;
    }
    Optional<IpAddress.Prefix> prefix = IpAddress.Prefix.parse(entry);
    if (prefix.isPresent()) {
      return IpAddress.parse(host).filter(prefix.get()::contains).isPresent();
    }
    Matcher split = WITH_PORT.matcher(entry);
    if (!split.matches()) {
      return matches(entry, host); // in Go, brackets need a port
    }
    boolean samePort = split.group(2).isEmpty() || split.group(2).equals(String.valueOf(port));
    return samePort && matches(Address.unbracketed(split.group(1)), host);
  }

  private static boolean matches(String name, String host) {
    if (name.isEmpty()) {
      return false;
    }
    Optional<IpAddress> address = IpAddress.parse(name);
    Optional<IpAddress> own = IpAddress.parse(host);
    if (address.isPresent() || own.isPresent()) {
      return address.equals(own);
    }
    String domain = name.startsWith("*.") ? name.substring(1) : name;
    return domain.startsWith(".")
        ? host.endsWith(domain)
        : host.equals(domain) || host.endsWith("." + domain);
  }
}
