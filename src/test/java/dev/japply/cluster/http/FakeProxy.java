package dev.japply.cluster.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/// An HTTP proxy on loopback. Wherever it is asked to connect to, it connects to one server with
/// TLS or to one without. Notes `through the proxy to host:port`.
public final class FakeProxy extends LoopbackProxy {
  private final int securePort;
  private final int plainPort;

  public FakeProxy(int securePort, int plainPort) throws IOException {
    this(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), securePort, plainPort);
  }

  /// A proxy that is talked to by TLS.
  public static FakeProxy secure(SSLContext context, int securePort, int plainPort)
      throws IOException {
    ServerSocket listening =
        context
            .getServerSocketFactory()
            .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    return new FakeProxy(listening, securePort, plainPort);
  }

  private FakeProxy(ServerSocket listening, int securePort, int plainPort) {
    super(listening);
    this.securePort = securePort;
    this.plainPort = plainPort;
    start();
  }

  @Override
  void serve(Socket client) {
    try (client;
        var in = new BufferedInputStream(client.getInputStream())) {
      String head = head(in);
      head.lines()
          .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("proxy-authorization:"))
          .forEach(line -> seen.add("proxy credentials " + word(line, 2)));
      boolean tunnel = word(head, 0).equals("CONNECT");
      seen.add("through the proxy to " + authority(word(head, 1)));
      try (var server =
          new Socket(InetAddress.getLoopbackAddress(), tunnel ? securePort : plainPort)) {
        if (tunnel) {
          write(client.getOutputStream(), "HTTP/1.1 200 Connection established\r\n\r\n");
        } else {
          write(server.getOutputStream(), head);
        }
        Thread.ofVirtual().start(() -> copy(in, server));
        server.getInputStream().transferTo(client.getOutputStream());
      }
    } catch (IOException e) {
      // The connection is over; what was seen counts.
    }
  }

  private static String word(String text, int index) {
    return Pattern.compile("\\s").splitAsStream(text).skip(index).findFirst().orElseThrow();
  }

  /// `host:port` of a URL, or of what a tunnel leads to.
  private static String authority(String text) {
    return text.replaceFirst("^http://", "").replaceFirst("/.*", "");
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
  }

  private static String head(InputStream in) throws IOException {
    var head = new ByteArrayOutputStream();
    while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("the request ended early");
      }
      head.write(next);
    }
    return head.toString(StandardCharsets.ISO_8859_1);
  }
}
