package dev.japply.cluster.http;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.zip.GZIPInputStream;

/// The body of a response as it arrives. It keeps its connection, which is closed with it, as the
/// reader may not have read everything.
public final class ResponseStream extends InputStream {
  private final Http1Connection connection;
  private final boolean zipped;
  private InputStream body;

  ResponseStream(Http1Connection connection, InputStream body, boolean zipped) {
    this.connection = connection;
    this.body = body;
    this.zipped = zipped;
  }

  /// Sets the maximum time between two parts of the body. There is no limit before.
  public void limitSilence(Duration longest) throws IOException {
    connection.limitSilence(longest);
  }

  /// Opens a compressed body at the first read, because that waits for its first bytes.
  private InputStream unzipped() throws IOException {
    if (zipped && !(body instanceof GZIPInputStream)) {
      body = new GZIPInputStream(body);
    }
    return body;
  }

  @Override
  public int read() throws IOException {
    return unzipped().read();
  }

  @Override
  public int read(byte[] to, int offset, int length) throws IOException {
    return unzipped().read(to, offset, length);
  }

  @Override
  public void close() {
    connection.close();
  }
}
