package dev.japply.cluster;

import dev.japply.object.Gvk;

/// A type that the server serves.
///
/// @param plural the name in paths: `deployments`
/// @param namespaced whether its objects have a namespace
public record Resource(Gvk gvk, String plural, boolean namespaced) {
  /// Returns the path of the collection: `/apis/apps/v1/namespaces/default/deployments`.
  public String collectionPath(String namespace) {
    String root = gvk.group().isEmpty() ? "/api/" : "/apis/";
    String scope = namespaced && !namespace.isEmpty() ? "/namespaces/" + namespace : "";
    return root + gvk.apiVersion() + scope + "/" + plural;
  }
}
