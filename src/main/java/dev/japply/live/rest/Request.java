package dev.japply.live.rest;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// One request.
///
/// @param path as in the Kubernetes API, `/api/v1/…`, already encoded
/// @param query the parameters; written in the order of their names
/// @param contentType the media type of the body; of a GET those of the answer, empty for JSON
/// @param body empty for none
/// @param subject what it is about, as `deployments.apps web`; empty for no object
public record Request(
    String method,
    String path,
    SortedMap<String, String> query,
    String contentType,
    String body,
    String subject) {

  /// A GET.
  static Request get(String path, String subject) {
    return new Request("GET", path, new TreeMap<>(), "", "", subject);
  }

  /// A GET of a collection, or of a part of it.
  static Request list(String path, Map<String, String> query, String subject) {
    return new Request("GET", path, new TreeMap<>(query), "", "", subject);
  }

  /// A request that changes something.
  static Request write(String method, String path, Map<String, String> query, String subject) {
    return new Request(method, path, new TreeMap<>(query), "", "", subject);
  }

  /// This GET, for an answer of one of these media types.
  Request accepting(String types) {
    return new Request(method, path, query, types, body, subject);
  }

  Request withBody(String contentType, String body) {
    return new Request(method, path, query, contentType, body, subject);
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

  public boolean isRead() {
    return method.equals("GET");
  }
}
