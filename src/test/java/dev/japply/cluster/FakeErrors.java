package dev.japply.cluster;

import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;

/// The errors of an API server.
final class FakeErrors {
  private FakeErrors() {}

  static ClusterException notFound(Resource resource, String name) {
    return error(404, "NotFound", resource, name, "not found");
  }

  static ClusterException alreadyExists(Resource resource, String name) {
    return error(409, "AlreadyExists", resource, name, "already exists");
  }

  static ClusterException conflict(Resource resource, String name) {
    String group = subject(resource) + " \"" + name + "\"";
    return new ClusterException(
        409,
        "Conflict",
        "Operation cannot be fulfilled on "
            + group
            + ": the object has been modified; please apply your changes to the latest version and"
            + " try again",
        details(resource, name));
  }

  static ClusterException another(
      Resource resource, String name, String field, String wanted, String there) {
    String message =
        "Precondition failed: %s in precondition: %s, %s in object meta: %s"
            .formatted(field, wanted, field, there);
    return new ClusterException(409, "Conflict", message, details(resource, name));
  }

  private static ClusterException error(
      int status, String reason, Resource resource, String name, String what) {
    String message = subject(resource) + " \"" + name + "\" " + what;
    return new ClusterException(status, reason, message, details(resource, name));
  }

  private static String subject(Resource resource) {
    String group = resource.gvk().group();
    return group.isEmpty() ? resource.plural() : resource.plural() + "." + group;
  }

  private static MapValue details(Resource resource, String name) {
    MapValue details =
        MapValue.of("name", Value.text(name)).with("kind", Value.text(resource.plural()));
    String group = resource.gvk().group();
    return group.isEmpty() ? details : details.with("group", Value.text(group));
  }
}
