package dev.japply.cluster.http;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One request.
///
/// @param headers all but those that HTTP itself needs
/// @param body null for none
/// @param sink takes the body of a success as it comes; null to have it in the answer
@SuppressWarnings("ArrayRecordComponent")
public record RawRequest(
    String method,
    URI uri,
    Map<String, List<String>> headers,
    byte @Nullable [] body,
    @Nullable BodySink sink) {

  /// One whose answer is taken as a whole.
  public RawRequest(
      String method, URI uri, Map<String, List<String>> headers, byte @Nullable [] body) {
    this(method, uri, headers, body, null);
  }

  /// Whether to send it twice does no harm.
  boolean isRepeatable() {
    return method.equals("GET") || method.equals("HEAD");
  }
}
