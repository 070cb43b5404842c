package dev.japply.cluster.http;

import dev.japply.problem.ByteLimit;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.util.Map;

/// An answer as its bytes stand on a connection.
public final class PlayedAnswer {
  private static final RawRequest ASKED =
      new RawRequest("GET", URI.create("http://localhost/api"), Map.of(), null);

  private PlayedAnswer() {}

  /// What a client makes of these bytes.
  ///
  /// @throws IOException when they are no answer
  public static RawResponse read(byte[] bytes, ByteLimit limit) throws IOException {
    var streams =
        new SocketStreams(
            new ByteArrayInputStream(bytes), OutputStream.nullOutputStream(), () -> {});
    var route = new Route("localhost", 80, null, null);
    try (var connection = new Http1Connection(new Socket(), streams, route)) {
      return connection.exchange(ASKED, limit);
    }
  }
}
