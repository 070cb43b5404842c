package dev.japply.cluster.rest;

import dev.japply.cluster.http.BodySink;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One request.
///
/// @param path as in the Kubernetes API, `/api/v1/…`, already encoded
/// @param query the parameters; written in the order of their names
/// @param contentType the media type of the body; of a GET those of the answer, empty for JSON
/// @param body empty for none
/// @param subject what it is about, as `deployments.apps web`; empty for no object
/// @param sink takes the answer as it comes; null to have it as a whole
record Request(
    String method,
    String path,
    SortedMap<String, String> query,
    String contentType,
    String body,
    String subject,
    @Nullable BodySink sink) {

  /// A GET.
  static Request get(String path, String subject) {
    return new Request("GET", path, new TreeMap<>(), "", "", subject, null);
  }

  /// A GET of a collection, or of a part of it.
  static Request list(String path, Map<String, String> query, String subject) {
    return new Request("GET", path, new TreeMap<>(query), "", "", subject, null);
  }

  /// A request that changes something.
  static Request write(String method, String path, Map<String, String> query, String subject) {
    return new Request(method, path, new TreeMap<>(query), "", "", subject, null);
  }

  /// This GET, for an answer of one of these media types.
  Request accepting(String types) {
    return new Request(method, path, query, types, body, subject, sink);
  }

  Request withBody(String contentType, String body) {
    return new Request(method, path, query, contentType, body, subject, sink);
  }

  /// This GET, whose answer goes to `target` as it comes.
  Request into(BodySink target) {
    return new Request(method, path, query, contentType, body, subject, target);
  }

  /// The media types that the answer may have.
  String accept() {
    return isRead() && !contentType.isEmpty() ? contentType : "application/json";
  }

  /// Whether it asks what the server offers: types, documents, its version. One such answer counts
  /// for many objects.
  boolean isAboutServer() {
    return isRead() && subject.isEmpty();
  }

  boolean isRead() {
    return method.equals("GET");
  }
}
