package dev.japply.live.http;

import java.util.Optional;

/// The way to a server.
///
/// @param host its name or address, without brackets
/// @param tls empty for a server that is talked to in clear
/// @param proxy what stands before it
public record Route(String host, int port, Optional<Tls> tls, Optional<Proxy> proxy) {

  /// A proxy, which is talked to in clear.
  ///
  /// @param authorization what it is shown; empty for nothing
  public record Proxy(String host, int port, String authorization) {}

  /// Whether requests are said to the proxy, which says them to the server.
  boolean isRelayed() {
    return tls.isEmpty() && proxy.isPresent();
  }

  /// The server as in a `Host` header of CONNECT.
  String authority() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
