package dev.japply.live.fabric8;

import dev.japply.live.Resource;
import dev.japply.object.Gvk;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;

/// Which types a server serves: one request per group and version that is asked for.
///
/// What a list holds is kept; what it lacks is asked for again, since a type may come into being
/// while we run.
final class Discovery {
  private final Requests requests;
  private final OnceCache<String, List<Value>> lists = new OnceCache<>(this::fetch);

  Discovery(Requests requests) {
    this.requests = requests;
  }

  /// How the server serves `gvk`; empty when it does not.
  Optional<Resource> resource(Gvk gvk) {
    List<Value> list = lists.get(gvk.apiVersion());
    Optional<Resource> found = find(list, gvk);
    if (found.isEmpty()) {
      lists.forget(gvk.apiVersion(), list);
    }
    return found;
  }

  /// The types of a group and version as the server lists them, subresources among them.
  List<Value> types(String apiVersion) {
    return lists.get(apiVersion);
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
  private List<Value> fetch(String apiVersion) {
    boolean core = apiVersion.indexOf('/') < 0;
    Request request = Request.get((core ? "/api/" : "/apis/") + Paths.encode(apiVersion), "");
    Response response = requests.answer(request);
    if (response.status() == 404) {
      return List.of();
    }
    if (!response.isSuccess()) {
      throw ServerErrors.of(request, response);
    }
    return response.tree(request) instanceof MapValue map
            && map.get("resources") instanceof ListValue(List<Value> items)
        ? items
        : List.of();
  }
}
