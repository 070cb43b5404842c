package dev.japply.cluster.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// A proxy on loopback, which notes the connections through it. Subclasses have the protocols.
abstract class LoopbackProxy implements AutoCloseable {
  final List<String> seen = new CopyOnWriteArrayList<>();
  private final ServerSocket listening;

  LoopbackProxy(ServerSocket listening) {
    this.listening = listening;
  }

  /// Begins to accept connections; called at the end of a constructor.
  final void start() {
    Thread.ofVirtual().start(this::accept);
  }

  public final String authority() {
    return "127.0.0.1:" + listening.getLocalPort();
  }

  /// The connections and credentials since the last call.
  public final List<String> takeSeen() {
    var taken = new ArrayList<>(seen);
    seen.clear();
    return taken;
  }

  private void accept() {
    try {
      while (!listening.isClosed()) {
        Socket client = listening.accept();
        Thread.ofVirtual().start(() -> serve(client));
      }
    } catch (IOException e) {
      // Closed: no client remains.
    }
  }

  abstract void serve(Socket client);

  static void copy(InputStream in, Socket server) {
    try {
      in.transferTo(server.getOutputStream());
      server.shutdownOutput();
    } catch (IOException e) {
      // The connection is over.
    }
  }

  @Override
  public final void close() throws IOException {
    listening.close();
  }
}
