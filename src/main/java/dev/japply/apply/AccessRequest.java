package dev.japply.apply;

import dev.japply.cluster.Resource;

/// Something that a user may do, or not.
///
/// @param verb as servers name it: `get`, `list`, `create`, `patch`, `delete`
/// @param group of the type; empty for the core group
/// @param resource the plural name of the type
/// @param subresource the part of its objects that is meant, as `status`; empty for all of them
/// @param namespace where; empty for the whole cluster
public record AccessRequest(
    String verb, String group, String resource, String subresource, String namespace) {

  /// A right about objects of a type.
  ///
  /// @param namespace of no account for a type of the whole cluster
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
