package dev.japply.cluster.http;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A request to the server.
///
/// @param headers all headers except those that HTTP itself needs
/// @param body the body; null if there is none
/// @param sink receives the body of a successful response as a stream; null to include it in the
///   response
@SuppressWarnings("ArrayRecordComponent")
public record RawRequest(
    String method,
    URI uri,
    Map<String, List<String>> headers,
    byte @Nullable [] body,
    @Nullable BodyReceiver sink) {

  /// Creates a request whose response includes the whole body.
  public RawRequest(
      String method, URI uri, Map<String, List<String>> headers, byte @Nullable [] body) {
    this(method, uri, headers, body, null);
  }

  /// Returns true if sending the request twice is harmless.
  boolean isRepeatable() {
    return method.equals("GET") || method.equals("HEAD");
  }
}
