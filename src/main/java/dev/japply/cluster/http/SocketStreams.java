package dev.japply.cluster.http;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/// The input and output of a socket, encrypted or plain.
///
/// @param input data from the server; a read fails after the socket's timeout
/// @param end closes the socket, which ends both streams, and frees other resources
record SocketStreams(InputStream input, OutputStream output, Closeable end) {

  static SocketStreams plain(Socket socket) throws IOException {
    return new SocketStreams(socket.getInputStream(), socket.getOutputStream(), socket);
  }
}
