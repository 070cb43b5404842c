package dev.japply.cluster.http;

import dev.japply.cluster.http.ProxyException.Reason;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/// Opens connections: resolves the address, connects through the proxy, performs the TLS handshake.
///
/// @param limit the timeout for all of it
record Dialer(Route route, Duration limit) {
  /// The maximum number of closed connections, as from a load balancer with an unavailable backend.
  private static final int MOST_CUTS = 2;

  /// The maximum time of a TLS handshake, as in Go.
  private static final int HANDSHAKE_MILLIS = 10_000;

  /// Initializes the classes for addresses and sockets.
  static void load() {
    try (SocketChannel unconnected = SocketChannel.open()) {
      // The loopback address would be searched among the interfaces of the network.
      var unused = new InetSocketAddress(0);
      unconnected.socket().setTcpNoDelay(true);
    } catch (IOException e) {
      // The first connection reports it.
    }
  }

  /// Opens a connection. If it is closed during the TLS handshake, it is opened again, up to three
  /// times in all. An interrupt stops the attempt, except during a name lookup.
  Http1Connection dial() throws IOException {
    long end = System.nanoTime() + limit.toNanos();
    try {
      return dial(end);
    } catch (SocketTimeoutException e) {
      var late = new HttpConnectTimeoutException("no connection within " + limit);
      late.initCause(e);
      throw late;
    }
  }

  /// Discards the TLS sessions.
  void forgetSessions() {
    if (route.tls() != null) {
      route.tls().forgetSessions();
    }
  }

  private Http1Connection dial(long end) throws IOException {
    int cuts = 0;
    while (true) {
      Socket socket = null;
      try {
        socket = connect(end);
        return secure(socket);
      } catch (IOException e) {
        close(socket);
        if (!isWorthAnother(e)) {
          checkCut(e, cuts++, socket != null);
        }
      } catch (RuntimeException e) {
        close(socket);
        throw e;
      }
    }
  }

  private static void close(@Nullable Socket socket) throws IOException {
    if (socket != null) {
      socket.close();
    }
  }

  private boolean isWorthAnother(IOException failure) {
    JdkTls proxy = route.proxy() == null ? null : tlsOf(route.proxy().protocol());
    return (proxy != null && proxy.isWorthAnother(failure))
        || (route.tls() != null && route.tls().isWorthAnother(failure));
  }

  private static @Nullable JdkTls tlsOf(Route.Protocol protocol) {
    return switch (protocol) {
      case Route.Http http -> http.tls();
      case Route.Socks socks -> null;
    };
  }

  /// @param before the number of connections closed before this one
  /// @param connected whether the connection was established
  /// @throws IOException unless the connection was closed and another one may be tried
  private static void checkCut(IOException failure, int before, boolean connected)
      throws IOException {
    boolean last = before == MOST_CUTS;
    if (!Tls.isCut(failure) || Thread.currentThread().isInterrupted() || (last && !connected)) {
      throw failure;
    }
    if (last) {
      var cut = new SSLHandshakeException("the connection was closed during the handshake");
      cut.initCause(failure);
      throw cut;
    }
  }

  private Http1Connection secure(Socket socket) throws IOException {
    Socket way = route.proxy() != null ? through(route.proxy(), socket) : socket;
    SocketStreams link =
        route.tls() != null ? handshake(route.tls(), socket, way) : SocketStreams.plain(way);
    socket.setSoTimeout(0);
    return new Http1Connection(socket, link, route);
  }

  private SocketStreams handshake(Tls tls, Socket socket, Socket way) throws IOException {
    socket.setSoTimeout(Math.min(socket.getSoTimeout(), HANDSHAKE_MILLIS));
    try {
      return tls.secure(way, route.host(), route.port());
    } catch (SocketTimeoutException e) {
      var late = new HttpConnectTimeoutException("net/http: TLS handshake timeout");
      late.initCause(e);
      throw late;
    }
  }

  /// Returns the connection through the proxy: to the server, or for relayed requests to the proxy.
  private Socket through(Route.Proxy proxy, Socket socket) throws IOException {
    return switch (proxy.protocol()) {
      case Route.Socks login -> {
        new Socks5(route, proxy, login).connect(SocketStreams.plain(socket));
        yield socket;
      }
      case Route.Http http -> {
        Socket way =
            http.tls() != null ? http.tls().secured(socket, proxy.host(), proxy.port()) : socket;
        if (route.tls() != null) {
          tunnel(SocketStreams.plain(way), proxy, http);
        }
        yield way;
      }
    };
  }

  /// Connects to the first reachable address. Each address gets an equal share of the remaining
  /// time.
  private Socket connect(long end) throws IOException {
    String host = route.proxy() != null ? route.proxy().host() : route.host();
    int port = route.proxy() != null ? route.proxy().port() : route.port();
    InetAddress[] addresses = InetAddress.getAllByName(host);
    IOException failure = new ConnectException("no address");
    for (int i = 0; i < addresses.length; i++) {
      int share = millisUntil(end) / (addresses.length - i);
      try {
        return connect(new InetSocketAddress(addresses[i], port), share, end);
      } catch (IOException e) {
        failure = i == 0 ? e : failure;
      }
    }
    throw failure;
  }

  /// Connects the socket of a channel: unlike other sockets, an interrupt closes it.
  private static Socket connect(InetSocketAddress address, int share, long end) throws IOException {
    Socket socket = SocketChannel.open().socket();
    try {
      socket.connect(address, Math.max(1, share));
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(Math.max(1, millisUntil(end)));
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private static int millisUntil(long end) {
    return (int) Duration.ofNanos(end - System.nanoTime()).toMillis();
  }

  /// Sends a CONNECT request to the proxy (RFC 9110, section 9.3.6). The response is read byte by
  /// byte, because the bytes after it belong to TLS.
  private void tunnel(SocketStreams link, Route.Proxy proxy, Route.Http http) throws IOException {
    var request = new StringBuilder("CONNECT ").append(route.authority()).append(" HTTP/1.1\r\n");
    request.append("Host: ").append(route.authority()).append("\r\n");
    if (!http.authorization().isEmpty()) {
      request.append("Proxy-Authorization: ").append(http.authorization()).append("\r\n");
    }
    link.output().write(request.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
    link.output().flush();
    ResponseHead head = response(link, proxy);
    if (head.status() / 100 != 2) {
      String what = (head.status() + " " + head.reason()).strip();
      throw new ProxyException(ProxyException.reason(head.status()), failed(proxy, what), null);
    }
  }

  private ResponseHead response(SocketStreams link, Route.Proxy proxy) throws IOException {
    try {
      return ResponseHead.read(link.input());
    } catch (ProtocolException e) {
      throw new ProxyException(Reason.REFUSAL, failed(proxy, "malformed HTTP response"), e);
    }
  }

  private String failed(Route.Proxy proxy, String what) {
    String address = Route.authority(proxy.host(), proxy.port());
    return "proxy %s: CONNECT %s: %s".formatted(address, route.authority(), what);
  }
}
