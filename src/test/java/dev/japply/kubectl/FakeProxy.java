package dev.japply.kubectl;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// An HTTP proxy on loopback. Wherever it is asked to connect to, it connects to one server with
/// TLS or to one without.
final class FakeProxy implements AutoCloseable {
  private final ServerSocket listening;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<String> seen = new CopyOnWriteArrayList<>();
  private final int securePort;
  private final int plainPort;

  FakeProxy(int securePort, int plainPort) throws IOException {
    this.securePort = securePort;
    this.plainPort = plainPort;
    this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    threads.submit(this::accept);
  }

  String authority() {
    return "127.0.0.1:" + listening.getLocalPort();
  }

  /// What was asked since the last time: `CONNECT host:port` or `GET host`, and credentials.
  List<String> takeSeen() {
    var taken = new ArrayList<>(seen);
    seen.clear();
    return taken;
  }

  private Void accept() throws IOException {
    while (!listening.isClosed()) {
      Socket client = listening.accept();
      threads.submit(() -> serve(client));
    }
    return null;
  }

  private Void serve(Socket client) throws IOException {
    try (client;
        var in = new BufferedInputStream(client.getInputStream())) {
      String head = head(in);
      String[] words = head.split(" ", 3);
      head.lines()
          .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("proxy-authorization:"))
          .forEach(line -> seen.add("proxy credentials " + line.split(" ")[2]));
      boolean tunnel = words[0].equals("CONNECT");
      seen.add("through the proxy to " + (tunnel ? words[1] : words[1].split("/")[2]));
      try (var server =
          new Socket(InetAddress.getLoopbackAddress(), tunnel ? securePort : plainPort)) {
        if (tunnel) {
          write(client.getOutputStream(), "HTTP/1.1 200 Connection established\r\n\r\n");
        } else {
          write(server.getOutputStream(), direct(head, words[1]));
        }
        var answers =
            threads.submit(() -> server.getInputStream().transferTo(client.getOutputStream()));
        in.transferTo(server.getOutputStream());
        answers.get();
      } catch (Exception e) {
        // The connection is over; what was seen counts.
      }
    }
    return null;
  }

  /// The head for the server itself; one request for each connection.
  private static String direct(String head, String url) {
    String path = url.replaceFirst("http://[^/]*", "");
    return head.replace(url, path)
        .replaceFirst("(?i)connection: [^\r]*\r\n", "")
        .replaceFirst("\r\n\r\n$", "\r\nConnection: close\r\n\r\n");
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

  @Override
  public void close() throws IOException {
    listening.close();
    threads.shutdownNow();
  }
}
