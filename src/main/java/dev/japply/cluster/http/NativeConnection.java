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

/// A connection by [NativeTls]: bytes between a socket and the library.
///
/// One thread may read and write; another may close, which ends what the first is waiting for. The
/// library never waits: it is given what has arrived, and what it has to say is sent after each
/// step.
final class NativeConnection implements Closeable {
  /// The most text that one record carries.
  private static final int TEXT = 16 << 10;

  /// More than the library ever has to say at once.
  private static final int WIRE = 4 * TEXT;

  /// Behind this the library names what the server did not like, as RFC 8446, section 6, does.
  private static final String ALERT = "_ALERT_";

  private final Socket socket;
  private final long context;
  private final long session;

  /// The library's end of the wire.
  private final long wire;

  private final ByteBuffer text = ByteBuffer.allocateDirect(TEXT);
  private final ByteBuffer arrived = ByteBuffer.allocateDirect(TEXT);
  private final ByteBuffer leaving = ByteBuffer.allocateDirect(WIRE);
  private final byte[] bytes = new byte[WIRE];

  /// What of `arrived` the library has not taken yet.
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

  /// A step of the library, which answers more than zero when it is done.
  @FunctionalInterface
  private interface Step {
    int take();
  }

  /// Sets a session up before its handshake.
  @FunctionalInterface
  interface Introduction {
    void configure(long session) throws Exception;
  }

  /// A connection after its handshake. When that fails all is given back, the context too.
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

  /// What the server says. As with Java's own TLS, its end is the end, whether it says goodbye or
  /// not: HTTP tells by itself where an answer ends.
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

  /// What is said to the server, at once.
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

  /// Takes the step, as often as more has to arrive for it; zero when nothing more does.
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

  /// The step's result; zero at the server's goodbye, less when more must arrive.
  private int take(Step step) throws IOException {
    if (freed) {
      throw new SocketException("Socket closed");
    }
    // The library keeps errors per thread: one that an earlier step, perhaps of another connection,
    // left there would be taken for this step's.
    SSL.clearError();
    // The library gets an address, not a copy. It is lent for this step alone, since receive()
    // fills
    // the same bytes again; what the step leaves of them is offered to the next one.
    SSL.bioSetByteBuffer(wire, address(arrived) + taken, end - taken, false);
    int result = step.take();
    // Asked before anything else is called: the answer depends on the thread's errors.
    int problem = result > 0 ? SSL.SSL_ERROR_NONE : SSL.getError(session, result);
    taken = end - SSL.bioLengthByteBuffer(wire);
    SSL.bioClearByteBuffer(wire);
    // Before the result counts: a step that failed, too, may have left an alert for the server, and
    // one that waits for the server has often just written what the server is to answer.
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

  /// What the server has to say, in the words of Java's own TLS.
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

  /// Whether there was more.
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

  /// Closes the socket. What the library holds is given back when this has no more use.
  @Override
  public void close() throws IOException {
    // First, and without the lock: a thread that writes holds it, and gives it back when the socket
    // is closed. With the lock nobody is within the library, and what it holds may be freed.
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
