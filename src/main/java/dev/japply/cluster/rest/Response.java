package dev.japply.cluster.rest;

import dev.japply.cluster.http.RawResponse;
import java.util.List;

/// One answer.
///
/// @param contentType empty when the server does not say
/// @param retryAfter the `Retry-After` header; empty when there is none
/// @param location the `Location` header; empty when there is none
/// @param warnings the `Warning` headers as they came
record Response(
    int status,
    String contentType,
    String retryAfter,
    String location,
    List<String> warnings,
    Body body) {

  /// An answer, taken apart.
  static Response of(RawResponse answer) {
    return new Response(
        answer.status(),
        first(answer, "Content-Type"),
        first(answer, "Retry-After"),
        first(answer, "Location"),
        all(answer, "Warning"),
        new Body(answer.body()));
  }

  boolean isSuccess() {
    return status >= 200 && status <= 206;
  }

  private static String first(RawResponse answer, String name) {
    List<String> values = all(answer, name);
    return values.isEmpty() ? "" : values.getFirst();
  }

  private static List<String> all(RawResponse answer, String name) {
    return answer.headers().getOrDefault(name, List.of());
  }
}
