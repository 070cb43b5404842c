package dev.japply.cluster.http;

import dev.japply.cluster.http.ProxyException.Reason;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Connects to a server through a SOCKS proxy (RFC 1928), with a user name and a password (RFC
/// 1929). The proxy resolves the server's name.
record Socks5(Route route, Route.Proxy proxy, Route.Socks login) {
  private static final int VERSION = 5;
  private static final int ANYBODY = 0;
  private static final int PASSWORD = 2;
  private static final int LONGEST = 255;
  private static final int IPV4 = 1;
  private static final int NAME = 3;
  private static final int IPV6 = 4;

  /// The length of a reply before its address, and of the port after it.
  private static final int REPLY_BYTES = 4;

  private static final int PORT_BYTES = 2;

  /// The code of a server that the proxy's rules exclude.
  private static final int FORBIDDEN = 2;

  private static final String[] FAILURES = {
    "succeeded",
    "general SOCKS server failure",
    "connection not allowed by ruleset",
    "network unreachable",
    "host unreachable",
    "connection refused",
    "TTL expired",
    "command not supported",
    "address type not supported",
  };

  /// Connects `link` to the server. No bytes from the server are read.
  void connect(SocketStreams link) throws IOException {
    var input = link.input();
    greet(input, link.output());
    byte[] host = host();
    var request = ByteBuffer.allocate(REPLY_BYTES + host.length + PORT_BYTES);
    request.put((byte) VERSION).put((byte) 1).put((byte) 0).put(host);
    request.putShort((short) route.port());
    send(link.output(), request.array(), request.position());
    byte[] reply = read(input, REPLY_BYTES);
    checkVersion(reply[0]);
    if (reply[1] != 0) {
      int code = reply[1] & 0xff;
      throw new ProxyException(
          code == FORBIDDEN ? Reason.REFUSAL : Reason.SERVER,
          failed("unknown error " + (code < FAILURES.length ? FAILURES[code] : "code " + code)),
          null);
    }
    int length =
        switch (reply[REPLY_BYTES - 1]) {
          case IPV4 -> 4;
          case IPV6 -> 16;
          case NAME -> read(input, 1)[0] & 0xff;
          default -> throw failure("unknown address type " + reply[REPLY_BYTES - 1]);
        };
    read(input, length + PORT_BYTES);
  }

  private void greet(InputStream input, OutputStream output) throws IOException {
    byte[] offer =
        login.user().isEmpty()
            ? new byte[] {VERSION, 1, ANYBODY}
            : new byte[] {VERSION, 2, ANYBODY, PASSWORD};
    send(output, offer, offer.length);
    byte[] chosen = read(input, 2);
    checkVersion(chosen[0]);
    switch (chosen[1]) {
      case ANYBODY -> {}
      case PASSWORD -> authenticate(input, output);
      default -> throw login("no acceptable authentication methods");
    }
  }

  private void authenticate(InputStream input, OutputStream output) throws IOException {
    byte[] user = login.user().getBytes(StandardCharsets.UTF_8);
    byte[] password = login.password().getBytes(StandardCharsets.UTF_8);
    if (user.length == 0 || user.length > LONGEST || password.length > LONGEST) {
      throw login("invalid username/password");
    }
    var request = ByteBuffer.allocate(3 + user.length + password.length);
    request.put((byte) 1).put((byte) user.length).put(user);
    request.put((byte) password.length).put(password);
    send(output, request.array(), request.position());
    if (read(input, 2)[1] != 0) {
      throw login("username/password authentication failed");
    }
  }

  /// Returns the type of the address and the address.
  private byte[] host() throws IOException {
    if (Tls.isAddress(route.host())) {
      InetAddress address = InetAddress.getByName(route.host());
      byte[] bytes = address.getAddress();
      byte type = (byte) (address instanceof Inet4Address ? IPV4 : IPV6);
      return ByteBuffer.allocate(1 + bytes.length).put(type).put(bytes).array();
    }
    byte[] name = route.host().getBytes(StandardCharsets.UTF_8);
    if (name.length > LONGEST) {
      throw failure("FQDN too long");
    }
    return ByteBuffer.allocate(2 + name.length)
        .put((byte) NAME)
        .put((byte) name.length)
        .put(name)
        .array();
  }

  private void checkVersion(byte version) throws IOException {
    if (version != VERSION) {
      throw failure("unexpected protocol version " + version);
    }
  }

  private static void send(OutputStream output, byte[] bytes, int length) throws IOException {
    output.write(bytes, 0, length);
    output.flush();
  }

  private static byte[] read(InputStream input, int length) throws IOException {
    byte[] bytes = new byte[length];
    if (input.readNBytes(bytes, 0, length) < length) {
      throw new EOFException("the proxy ends the connection");
    }
    return bytes;
  }

  /// Returns the exception with Go's message.
  private IOException failure(String why) {
    return new ProxyException(Reason.REFUSAL, failed(why), null);
  }

  private IOException login(String why) {
    return new ProxyException(Reason.LOGIN, failed(why), null);
  }

  private String failed(String why) {
    return "socks connect tcp %s:%d->%s: %s"
        .formatted(proxy.host(), proxy.port(), route.authority(), why);
  }
}
