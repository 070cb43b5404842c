package dev.japply.cluster.rest;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A request to the API server.
///
/// @param path an encoded path of the Kubernetes API, `/api/v1/…`
/// @param query the parameters, sent in the order of their names
/// @param contentType the media type of the body, or for a GET of the response; empty for JSON
/// @param body the body; empty if there is none
/// @param subject the object, as `deployments.apps web`; empty if there is none
/// @param sink receives the response as a stream; null for the whole response
record Request(
    String method,
    String path,
    SortedMap<String, String> query,
    String contentType,
    String body,
    String subject,
    @Nullable BodyReceiver sink) {

  private static final String METADATA =
      "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";

  static Request get(String path, String subject) {
    return new Request("GET", path, new TreeMap<>(), "", "", subject, null);
  }

  /// Creates a GET of a collection or a page.
  static Request list(String path, Map<String, String> query, String subject) {
    return new Request("GET", path, new TreeMap<>(query), "", "", subject, null);
  }

  /// Creates a request that changes data.
  static Request write(String method, String path, Map<String, String> query, String subject) {
    return new Request(method, path, new TreeMap<>(query), "", "", subject, null);
  }

  /// Returns this GET with the accepted media types.
  Request accepting(String types) {
    return new Request(method, path, query, types, body, subject, sink);
  }

  /// Returns this GET of a collection, which accepts the metadata of the objects alone.
  Request ofMetadata() {
    return accepting(METADATA);
  }

  boolean isOfMetadata() {
    return contentType.equals(METADATA);
  }

  Request withBody(String contentType, String body) {
    return new Request(method, path, query, contentType, body, subject, sink);
  }

  /// Returns this GET with `target` as the receiver of the response.
  Request into(BodyReceiver target) {
    return new Request(method, path, query, contentType, body, subject, target);
  }

  String accept() {
    return isRead() && !contentType.isEmpty() ? contentType : "application/json";
  }

  /// Returns true for a request about types, documents or the version. Its response is shared by
  /// many objects.
  boolean isAboutServer() {
    return isRead() && subject.isEmpty();
  }

  boolean isRead() {
    return method.equals("GET");
  }
}
