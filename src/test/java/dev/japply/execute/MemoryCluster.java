package dev.japply.execute;

import dev.japply.live.Cluster;
import dev.japply.live.ClusterException;
import dev.japply.live.DeleteOptions;
import dev.japply.live.FakePages;
import dev.japply.live.FakePatches;
import dev.japply.live.Page;
import dev.japply.live.Patch;
import dev.japply.live.Resource;
import dev.japply.live.ServedType;
import dev.japply.live.TypeList;
import dev.japply.live.WriteOptions;
import dev.japply.merge.JsonMergePatch;
import dev.japply.merge.StrategicPatch;
import dev.japply.object.Gvk;
import dev.japply.schema.BuiltinSchemas;
import dev.japply.schema.Schema;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// A cluster in memory, one request at a time, that writes down every request, and fails where a
/// test tells it to.
public final class MemoryCluster implements Cluster {
  /// The requests so far: `GET default/c`, `PATCH default/c {…}`.
  public final List<String> requests = new ArrayList<>();

  /// The options of the writes so far.
  public final List<WriteOptions> options = new ArrayList<>();

  /// How objects were deleted so far.
  public final List<DeleteOptions> deletions = new ArrayList<>();

  /// The objects, by plural, namespace and name.
  public final Map<String, MapValue> objects = new LinkedHashMap<>();

  /// Why nothing is known of the types of some groups and versions.
  public final SortedMap<String, ClusterException> unread = new TreeMap<>();

  private final BuiltinSchemas schemas = BuiltinSchemas.load();
  private final Map<Gvk, Resource> resources = new LinkedHashMap<>();
  private final Map<String, Deque<Runnable>> scripts = new HashMap<>();
  private int version = 100;
  private String defaultNamespace = "default";
  private Optional<MapValue> answer = Optional.empty();

  public MemoryCluster() {
    serve("v1", "ConfigMap", "configmaps", true);
    serve("v1", "Secret", "secrets", true);
    serve("v1", "Service", "services", true);
    serve("v1", "Namespace", "namespaces", false);
    serve("apps/v1", "Deployment", "deployments", true);
    serve("example.com/v1", "Widget", "widgets", true);
    serve(
        "apiextensions.k8s.io/v1", "CustomResourceDefinition", "customresourcedefinitions", false);
  }

  /// Runs `action` before the next request of that verb is answered; it may throw.
  public MemoryCluster before(String verb, Runnable action) {
    scripts.computeIfAbsent(verb, key -> new ArrayDeque<>()).add(action);
    return this;
  }

  /// Answers the next request of that verb with an error.
  public MemoryCluster fail(String verb, int status, String reason, String message) {
    return before(
        verb,
        () -> {
          throw new ClusterException(status, reason, message, MapValue.EMPTY);
        });
  }

  /// Answers the write that is under way with this, and stores nothing.
  public void answer(MapValue object) {
    answer = Optional.of(object);
  }

  /// The object that is there, as `configmaps default/c`.
  public MapValue object(String key) {
    return Optional.ofNullable(objects.get(key)).orElseThrow();
  }

  /// Puts an object there, as another client would.
  public void put(String plural, MapValue object) {
    MapValue metadata = object.map("metadata");
    store(plural + " " + metadata.text("namespace") + "/" + metadata.text("name"), object);
  }

  /// This cluster, as seen from a namespace; from `default` when it is empty.
  public MemoryCluster in(String namespace) {
    defaultNamespace = namespace.isEmpty() ? "default" : namespace;
    return this;
  }

  @Override
  public String defaultNamespace() {
    return defaultNamespace;
  }

  @Override
  public Optional<Resource> resource(Gvk gvk) {
    ClusterException failure = unread.get(gvk.apiVersion());
    if (failure != null) {
      throw failure;
    }
    return Optional.ofNullable(resources.get(gvk));
  }

  @Override
  public TypeList types() {
    return new TypeList(
        resources.values().stream()
            .filter(type -> !unread.containsKey(type.gvk().apiVersion()))
            .map(type ->
                new ServedType(
                    type, type.gvk().kind().toLowerCase(Locale.ROOT), List.of(), List.of()))
            .toList(),
        unread);
  }

  @Override
  public synchronized Page page(Resource resource, String namespace, Page.Request request) {
    note("LIST", namespace, resource.plural(), "");
    String prefix = resource.plural() + " " + (resource.namespaced() ? namespace : "") + "/";
    return FakePages.page(
        objects.entrySet().stream()
            .filter(entry -> entry.getKey().startsWith(prefix))
            .map(Map.Entry::getValue)
            .filter(request.selector()::matches)
            .toList(),
        request);
  }

  @Override
  public Optional<Schema> strategicSchema(Gvk gvk) {
    return schemas
        .document(gvk.group(), gvk.version())
        .flatMap(document -> document.object(gvk.group(), gvk.version(), gvk.kind()));
  }

