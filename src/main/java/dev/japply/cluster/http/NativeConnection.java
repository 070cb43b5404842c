package dev.japply.cluster.http;

import io.netty.internal.tcnative.Buffer;
import io.netty.internal.tcnative.SSL;
import io.netty.internal.tcnative.SSLContext;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.Locale;
import javax.net.ssl.SSLException;

/// A connection with [NativeTls]: transfers bytes between a socket and the library.
///
/// One thread may read and write; another may close the connection, which ends the wait of the
/// first. The library never blocks: it takes the received bytes, and its output is sent after each
/// step.
final class NativeConnection implements Closeable {
  /// The maximum text in one record.
  private static final int TEXT = 16 << 10;

  /// Larger than the output of the library in one step.
  private static final int WIRE = 4 * TEXT;

  /// The prefix of the alert's name (RFC 8446, section 6) in the library's messages.
  private static final String ALERT = "_ALERT_";

  private final Socket socket;
  private final long context;
  private final long session;

  /// The library's end of the network buffer.
  private final long wire;

  private final ByteBuffer text = ByteBuffer.allocateDirect(TEXT);
  private final ByteBuffer arrived = ByteBuffer.allocateDirect(TEXT);
  private final ByteBuffer leaving = ByteBuffer.allocateDirect(WIRE);
  private final byte[] bytes = new byte[WIRE];

  /// The number of bytes of `arrived` that the library has taken.
  private int taken;

  private int end;
  private boolean freed;

  private NativeConnection(Socket socket, long context, long session) {
    this.socket = socket;
    this.context = context;
    this.session = session;
    this.wire = SSL.bioNewByteBuffer(session, WIRE);
  }

  static long address(ByteBuffer buffer) {
    return Buffer.address(buffer);
  }

  /// A step of the library; the result is greater than zero on success.
  @FunctionalInterface
  private interface Step {
    int take();
  }

  /// Prepares a session before its handshake.
  @FunctionalInterface
  interface Introduction {
    void configure(long session) throws Exception;
  }

  /// Opens a connection and performs its handshake. If this fails, all resources are freed,
  /// including the context.
  static NativeConnection open(Socket socket, long context, Introduction introduction)
      throws Exception {
    var connection = new NativeConnection(socket, context, SSL.newSSL(context, false));
    try {
      introduction.configure(connection.session);
      if (connection.advance(() -> SSL.doHandshake(connection.session)) == 0) {
        throw new EOFException("closed in the handshake");
      }
      return connection;
    } catch (Exception e) {
      connection.close();
      throw e;
    }
  }

  /// Returns the data from the server. The end of the connection ends the data, even without a
  /// close notification, as in Java's own TLS: HTTP itself marks the end of a response.
  InputStream input() {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] target, int offset, int length) throws IOException {
        return length == 0 ? 0 : receive(target, offset, length);
      }
    };
  }

  /// Returns the stream to the server, which sends without buffering.
  OutputStream output() {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] source, int offset, int length) throws IOException {
        for (int done = 0; done < length; done += TEXT) {
          writeRecord(source, offset + done, Math.min(TEXT, length - done));
        }
      }
    };
  }

  private int receive(byte[] target, int offset, int length) throws IOException {
    long address = address(text);
    int wanted = Math.min(length, TEXT);
    int count = advance(() -> SSL.readFromSSL(session, address, wanted));
    if (count > 0) {
      text.get(0, target, offset, count);
      return count;
    }
    return -1;
  }

  private void writeRecord(byte[] source, int offset, int length) throws IOException {
    text.put(0, source, offset, length);
    long address = address(text);
    if (advance(() -> SSL.writeToSSL(session, address, length)) != length) {
      throw new EOFException("closed by the server");
    }
  }

  /// Repeats the step until it has enough data. The result is zero if no more data arrives.
  private int advance(Step step) throws IOException {
    while (true) {
      // Not while this waits for the server: close() must get in between, to end the waiting.
      synchronized (this) {
        int result = take(step);
        if (result >= 0) {
          return result;
        }
      }
      if (!receive()) {
        return 0;
      }
    }
  }

  /// Runs the step once. The result is zero after the server's close notification, negative if more
  /// data is required.
  private int take(Step step) throws IOException {
    if (freed) {
      throw new SocketException("Socket closed");
    }
    // The library keeps errors per thread: one that an earlier step, perhaps of another connection,
    // left there would be taken for this step's.
    SSL.clearError();
    // The library gets an address, not a copy. The address is valid for this step alone, since
    // receive() fills the same bytes again. The next step gets the bytes that this one leaves.
    SSL.bioSetByteBuffer(wire, address(arrived) + taken, end - taken, false);
    int result = step.take();
    // Before any other call, because the result depends on the thread's error queue.
    int problem = result > 0 ? SSL.SSL_ERROR_NONE : SSL.getError(session, result);
    taken = end - SSL.bioLengthByteBuffer(wire);
    SSL.bioClearByteBuffer(wire);
    // Before the check of the result. A failed step may also have written an alert for the server.
    // A step that waits for the server has often just written a message.
    send();
    if (problem == SSL.SSL_ERROR_NONE) {
      return result;
    } else if (problem == SSL.SSL_ERROR_ZERO_RETURN) {
      return 0;
    } else if (problem == SSL.SSL_ERROR_WANT_READ) {
      return -1;
    }
    throw new SSLException(inWords(SSL.getLastError()));
  }

  /// Converts an error message of the library to the message of Java's own TLS.
  private static String inWords(String error) {
    int alert = error.lastIndexOf(ALERT);
    if (alert < 0) {
      return error;
    }
    String name = error.substring(alert + ALERT.length()).toLowerCase(Locale.ROOT);
    return "(" + name + ") Received fatal alert: " + name;
  }

  private void send() throws IOException {
    while (SSL.bioLengthNonApplication(wire) > 0) {
      SSL.bioSetByteBuffer(wire, address(leaving), WIRE, true);
      int count = SSL.bioFlushByteBuffer(wire);
      SSL.bioClearByteBuffer(wire);
      leaving.get(0, bytes, 0, count);
      socket.getOutputStream().write(bytes, 0, count);
    }
  }

  /// Returns true if data arrived.
  private boolean receive() throws IOException {
    int count = socket.getInputStream().read(bytes, 0, TEXT);
    if (count < 0) {
      return false;
    }
    arrived.put(0, bytes, 0, count);
    taken = 0;
    end = count;
    return true;
  }

  /// Closes the socket. The library's memory is freed when it is no longer used.
  @Override
  public void close() throws IOException {
    // First, and without the lock: a writing thread holds the lock and releases it when the socket
    // is closed. With the lock, no other thread uses the library, so its memory can be freed.
    socket.close();
    synchronized (this) {
      if (!freed) {
        freed = true;
        SSL.freeSSL(session);
        SSLContext.free(context);
      }
    }
  }
}
