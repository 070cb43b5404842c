package dev.japply.cluster.rest;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.Resource;
import java.net.URI;
import java.net.URISyntaxException;

/// Builds the paths of objects. Names come from manifests and are checked, so that they cannot lead
/// to other paths.
final class ResourcePaths {
  private ResourcePaths() {}

  /// Returns the path of a type's collection.
  static String collection(Resource resource, String namespace) {
    if (resource.namespaced()) {
      checkSegment("namespace", namespace);
    }
    return encode(resource.collectionPath(namespace));
  }

  /// Returns the path of a type's collection, in all namespaces if `namespace` is empty.
  static String collections(Resource resource, String namespace) {
    return namespace.isEmpty()
        ? encode(resource.collectionPath(""))
        : collection(resource, namespace);
  }

  /// Returns the path of one object.
  static String object(Resource resource, String namespace, String name) {
    checkSegment("resource name", name);
    return collection(resource, namespace) + "/" + encode(name);
  }

  /// Returns the path of a subresource, or of the object if `subresource` is empty.
  static String part(Resource resource, String namespace, String name, String subresource) {
    String object = object(resource, namespace, name);
    if (subresource.isEmpty()) {
      return object;
    }
    checkSegment("subresource", subresource);
    return object + "/" + encode(subresource);
  }

  /// Returns `deployments.apps`, the name of a type in Kubernetes' messages.
  static String subject(Resource resource) {
    String group = resource.gvk().group();
    return group.isEmpty() ? resource.plural() : resource.plural() + "." + group;
  }

  private static void checkSegment(String what, String name) {
    String wrong =
        switch (name) {
          case "" -> "may not be empty";
          case ".", ".." -> "may not be '" + name + "'";
          default ->
              name.contains("/")
                  ? "may not contain '/'"
                  : name.contains("%") ? "may not contain '%'" : "";
        };
    if (!wrong.isEmpty()) {
      throw new ClusterException(
          Kind.CONFIGURATION, "invalid " + what + " \"" + name + "\": [" + wrong + "]", "", null);
    }
  }

  /// Returns whether a path needs no encoding, as almost all names.
  private static boolean isPlain(String path) {
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      boolean plain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || "-._/".indexOf(c) >= 0;
      if (!plain) {
        return false;
      }
    }
    return true;
  }

  /// Returns `path` percent-encoded for a URL, with its slashes.
  static String encode(String path) {
    if (isPlain(path)) {
      return path;
    }
    try {
      return new URI(null, null, "/" + path, null).toASCIIString().substring(1);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
