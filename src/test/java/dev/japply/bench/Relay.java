package dev.japply.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.LongAdder;

/// Passes TCP connections on to a port of loopback, and counts their bytes in both directions.
final class Relay implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  private final ServerSocket listener;
  private final int target;
  private final LongAdder bytes = new LongAdder();

  Relay(int target) throws IOException {
    this.target = target;
    listener = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  long bytes() {
    return bytes.sum();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        Thread.ofVirtual().start(() -> pass(client, server));
        Thread.ofVirtual().start(() -> pass(server, client));
      }
    } catch (IOException e) {
      // Closed, or the server is gone: whoever connects will see it.
    }
  }

  private void pass(Socket from, Socket to) {
    var buffer = new byte[BUFFER];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        out.write(buffer, 0, read);
        bytes.add(read);
      }
    } catch (IOException e) {
      // Either end has closed its connection.
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
