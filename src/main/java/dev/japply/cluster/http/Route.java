package dev.japply.cluster.http;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The way to a server.
///
/// @param host its name or address, without brackets
/// @param tls null for a server that is talked to in clear
/// @param proxy what stands before it; null for nothing
public record Route(String host, int port, @Nullable Tls tls, @Nullable Proxy proxy) {

  /// A proxy.
  ///
  /// @param protocol how it is asked to pass on what comes
  public record Proxy(String host, int port, Protocol protocol) {}

  /// How a proxy is talked to.
  public sealed interface Protocol {}

  /// By HTTP.
  ///
  /// @param authorization what it is shown; empty for nothing
  /// @param tls null for a proxy that is talked to in clear
  public record Http(String authorization, @Nullable JdkTls tls) implements Protocol {}

  /// By SOCKS, version 5.
  ///
  /// @param user whom it is told; empty for nobody
  public record Socks(String user, String password) implements Protocol {}

  /// The proxy to which requests are said, which says them to the server; empty when they are said
  /// to the server.
  Optional<Http> relay() {
    return tls == null && proxy != null && proxy.protocol() instanceof Http http
        ? Optional.of(http)
        : Optional.empty();
  }

  /// The server as in a `Host` header of CONNECT.
  String authority() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
