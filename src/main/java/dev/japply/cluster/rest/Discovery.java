package dev.japply.cluster.rest;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Resource;
import dev.japply.object.Gvk;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;

/// Finds the types that a server serves, with at most one request per group and version.
///
/// The types in a list are cached, also for later runs. Missing types are requested again, since a
/// type may be created at any time. A type from an earlier run may be gone: [#confirm].
final class Discovery {
  private final CachedReads reads;
  private final SingleFlight<String, TypeList> lists = new SingleFlight<>(this::fetch);

  Discovery(CachedReads reads) {
    this.reads = reads;
  }

  /// The types of a group and version.
  ///
  /// @param kept whether the list is from an earlier run and not confirmed in this one
  private record TypeList(List<Value> items, boolean kept) {}

  /// Returns the resource of `gvk`; empty if the server does not serve it.
  Optional<Resource> resource(Gvk gvk) {
    TypeList list = lists.get(gvk.apiVersion());
    Optional<Resource> found = find(list.items(), gvk);
    if (found.isEmpty()) {
      lists.forget(gvk.apiVersion(), list);
    }
    return found.isEmpty() && list.kept() ? readAgain(gvk) : found;
  }

  /// Checks that the server still serves a type, after an error 404 for its path.
  ///
  /// @throws ClusterException if the type is gone or has changed
  void confirm(Resource resource) {
    Gvk gvk = resource.gvk();
    TypeList list = lists.get(gvk.apiVersion());
    if (!list.kept()) {
      return;
    }
    lists.forget(gvk.apiVersion(), list);
    Optional<Resource> now = readAgain(gvk);
    if (!now.equals(Optional.of(resource))) {
      String what =
          now.isEmpty()
              ? "no matches for kind \"%s\" in version \"%s\": the server no longer has this type"
              : "the server has the kind \"%s\" in version \"%s\" at another path now: run again";
      String message = what.formatted(gvk.kind(), gvk.apiVersion());
      throw new ClusterException(404, "NotFound", message, MapValue.EMPTY);
    }
  }

  private Optional<Resource> readAgain(Gvk gvk) {
    reads.distrust(path(gvk.apiVersion()));
    return resource(gvk);
  }

  /// Returns the types of a group and version as the server lists them, including subresources.
  List<Value> types(String apiVersion) {
    return lists.get(apiVersion).items();
  }

  private static Optional<Resource> find(List<Value> list, Gvk gvk) {
    for (Value item : list) {
      if (item instanceof MapValue type
          && type.text("kind").equals(gvk.kind())
          && !type.text("name").contains("/")) {
        boolean namespaced = Value.TRUE.equals(type.get("namespaced"));
        return Optional.of(new Resource(gvk, type.text("name"), namespaced));
      }
    }
    return Optional.empty();
  }

  /// Reads the types of a group and version; an empty list if the server does not have it.
  private TypeList fetch(String apiVersion) {
    return reads
        .read(path(apiVersion), (request, body) -> checked(request, body, apiVersion))
        .map(list -> new TypeList(items(Json.parse(list.json())), list.kept()))
        .orElse(new TypeList(List.of(), false));
  }

  private static Value checked(Request request, MapValue body, String apiVersion) {
    ResponseCheck.requireKind(request, body, "APIResourceList");
    String actual = body.text("groupVersion");
    if (!actual.equals(apiVersion)) {
      throw ServerErrors.unexpected(request, "it is about group and version \"" + actual + "\"");
    }
    ResponseCheck.list(request, body, "resources");
    return body;
  }

  private static String path(String apiVersion) {
    boolean core = apiVersion.indexOf('/') < 0;
    return (core ? "/api/" : "/apis/") + ResourcePaths.encode(apiVersion);
  }

  private static List<Value> items(Value body) {
    return body instanceof MapValue map
            && map.get("resources") instanceof ListValue(List<Value> items)
        ? items
        : List.of();
  }
}
