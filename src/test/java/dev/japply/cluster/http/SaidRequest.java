package dev.japply.cluster.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Reads requests as simple as a client of ours sends them.
public final class SaidRequest {
  private static final String END = "\r\n\r\n";
  private static final String LENGTH = "Content-Length: ";

  private SaidRequest() {}

  /// The next one, its head and its body; empty when the connection has ended.
  public static Optional<String> read(InputStream in) throws IOException {
    var head = new StringBuilder();
    while (!head.toString().endsWith(END)) {
      int b = in.read();
      if (b < 0) {
        return Optional.empty();
      }
      head.append((char) b);
    }
    int at = head.indexOf(LENGTH);
    int body =
        at < 0
            ? 0
            : Integer.parseInt(head.substring(at + LENGTH.length(), head.indexOf("\r\n", at)));
    return Optional.of(head + new String(in.readNBytes(body), StandardCharsets.UTF_8));
  }
}
