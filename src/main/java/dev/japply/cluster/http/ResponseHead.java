package dev.japply.cluster.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/// The status line and the headers of a response (RFC 9112).
///
/// @param old whether the server uses HTTP/1.0
/// @param reason the reason phrase; empty if there is none
record ResponseHead(
    int status, boolean old, String reason, SortedMap<String, List<String>> headers) {
  /// The maximum size of a head in bytes, with all its lines.
  private static final int MOST = 384 << 10;

  /// Reads the next head and skips informational ones (1xx).
  ///
  /// @throws EOFException if the connection ends before it
  static ResponseHead read(InputStream in) throws IOException {
    var lines = new Lines(in);
    while (true) {
      ResponseHead head = readOne(lines);
      if (head.status / 100 != 1) {
        return head;
      }
      if (head.status == 101) {
        throw new ProtocolException("the server wants to switch to another protocol");
      }
    }
  }

  private static ResponseHead readOne(Lines lines) throws IOException {
    String line = lines.next("HTTP/1.");
    boolean whole =
        line.length() >= 12
            && isDigit(line.charAt(7))
            && line.charAt(8) == ' '
            && isDigit(line.charAt(9))
            && isDigit(line.charAt(10))
            && isDigit(line.charAt(11))
            && (line.length() == 12 || line.charAt(12) == ' ');
    if (!whole) {
      throw new ProtocolException("malformed status line");
    }
    int status = Integer.parseInt(line.substring(9, 12));
    return new ResponseHead(
        status, line.charAt(7) == '0', line.substring(12).strip(), readHeaders(lines));
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /// Reads the headers up to the empty line. Trailers after the last chunk of a body have the same
  /// form.
  private static SortedMap<String, List<String>> readHeaders(Lines lines) throws IOException {
    var headers = new TreeMap<String, List<String>>(String.CASE_INSENSITIVE_ORDER);
    for (String line = lines.next(); !line.isEmpty(); line = lines.next()) {
      int colon = line.indexOf(':');
      if (colon <= 0 || line.charAt(0) <= ' ' || line.charAt(colon - 1) <= ' ') {
        throw new ProtocolException("malformed header");
      }
      String name = line.substring(0, colon);
      List<String> values = headers.get(name);
      if (values == null) {
        values = new ArrayList<>(1);
        headers.put(name, values);
      }
      values.add(line.substring(colon + 1).strip());
    }
    return headers;
  }

  /// Skips the trailers after the last chunk.
  static void skipTrailers(InputStream in) throws IOException {
    readHeaders(new Lines(in));
  }

  /// Returns the length of the body in bytes; -1 if the header is missing.
  long length() throws ProtocolException {
    List<String> lengths = headers.get("Content-Length");
    if (lengths == null) {
      return -1;
    }
    String first = lengths.getFirst();
    for (String length : lengths) {
      if (!length.equals(first)) {
        throw new ProtocolException("the response has conflicting Content-Length headers");
      }
    }
    try {
      long length = Long.parseLong(first);
      if (length >= 0 && isDigit(first.charAt(0))) {
        return length;
      }
    } catch (NumberFormatException e) {
      // As any other text.
    }
    throw new ProtocolException("malformed Content-Length");
  }

  /// Returns true if the body is chunked.
  boolean isChunked() throws ProtocolException {
    List<String> codings = headers.get("Transfer-Encoding");
    if (codings == null) {
      return false;
    }
    if (codings.size() != 1 || !codings.getFirst().equalsIgnoreCase("chunked")) {
      throw new ProtocolException("unsupported transfer encoding");
    }
    return true;
  }

  /// Returns true if the body is compressed, as servers do with large bodies.
  boolean isZipped() {
    List<String> codings = headers.get("Content-Encoding");
    return codings != null && codings.getFirst().equalsIgnoreCase("gzip");
  }

  /// Returns true if the server closes the connection after this response.
  boolean isLast() {
    List<String> options = headers.get("Connection");
    if (options != null) {
      for (String option : options) {
        if (option.toLowerCase(Locale.ROOT).contains("close")) {
          return true;
        }
      }
    }
    return old;
  }

  /// Reads lines, at most [#MOST] bytes of them.
  private static final class Lines {
    private final InputStream in;
    private byte[] line = new byte[128];
    private int left = MOST;

    Lines(InputStream in) {
      this.in = in;
    }

    String next() throws IOException {
      return next("");
    }

    /// Reads the next line, which must start with `start`. The check is made for each byte, since
    /// the server of another protocol may send no line ends.
    String next(String start) throws IOException {
      int length = 0;
      for (int b = in.read(); b != '\n'; b = in.read()) {
        if (b < 0) {
          throw new EOFException(length == 0 ? "EOF" : "unexpected EOF");
        }
        if (length < start.length() && b != start.charAt(length)) {
          throw new ProtocolException("malformed status line");
        }
        if (--left < 0) {
          throw new ProtocolException("the response headers are too long");
        }
        if (length == line.length) {
          line = Arrays.copyOf(line, 2 * length);
        }
        line[length++] = (byte) b;
      }
      if (length > 0 && line[length - 1] == '\r') {
        length--;
      }
      return new String(line, 0, length, StandardCharsets.ISO_8859_1);
    }
  }
}
