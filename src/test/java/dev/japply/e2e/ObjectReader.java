package dev.japply.e2e;

import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import io.fabric8.kubernetes.api.model.APIGroup;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// Reads objects as they are, in this process: tests compare them so often that processes of
/// kubectl would take most of the time.
final class ObjectReader {
  private final KubernetesClient client;
  private final Map<String, Collection> builtIn = new ConcurrentHashMap<>();

  ObjectReader(KubernetesClient client) {
    this.client = client;
  }

  /// Where the objects of a type are.
  ///
  /// @param version `/api/v1` or `/apis/GROUP/VERSION`
  private record Collection(String version, String plural, boolean namespaced) {
    String path(String namespace, String name) {
      String scope = namespaced ? "/namespaces/" + namespace : "";
      return version + scope + "/" + plural + "/" + name;
    }
  }

  /// The object that kubectl calls `deployment.apps/web`, unless there is none; as `kubectl get -n
  /// namespace` finds it.
  Optional<MapValue> read(String namespace, String typeAndName) {
    String[] parts = typeAndName.split("/", 2);
    String json = client.raw(collection(parts[0]).path(namespace, parts[1]));
    return Optional.ofNullable(json).map(text -> (MapValue) Json.parse(text));
  }

  private Collection collection(String type) {
    String[] parts = type.split("\\.", 2);
    String group = parts.length == 1 ? "" : parts[1];
    return isCustom(group) // such come and go
        ? find(parts[0], group)
        : builtIn.computeIfAbsent(type, key -> find(parts[0], group));
  }

  private static boolean isCustom(String group) {
    return group.contains(".") && !group.endsWith(".k8s.io");
  }

  private Collection find(String kind, String group) {
    return versions(group)
        .flatMap(version -> find(kind, group, version).stream())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the server has no " + kind + "." + group));
  }

  /// The versions of a group, the preferred one first; of custom types the oldest, since the server
  /// tells of new ones only after a while.
  private Stream<String> versions(String group) {
    if (group.isEmpty()) {
      return Stream.of("v1");
    }
    APIGroup found = client.getApiGroup(group);
    Stream<String> versions =
        found == null
            ? Stream.empty()
            : found.getVersions().stream().map(each -> each.getVersion());
    return isCustom(group) ? versions.sorted() : versions;
  }

  private Optional<Collection> find(String kind, String group, String version) {
    String path = group.isEmpty() ? "/api/" + version : "/apis/" + group + "/" + version;
    String name = group.isEmpty() ? version : group + "/" + version;
    return client.getApiResources(name).getResources().stream()
        .filter(type -> type.getKind().equalsIgnoreCase(kind) && !type.getName().contains("/"))
        .map((APIResource type) -> new Collection(path, type.getName(), type.getNamespaced()))
        .findFirst();
  }
}
