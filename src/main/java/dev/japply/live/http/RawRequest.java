package dev.japply.live.http;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One request.
///
/// @param headers all but those that HTTP itself needs
/// @param body null for none
@SuppressWarnings("ArrayRecordComponent")
public record RawRequest(
    String method, URI uri, Map<String, List<String>> headers, byte @Nullable [] body) {

  /// Whether to send it twice does no harm.
  boolean isRepeatable() {
    return method.equals("GET") || method.equals("HEAD");
  }
}