  @Override
  public synchronized Optional<MapValue> get(Resource resource, String namespace, String name) {
    note("GET", namespace, name, "");
    return Optional.ofNullable(objects.get(key(resource, namespace, name)));
  }

  @Override
  public synchronized MapValue create(
      Resource resource, String namespace, MapValue object, WriteOptions write) {
    options.add(write);
    String name = object.map("metadata").text("name");
    note("POST", namespace, name, " " + GoJson.write(object));
    String key = key(resource, namespace, name);
    if (objects.containsKey(key)) {
      String message = resource.plural() + " \"" + name + "\" already exists";
      throw new ClusterException(409, "AlreadyExists", message, MapValue.EMPTY);
    }
    return write.dryRun() ? object : store(key, withUid(key, object));
  }

  private static MapValue withUid(String key, MapValue object) {
    MapValue metadata = object.map("metadata");
    return metadata.has("uid")
        ? object
        : object.with("metadata", metadata.with("uid", Value.text("uid-" + key)));
  }

  @Override
  public synchronized MapValue patch(
      Resource resource, String namespace, String name, Patch patch, WriteOptions write) {
    options.add(write);
    note("PATCH", namespace, name, " " + GoJson.write(patch.body()));
    String key = key(resource, namespace, name);
    if (answer.isPresent()) {
      return answer.get();
    }
    Optional<MapValue> found = Optional.ofNullable(objects.get(key));
    if (found.isEmpty() && patch.type() != Patch.Type.APPLY) {
      throw notFound(resource, name);
    }
    MapValue live = found.orElse(MapValue.EMPTY);
    MapValue after =
        switch (patch.type()) {
          case MERGE -> JsonMergePatch.apply(found.orElseThrow(), (MapValue) patch.body());
          case STRATEGIC ->
              StrategicPatch.apply(
                  found.orElseThrow(),
                  (MapValue) patch.body(),
                  strategicSchema(resource.gvk()).orElseThrow());
          case JSON -> FakePatches.json(found.orElseThrow(), patch.body());
          case APPLY ->
              FakePatches.apply(
                  found,
                  (MapValue) patch.body(),
                  write.fieldManager(),
                  patch.force().orElse(false));
        };
    String version = live.map("metadata").text("resourceVersion");
    if (patch.type() != Patch.Type.APPLY
        && !after.map("metadata").text("resourceVersion").equals(version)) {
      throw new ClusterException(409, "Conflict", "modified", MapValue.EMPTY);
    }
    return write.dryRun() ? after : after.equals(live) ? live : store(key, after);
  }

  @Override
  public synchronized void delete(
      Resource resource, String namespace, String name, DeleteOptions delete) {
    deletions.add(delete);
    note("DELETE", namespace, name, "");
    String key = key(resource, namespace, name);
    MapValue metadata = objects.getOrDefault(key, MapValue.EMPTY).map("metadata");
    if (!delete.uid().isEmpty()
        && metadata.has("uid")
        && !metadata.text("uid").equals(delete.uid())) {
      String message =
          "Precondition failed: UID in precondition: %s, UID in object meta: %s"
              .formatted(delete.uid(), metadata.text("uid"));
      throw new ClusterException(409, "Conflict", message, MapValue.EMPTY);
    }
    if (metadata.has("finalizers")) {
      Value now = Value.text("2026-01-01T00:00:00Z");
      store(key, object(key).with("metadata", metadata.with("deletionTimestamp", now)));
      return;
    }
    boolean found = delete.dryRun() ? objects.containsKey(key) : objects.remove(key) != null;
    if (!found) {
      throw notFound(resource, name);
    }
  }

  private static ClusterException notFound(Resource resource, String name) {
    String message = resource.plural() + " \"" + name + "\" not found";
    return new ClusterException(404, "NotFound", message, MapValue.EMPTY);
  }

  @Override
  public void close() {
    requests.add("CLOSE");
  }

  /// Serves a type from now on.
  public void serve(String apiVersion, String kind, String plural, boolean namespaced) {
    Gvk gvk = Gvk.of(apiVersion, kind);
    resources.put(gvk, new Resource(gvk, plural, namespaced));
  }

  private void note(String verb, String namespace, String name, String body) {
    requests.add(verb + " " + namespace + "/" + name + body);
    Deque<Runnable> script = scripts.getOrDefault(verb, new ArrayDeque<>());
    if (!script.isEmpty()) {
      script.removeFirst().run();
    }
  }

  private MapValue store(String key, MapValue object) {
    MapValue metadata = object.map("metadata");
    String next = Integer.toString(++version);
    MapValue stored = object.with("metadata", metadata.with("resourceVersion", Value.text(next)));
    objects.put(key, stored);
    return stored;
  }

  private static String key(Resource resource, String namespace, String name) {
    return resource.plural() + " " + namespace + "/" + name;
  }
}
