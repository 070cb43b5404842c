package dev.japply.cluster.http;

import dev.japply.problem.ByteLimit;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/// A connection for one request at a time. It is closed if the thread that waits for a response is
/// interrupted.
final class Http1Connection implements Closeable {
  /// The number of compressed bytes that are decompressed in one step.
  private static final int PIECE = 8 << 10;

  private final Socket socket;
  private final InputStream in;
  private final SocketStreams link;
  private final Route route;
  private long idleSince = System.nanoTime();
  private boolean kept;
  private boolean responding;
  private boolean streaming;

  Http1Connection(Socket socket, SocketStreams link, Route route) {
    this.socket = socket;
    this.link = link;
    this.in = new BufferedInputStream(link.input());
    this.route = route;
  }

  /// Sends `call` and reads the whole response, except the body of a stream.
  ///
  /// @throws ByteLimit.Exceeded if its body is too long
  RawResponse exchange(RawRequest call, ByteLimit limit) throws IOException {
    kept = false;
    responding = false;
    send(call);
    in.mark(1);
    if (in.read() < 0) {
      throw new EOFException("EOF");
    }
    in.reset();
    responding = true;
    ResponseHead head = ResponseHead.read(in);
    if (call.streamed() && head.status() == 200) {
      streaming = true;
      var stream = new ResponseStream(this, body(head.isChunked(), head.length()), head.isZipped());
      return new RawResponse(200, head.headers(), new byte[0], stream);
    }
    byte[] body = readBody(call, head, limit);
    idleSince = System.nanoTime();
    return new RawResponse(head.status(), head.headers(), body, null);
  }

  /// Returns true if the connection can be used again.
  boolean isKept() {
    return kept;
  }

  /// Returns true if a reader of the last response has the connection, and closes it.
  boolean isStreaming() {
    return streaming;
  }

  /// Sets the maximum time between two parts of a response.
  void limitSilence(Duration longest) throws IOException {
    socket.setSoTimeout((int) longest.toMillis());
  }

  /// Returns true if the server began its response to the last request.
  boolean isResponding() {
    return responding;
  }

  /// Checks that the server has not closed the connection. Data without a request also counts as
  /// closed.
  ///
  /// @param fresh the time after the last use during which no check is needed
  boolean isAlive(Duration fresh) {
    if (System.nanoTime() - idleSince < fresh.toNanos()) {
      return true;
    }
    try {
      socket.setSoTimeout(1);
      in.read();
      return false;
    } catch (SocketTimeoutException e) {
      return isUnlimited();
    } catch (IOException e) {
      return false;
    }
  }

  private boolean isUnlimited() {
    try {
      socket.setSoTimeout(0);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private void send(RawRequest call) throws IOException {
    byte[] head = head(call).getBytes(StandardCharsets.UTF_8);
    byte[] body = call.body();
    byte[] all = head;
    if (body != null) {
      all = Arrays.copyOf(head, head.length + body.length);
      System.arraycopy(body, 0, all, head.length, body.length);
    }
    link.output().write(all);
    link.output().flush();
  }

  private String head(RawRequest call) throws ProtocolException {
    URI uri = call.uri();
    var head = new StringBuilder(256).append(call.method()).append(' ');
    Optional<Route.Http> relay = route.relay();
    if (relay.isPresent()) {
      head.append(uri.getScheme()).append("://").append(host(uri));
    }
    head.append(uri.getRawPath().isEmpty() ? "/" : uri.getRawPath());
    if (uri.getRawQuery() != null) {
      head.append('?').append(uri.getRawQuery());
    }
    head.append(" HTTP/1.1\r\n");
    append(head, "Host", host(uri));
    if (relay.isPresent() && !relay.get().authorization().isEmpty()) {
      append(head, "Proxy-Authorization", relay.get().authorization());
    }
    for (Map.Entry<String, List<String>> header : call.headers().entrySet()) {
      for (String value : header.getValue()) {
        append(head, header.getKey(), value);
      }
    }
    byte[] body = call.body();
    if (body != null) {
      append(head, "Content-Length", Integer.toString(body.length));
    }
    return head.append("\r\n").toString();
  }

  private static String host(URI uri) {
    return uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
  }

  /// @throws ProtocolException if the value has more than one line
  private static void append(StringBuilder head, String name, String value)
      throws ProtocolException {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if ((c < ' ' && c != '\t') || c == 0x7f) {
        throw new ProtocolException("invalid header field value for \"" + name + "\"");
      }
    }
    head.append(name).append(": ").append(value).append("\r\n");
  }

  /// Reads the body. The connection can be used again only if the body was read to its end.
  private byte[] readBody(RawRequest call, ResponseHead head, ByteLimit limit) throws IOException {
    boolean none = call.method().equals("HEAD") || head.status() == 204 || head.status() == 304;
    boolean chunked = head.isChunked();
    long length = head.length();
    if (!none && !chunked) {
      limit.check(length);
    }
    byte[] body =
        none
            ? new byte[0]
            : head.isZipped()
                ? unzip(body(chunked, length), limit)
                : chunked || length < 0
                    ? limit.read(body(chunked, length))
                    : readPlain((int) length);
    // A length together with chunks may be a request smuggling attempt.
    kept = !head.isLast() && (none || chunked != length >= 0);
    return body;
  }

  private InputStream body(boolean chunked, long length) {
    return chunked ? new ChunkedInputStream(in) : length < 0 ? in : new PlainBody(in, length);
  }

  /// Reads a compressed body to its end and decompresses it as it arrives, with a limit on the size
  /// of both.
  private static byte[] unzip(InputStream zipped, ByteLimit limit) throws IOException {
    var body = new PushbackInputStream(new LimitedBody(zipped, limit));
    int first = body.read();
    if (first < 0) {
      return new byte[0];
    }
    body.unread(first);
    try (var stream = new GZIPInputStream(body, PIECE)) {
      byte[] unzipped = limit.read(stream);
      body.transferTo(OutputStream.nullOutputStream());
      return unzipped;
    }
  }

  /// Reads a body of `length` bytes. Memory is allocated as the bytes arrive, not by the announced
  /// length.
  private byte[] readPlain(int length) throws IOException {
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new EOFException("unexpected EOF");
    }
    return body;
  }

  @Override
  public void close() {
    try {
      link.end().close();
    } catch (IOException e) {
      // It is of no use any more.
    }
  }

  /// A body as it arrives, with a limit on its size.
  private static final class LimitedBody extends InputStream {
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

  /// A body of an announced length.
  private static final class PlainBody extends InputStream {
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
}
