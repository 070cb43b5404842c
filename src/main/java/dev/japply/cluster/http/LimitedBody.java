package dev.japply.cluster.http;

import dev.japply.problem.ByteLimit;
import java.io.IOException;
import java.io.InputStream;

/// A body as it arrives, with a limit on its size.
final class LimitedBody extends InputStream {
  private final InputStream in;
  private final ByteLimit limit;
  private long read;

  LimitedBody(InputStream in, ByteLimit limit) {
    this.in = in;
    this.limit = limit;
  }

  @Override
  public int read() throws IOException {
    int b = in.read();
    count(b < 0 ? 0 : 1);
    return b;
  }

  @Override
  public int read(byte[] to, int offset, int length) throws IOException {
    int got = in.read(to, offset, length);
    count(Math.max(got, 0));
    return got;
  }

  private void count(int got) throws ByteLimit.Exceeded {
    read += got;
    limit.check(read);
  }

  /// A reader of compressed bytes looks for another member only if there are more bytes.
  @Override
  public int available() {
    return 1;
  }
}
