package dev.japply.live.fabric8;

import dev.japply.live.ClusterException;
import dev.japply.live.ClusterException.Kind;
import io.fabric8.kubernetes.client.utils.IpAddressMatcher;
import java.net.URI;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Which proxy stands before a server: the kubeconfig's, else that of `HTTPS_PROXY`, `HTTP_PROXY`
/// and `NO_PROXY`, capitals first, as Go programs read them.
final class Proxies {
  private static final Pattern ADDRESS =
      Pattern.compile("[0-9.]+(/\\d+)?|[0-9a-fA-F:.]*:[^/]*/?\\d*");
  private final Environment environment;

  Proxies(Environment environment) {
    this.environment = environment;
  }

  /// The proxy for `target`; empty when it is reached directly.
  Optional<URI> find(Target target) {
    String own = target.cluster().text("proxy-url");
    if (!own.isEmpty()) {
      return Optional.of(proxy(own));
    }
    String named = variable(target.isSecure() ? "HTTPS_PROXY" : "HTTP_PROXY");
    return named.isEmpty() || isDirect(target.server())
        ? Optional.empty()
        : Optional.of(proxy(named));
  }

  private static URI proxy(String text) {
    try {
      URI proxy = URI.create(text.contains("://") ? text : "http://" + text);
      if ("http".equalsIgnoreCase(proxy.getScheme()) && proxy.getHost() != null) {
        return proxy;
      }
    } catch (IllegalArgumentException e) {
      // Told below, as any other address that is not one of an HTTP proxy.
    }
    throw new ClusterException(
        Kind.CONFIGURATION,
        "invalid proxy-url \"" + text + "\"",
        "only proxies with http:// addresses are supported",
        null);
  }

  private boolean isDirect(URI server) {
    String host = server.getHost().toLowerCase(Locale.ROOT);
    String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    return isLoopback(bare)
        || Arrays.stream(variable("NO_PROXY").split(","))
            .map(entry -> entry.strip().toLowerCase(Locale.ROOT))
            .filter(entry -> !entry.isEmpty())
            .anyMatch(entry -> matches(entry, bare, server.getPort()));
  }

  private static boolean isLoopback(String host) {
    return host.equals("localhost") || host.startsWith("127.") || host.equals("::1");
  }

  private static boolean matches(String entry, String host, int port) {
    if (entry.equals("*")) {
      return true;
    }
    if (ADDRESS.matcher(entry).matches()) {
      return ADDRESS.matcher(host).matches() && new IpAddressMatcher(entry).matches(host);
    }
    int colon = entry.lastIndexOf(':');
    if (colon >= 0) {
      return entry.substring(colon + 1).equals(String.valueOf(port))
          && matches(entry.substring(0, colon), host, port);
    }
    String domain = entry.startsWith("*.") ? entry.substring(1) : entry;
    return domain.startsWith(".")
        ? host.endsWith(domain)
        : host.equals(domain) || host.endsWith("." + domain);
  }

  private String variable(String name) {
    String value = environment.variable(name);
    return value.isEmpty() ? environment.variable(name.toLowerCase(Locale.ROOT)) : value;
  }
}
