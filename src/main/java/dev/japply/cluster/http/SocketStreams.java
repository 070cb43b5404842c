package dev.japply.cluster.http;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/// The two directions in which bytes go over a socket, in clear or not.
///
/// @param input what the server says; its reads end when the socket's time limit is over
/// @param end closes the socket, which ends both, and gives back what else it takes
record SocketStreams(InputStream input, OutputStream output, Closeable end) {

  /// What the socket carries as it is.
  static SocketStreams plain(Socket socket) throws IOException {
    return new SocketStreams(socket.getInputStream(), socket.getOutputStream(), socket);
  }
}
