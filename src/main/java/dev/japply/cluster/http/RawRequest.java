package dev.japply.cluster.http;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A request to the server.
///
/// @param headers all headers except those that HTTP itself needs
/// @param body the body; null if there is none
/// @param streamed true to get the body of a response 200 as a stream
@SuppressWarnings("ArrayRecordComponent")
public record RawRequest(
    String method,
    URI uri,
    Map<String, List<String>> headers,
    byte @Nullable [] body,
    boolean streamed) {

  /// Creates a request whose response includes the whole body.
  public RawRequest(
      String method, URI uri, Map<String, List<String>> headers, byte @Nullable [] body) {
    this(method, uri, headers, body, false);
  }

  /// Returns true if sending the request twice is harmless.
  boolean isRepeatable() {
    return method.equals("GET") || method.equals("HEAD");
  }
}
