package dev.japply.cluster.rest;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/// A server that answers some requests and then reads each one, and hangs up.
final class DroppingServer implements AutoCloseable {
  private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final AtomicInteger answersLeft;
  private final AtomicInteger connections = new AtomicInteger();
  private final List<String> methods = new CopyOnWriteArrayList<>();

  DroppingServer(int answers) throws IOException {
    answersLeft = new AtomicInteger(answers);
    Thread.ofVirtual().start(this::accept);
  }

  String url() {
    return "http://127.0.0.1:" + socket.getLocalPort();
  }

  int connections() {
    return connections.get();
  }

  /// The methods of the requests that were read to their end.
  List<String> methods() {
    return List.copyOf(methods);
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket connection = socket.accept();
        connections.incrementAndGet();
        Thread.ofVirtual().start(() -> serve(connection));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      var in =
          new BufferedReader(
              new InputStreamReader(connection.getInputStream(), StandardCharsets.ISO_8859_1));
      while (read(in) && answersLeft.getAndDecrement() > 0) {
        connection.getOutputStream().write(answer());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] answer() {
    return Loopback.FOUND_RESPONSE.getBytes(StandardCharsets.ISO_8859_1);
  }

  private boolean read(BufferedReader in) throws IOException {
    String line = in.readLine();
    if (line == null) {
      return false;
    }
    String method = line.substring(0, line.indexOf(' '));
    int length = 0;
    for (String header = in.readLine(); !header.isEmpty(); header = in.readLine()) {
      if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        length = Integer.parseInt(header.substring("content-length:".length()).strip());
      }
    }
    for (int i = 0; i < length; i++) {
      in.read();
    }
    methods.add(method);
    return true;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
