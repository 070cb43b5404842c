package dev.japply.cluster.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;

/// A chunked body (RFC 9112, section 7.1). It ends after the trailers of the last chunk.
final class ChunkedInputStream extends InputStream {
  private final InputStream in;
  private long left;
  private boolean first = true;
  private boolean ended;

  ChunkedInputStream(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] to, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (left == 0 && !ended) {
      begin();
    }
    if (ended) {
      return -1;
    }
    int read = in.read(to, offset, (int) Math.min(length, left));
    if (read < 0) {
      throw new EOFException("unexpected EOF");
    }
    left -= read;
    return read;
  }

  private void begin() throws IOException {
    if (!first) {
      end(next());
    }
    first = false;
    left = readSize();
    if (left == 0) {
      ResponseHead.skipTrailers(in);
      ended = true;
    }
  }

  /// Reads the size at the start of a chunk, and skips the rest of its line.
  private long readSize() throws IOException {
    long size = 0;
    int digits = 0;
    int b = next();
    for (int digit = Character.digit(b, 16); digit >= 0; digit = Character.digit(b, 16)) {
      size = size << 4 | digit;
      digits++;
      b = next();
    }
    if (digits == 0 || digits > 15) {
      throw new ProtocolException("malformed chunk");
    }
    while (b == ' ' || b == '\t' || b == ';') {
      b = skipLine();
    }
    end(b);
    return size;
  }

  private int skipLine() throws IOException {
    int b = next();
    while (b != '\r' && b != '\n') {
      b = next();
    }
    return b;
  }

  /// Reads the end of a line, which begins with `b`.
  private void end(int b) throws IOException {
    if ((b == '\r' ? next() : b) != '\n') {
      throw new ProtocolException("malformed chunk");
    }
  }

  private int next() throws IOException {
    int b = in.read();
    if (b < 0) {
      throw new EOFException("unexpected EOF");
    }
    return b;
  }
}
