package dev.japply.apply;

import dev.japply.cluster.Resource;

/// A permission that a user may have.
///
/// @param verb the server's name: `get`, `list`, `create`, `patch`, `delete`
/// @param group the group of the type; empty for the core group
/// @param resource the plural name of the type
/// @param subresource a part of its objects, as `status`; empty for whole objects
/// @param namespace the namespace; empty for the whole cluster
public record AccessRequest(
    String verb, String group, String resource, String subresource, String namespace) {

  /// Returns a permission for objects of a type.
  ///
  /// @param namespace ignored for a type of the whole cluster
  public static AccessRequest of(String verb, Resource type, String namespace) {
    String place = type.namespaced() ? namespace : "";
    return new AccessRequest(verb, type.gvk().group(), type.plural(), "", place);
  }

  /// The same about a part of these objects.
  AccessRequest on(String part) {
    return new AccessRequest(verb, group, resource, part, namespace);
  }

  /// Whether a rule may grant it for some names alone. A created object has no name yet when the
  /// server decides, and a list has none at all.
  boolean isOfOneObject() {
    return !verb.equals("create") && !verb.equals("list");
  }

  /// `patch deployments.apps in namespace shop`.
  @Override
  public String toString() {
    String type = group.isEmpty() ? resource : resource + "." + group;
    String part = subresource.isEmpty() ? type : type + "/" + subresource;
    return verb + " " + part + (namespace.isEmpty() ? "" : " in namespace " + namespace);
  }
}
