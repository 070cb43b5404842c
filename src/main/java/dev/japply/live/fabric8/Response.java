package dev.japply.live.fabric8;

import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Value;
import io.fabric8.kubernetes.client.http.HttpResponse;
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

  /// fabric8's answer, taken apart.
  static Response of(HttpResponse<byte[]> answer) {
    byte[] body = answer.body() == null ? new byte[0] : answer.body();
    return new Response(
        answer.code(),
        first(answer, "Content-Type"),
        first(answer, "Retry-After"),
        first(answer, "Location"),
        answer.headers("Warning"),
        new Body(body));
  }

  /// The JSON in the body.
  ///
  /// @throws dev.japply.live.ClusterException when it is not JSON: no API server answered
  Value tree(Request request) {
    try {
      return body.tree();
    } catch (JsonSyntaxException e) {
      throw ServerErrors.notJson(request, this, e);
    }
  }

  boolean isSuccess() {
    return status >= 200 && status <= 206;
  }

  private static String first(HttpResponse<?> answer, String name) {
    List<String> values = answer.headers(name);
    return values.isEmpty() ? "" : values.getFirst();
  }
}
