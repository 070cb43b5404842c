package dev.japply.cluster.rest;

import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.util.List;
import java.util.Map;

/// A request as it was sent, with all headers, and its response.
///
/// @param received the headers of the response
record SentRequest(HttpRequest request, Map<String, List<String>> received, Response response) {
  static SentRequest of(HttpResponse<?> response, byte[] body) {
    return new SentRequest(response.request(), response.headers(), Response.of(response, body));
  }
}
