package dev.japply.cluster.config;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.golang.IpAddress;
import dev.japply.problem.MaskedUrl;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the proxy for a server: the kubeconfig's, else from `HTTPS_PROXY`, `HTTP_PROXY` and
/// `NO_PROXY`. Upper-case names take precedence, as in Go programs.
public record Proxies(Environment environment) {
  private static final List<String> SCHEMES = List.of("http", "https", "socks5");

  /// Returns the proxy for `config`; empty for a direct connection.
  public Optional<URI> find(ClusterConfig config) {
    String own = config.cluster().text("proxy-url");
    if (!own.isEmpty()) {
      return Optional.of(usable(URI.create(own), own));
    }
    String named = variable(config.isSecure() ? "HTTPS_PROXY" : "HTTP_PROXY");
    return named.isEmpty() || new NoProxy(variable("NO_PROXY")).covers(config.server())
        ? Optional.empty()
        : Optional.of(fromVariable(named));
  }

  /// Returns `kubectl`'s error message for an invalid `proxy-url`; empty if it is valid.
  static Optional<String> refusal(String proxy) {
    try {
      String scheme = String.valueOf(URI.create(proxy).getScheme()).toLowerCase(Locale.ROOT);
      return SCHEMES.contains(scheme)
          ? Optional.empty()
          : Optional.of(
              "unsupported scheme \"%s\", must be http, https, or socks5"
                  .formatted(scheme.equals("null") ? "" : scheme));
    } catch (IllegalArgumentException e) {
      return Optional.of("could not parse: " + MaskedUrl.of(proxy));
    }
  }

  /// Parses the value of a variable, which may omit the scheme.
  private static URI fromVariable(String text) {
    try {
      boolean whole = text.matches("(?i)(https?|socks5h?)://.*");
      return usable(URI.create(whole ? text : "http://" + text), text);
    } catch (IllegalArgumentException e) {
      throw unusable("invalid proxy address \"" + MaskedUrl.of(text) + "\"", "it must be a URL");
    }
  }

  private static URI usable(URI proxy, String text) {
    if (proxy.getHost() == null) {
      throw unusable(
          "invalid proxy address \"" + MaskedUrl.of(text) + "\"", "it must be a URL with a host");
    }
    return proxy;
  }

  /// Returns true if the proxy uses SOCKS.
  public static boolean isSocks(URI proxy) {
    return String.valueOf(proxy.getScheme()).toLowerCase(Locale.ROOT).startsWith("socks5");
  }

  private static ClusterException unusable(String message, String hint) {
    return new ClusterException(Kind.CONFIGURATION, message, hint, null);
  }

  private String variable(String name) {
    String value = environment.variable(name);
    return value.isEmpty() ? environment.variable(name.toLowerCase(Locale.ROOT)) : value;
  }

  /// The servers in `NO_PROXY`, which are reached without the environment's proxy. The syntax is
  /// the same as in Go's `httpproxy`; the local machine always counts.
  ///
  /// @param value comma-separated entries: `*`, an address with or without a prefix length, a
  ///   domain with its subdomains, `.domain` or `*.domain` for the subdomains only; all except
  ///   prefixes may have a port
  private record NoProxy(String value) {
    /// The group with the first two bytes of an IPv4 address in the form of IPv6.
    private static final int FIRST_OF_FOUR = 6;

    private static final int LOOPBACK = 127;

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
      return host.equals("localhost") || address(host).filter(NoProxy::isLoopback).isPresent();
    }

    private static boolean isLoopback(IpAddress six) {
      return six.isMapped()
          ? six.parts().get(FIRST_OF_FOUR) >> Byte.SIZE == LOOPBACK
          : six.plain().equals("::1");
    }

    /// Returns an address in the form of IPv6; empty if `text` is none. An IPv4 address is equal to
    /// its mapped one.
    private static Optional<IpAddress> address(String text) {
      return IpAddress.parse(text).filter(each -> !each.hasZeros()).map(IpAddress::six);
    }

    /// A range of addresses, as `10.0.0.0/8`.
    ///
    /// @param first its first address, in the form of IPv6
    /// @param length the number of bits that all have in common
    private record Prefix(IpAddress first, int length) {
      private static final Pattern FORM = Pattern.compile("(.*)/(\\d{1,3})");

      /// Parses a range; empty if `text` is none.
      static Optional<Prefix> parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
          return Optional.empty();
        }
        int length = Integer.parseInt(parts.group(2));
        return IpAddress.parse(parts.group(1))
            .filter(each -> !each.hasZeros() && length <= each.bits())
            .map(each -> of(each.six(), each.six().bits() - each.bits() + length));
      }

      private static Prefix of(IpAddress six, int length) {
        return new Prefix(six.masked(length), length);
      }

      /// Checks whether `six` is in the range. No range has both IPv4 and IPv6 addresses.
      boolean contains(IpAddress six) {
        return first.isMapped() == six.isMapped() && six.masked(length).isSameAs(first);
      }
    }

    private static boolean covers(String entry, String host, int port) {
      if (entry.equals("*")) {
        return true;
      }
      Optional<Prefix> prefix = Prefix.parse(entry);
      if (prefix.isPresent()) {
        return address(host).filter(prefix.get()::contains).isPresent();
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
      Optional<IpAddress> address = address(name);
      Optional<IpAddress> own = address(host);
      if (address.isPresent() || own.isPresent()) {
        return address.equals(own);
      }
      String domain = name.startsWith("*.") ? name.substring(1) : name;
      return domain.startsWith(".")
          ? host.endsWith(domain)
          : host.equals(domain) || host.endsWith("." + domain);
    }
  }
}
