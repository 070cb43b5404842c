package dev.japply.cluster.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/// A body of an announced length.
final class PlainBody extends InputStream {
  private final InputStream in;
  private long left;

  PlainBody(InputStream in, long length) {
    this.in = in;
    this.left = length;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] to, int offset, int length) throws IOException {
    if (left == 0) {
      return -1;
    }
    int read = in.read(to, offset, (int) Math.min(length, left));
    if (read < 0) {
      throw new EOFException("unexpected EOF");
    }
    left -= read;
    return read;
  }
}
