package dev.japply.cluster.rest;

import dev.japply.cluster.http.RawResponse;
import java.util.List;

/// A response of the server.
///
/// @param contentType the `Content-Type` header; empty if there is none
/// @param retryAfter the `Retry-After` header; empty if there is none
/// @param location the `Location` header; empty if there is none
/// @param warnings the unparsed `Warning` headers
record Response(
    int status,
    String contentType,
    String retryAfter,
    String location,
    List<String> warnings,
    Body body) {

  /// Creates a response from its status, headers and body.
  static Response of(RawResponse raw) {
    return new Response(
        raw.status(),
        first(raw, "Content-Type"),
        first(raw, "Retry-After"),
        first(raw, "Location"),
        all(raw, "Warning"),
        new Body(raw.body()));
  }

  boolean isSuccess() {
    return status >= 200 && status <= 206;
  }

  private static String first(RawResponse raw, String name) {
    List<String> values = all(raw, name);
    return values.isEmpty() ? "" : values.getFirst();
  }

  private static List<String> all(RawResponse raw, String name) {
    return raw.headers().getOrDefault(name, List.of());
  }
}
