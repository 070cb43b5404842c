package dev.japply.cluster.rest;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Resource;
import dev.japply.object.Gvk;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;

/// Which types a server serves: at most one request per group and version that is asked for.
///
/// What a list holds is kept, also for later runs; what it lacks is asked for again, since a type
/// may come into being at any time. A type that an earlier run has seen may be gone: [#confirm].
final class Discovery {
  private final CachedReads reads;
  private final OnceCache<String, TypeList> lists = new OnceCache<>(this::fetch);

  Discovery(CachedReads reads) {
    this.reads = reads;
  }

  /// The types of a group and version.
  ///
  /// @param kept whether an earlier run has seen them, and nobody since
  private record TypeList(List<Value> items, boolean kept) {}

  /// How the server serves `gvk`; empty when it does not.
  Optional<Resource> resource(Gvk gvk) {
    TypeList list = lists.get(gvk.apiVersion());
    Optional<Resource> found = find(list.items(), gvk);
    if (found.isEmpty()) {
      lists.forget(gvk.apiVersion(), list);
    }
    return found.isEmpty() && list.kept() ? askAgain(gvk) : found;
  }

  /// Checks that the server still has a place for objects of a type, where it answers that it has
  /// none.
  ///
  /// @throws ClusterException when it has no longer, or another one
  void confirm(Resource resource) {
    Gvk gvk = resource.gvk();
    TypeList list = lists.get(gvk.apiVersion());
    if (!list.kept()) {
      return;
    }
    lists.forget(gvk.apiVersion(), list);
    Optional<Resource> now = askAgain(gvk);
    if (!now.equals(Optional.of(resource))) {
      String what =
          now.isEmpty()
              ? "no matches for kind \"%s\" in version \"%s\": the server no longer has this type"
              : "the server has the kind \"%s\" in version \"%s\" at another path now: run again";
      String message = what.formatted(gvk.kind(), gvk.apiVersion());
      throw new ClusterException(404, "NotFound", message, MapValue.EMPTY);
    }
  }

  private Optional<Resource> askAgain(Gvk gvk) {
    reads.distrust(path(gvk.apiVersion()));
    return resource(gvk);
  }

  /// The types of a group and version as the server lists them, subresources among them.
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

  /// The types of a group and version; none when the server does not know them.
  private TypeList fetch(String apiVersion) {
    return reads
        .read(path(apiVersion), (request, answer) -> checked(request, answer, apiVersion))
        .map(answer -> new TypeList(items(answer.value()), answer.kept()))
        .orElse(new TypeList(List.of(), false));
  }

  private static Value checked(Request request, MapValue answer, String apiVersion) {
    ResponseCheck.requireKind(request, answer, "APIResourceList");
    String told = answer.text("groupVersion");
    if (!told.equals(apiVersion)) {
      throw ServerErrors.unexpected(request, "it is about group and version \"" + told + "\"");
    }
    ResponseCheck.list(request, answer, "resources");
    return answer;
  }

  private static String path(String apiVersion) {
    boolean core = apiVersion.indexOf('/') < 0;
    return (core ? "/api/" : "/apis/") + Paths.encode(apiVersion);
  }

  private static List<Value> items(Value answer) {
    return answer instanceof MapValue map
            && map.get("resources") instanceof ListValue(List<Value> items)
        ? items
        : List.of();
  }
}
