package dev.japply.cluster.rest;

import io.fabric8.kubernetes.client.http.HttpHeaders;
import io.fabric8.kubernetes.client.http.HttpResponse;
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
  static Response of(HttpResponse<?> head, byte[] body) {
    return new Response(
        head.code(),
        first(head, "Content-Type"),
        first(head, "Retry-After"),
        first(head, "Location"),
        head.headers("Warning"),
        new Body(body));
  }

  boolean isSuccess() {
    return status >= 200 && status <= 206;
  }

  private static String first(HttpHeaders head, String name) {
    List<String> values = head.headers(name);
    return values.isEmpty() ? "" : values.getFirst();
  }
}
