package dev.japply.cluster.http;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The route to a server.
///
/// @param host the server's name or address, without brackets
/// @param tls the TLS of the connection; null for plain text
/// @param proxy the proxy for the server; null if there is none
public record Route(String host, int port, @Nullable Tls tls, @Nullable Proxy proxy) {

  /// A proxy.
  public record Proxy(String host, int port, Protocol protocol) {}

  public sealed interface Protocol {}

  /// An HTTP proxy.
  ///
  /// @param authorization the credentials header for the proxy; empty if there is none
  /// @param tls the TLS of the connection to the proxy; null for plain text
  public record Http(String authorization, @Nullable JdkTls tls) implements Protocol {}

  /// A SOCKS proxy, version 5.
  ///
  /// @param user the user name; empty if there is none
  public record Socks(String user, String password) implements Protocol {}

  /// Returns the proxy that relays requests; empty if requests go to the server itself.
  Optional<Http> relay() {
    return tls == null && proxy != null && proxy.protocol() instanceof Http http
        ? Optional.of(http)
        : Optional.empty();
  }

  /// Returns the server for the `Host` header of CONNECT.
  String authority() {
    return authority(host, port);
  }

  static String authority(String host, int port) {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
