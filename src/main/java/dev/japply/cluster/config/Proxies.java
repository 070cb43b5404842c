package dev.japply.cluster.config;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.problem.MaskedUrl;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

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
}
