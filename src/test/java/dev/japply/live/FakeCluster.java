package dev.japply.live;

import dev.japply.object.Gvk;
import dev.japply.object.LabelSelector;
import dev.japply.object.ObjectKey;
import dev.japply.schema.Schema;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;

/// A cluster in memory, of the types and namespaces that it is told of. It passes
/// [ClusterContract], as the real one does.
///
/// It records every request, and fails those that it is told to fail.
public final class FakeCluster implements Cluster {
  private final BinaryOperator<MapValue> strategic;
  private final Map<Gvk, Resource> resources = new LinkedHashMap<>();
  private final Map<Gvk, Schema> schemas = new HashMap<>();
  private final Map<ObjectKey, MapValue> objects = new LinkedHashMap<>();
  private final Deque<Failure> failures = new ArrayDeque<>();
  private final List<Sent> sent = new ArrayList<>();
  private long lastVersion;

  /// What a request was.
  ///
  /// @param verb `get`, `list`, `create` or `patch`; the key of a `list` has no name
  /// @param body what was sent; the empty map for reads
  public record Sent(String verb, ObjectKey key, Value body, WriteOptions options) {
    /// `patch ConfigMap default/c`: what the request was about.
    @Override
    public String toString() {
      return verb + " " + key.kind() + " " + key.namespace() + "/" + key.name();
    }
  }

  private record Failure(String verb, String name, ClusterException exception) {
    boolean meets(Sent request) {
      return verb.equals(request.verb()) && name.equals(request.key().name());
    }
  }

  /// A cluster that holds nothing but the namespace `default`.
  ///
  /// @param strategic applies a strategic merge patch, the second argument, to an object
  public FakeCluster(BinaryOperator<MapValue> strategic) {
    this.strategic = strategic;
    serve(new Resource(Gvk.of("v1", "Namespace"), "namespaces", false));
    add(
        MapValue.of("apiVersion", Value.text("v1"))
            .with("kind", Value.text("Namespace"))
            .with("metadata", MapValue.of("name", Value.text("default"))));
  }

  /// Serves a type from now on.
  public synchronized FakeCluster serve(Resource resource) {
    resources.put(resource.gvk(), resource);
    return this;
  }

  /// Serves a type whose PATCH takes strategic merge patches.
  public synchronized FakeCluster serve(Resource resource, Schema schema) {
    schemas.put(resource.gvk(), schema);
    return serve(resource);
  }

  /// Puts an object into the cluster, as somebody else would.
  public synchronized MapValue add(MapValue object) {
    MapValue metadata = object.map("metadata");
    Gvk gvk = Gvk.of(object);
    ObjectKey key =
        new ObjectKey(gvk.group(), gvk.kind(), metadata.text("namespace"), metadata.text("name"));
    return store(key, object);
  }

  /// Makes the next such request fail, before it does anything.
  ///
  /// @param name the object's name
  public synchronized void failNext(String verb, String name, ClusterException exception) {
    failures.add(new Failure(verb, name, exception));
  }

  /// The requests so far, in their order.
  public synchronized List<Sent> sent() {
    return List.copyOf(sent);
  }

  /// The objects that the cluster holds, in the order in which they came.
  public synchronized List<MapValue> objects() {
    return List.copyOf(objects.values());
  }

  @Override
  public String defaultNamespace() {
    return "default";
  }

  @Override
  public synchronized Optional<Resource> resource(Gvk gvk) {
    return Optional.ofNullable(resources.get(gvk));
  }

  @Override
  public synchronized TypeList types() {
    return new TypeList(resources.values().stream().map(FakeCluster::served).toList());
  }

  /// No more than the names by which every server knows a type.
  private static ServedType served(Resource resource) {
    String singular = resource.gvk().kind().toLowerCase(Locale.ROOT);
    String initials = resource.gvk().kind().replaceAll("[a-z]", "").toLowerCase(Locale.ROOT);
    List<String> shortNames = initials.length() == 1 ? List.of() : List.of(initials);
    return new ServedType(resource, singular, shortNames, List.of());
  }

  @Override
  public synchronized Page page(Resource resource, String namespace, Page.Request request) {
    record(
        new Sent(
            "list", key(resource, namespace, ""), MapValue.EMPTY, new WriteOptions("", "", false)));
    return FakePages.page(chosen(resource, namespace, request.selector()), request);
  }

  private List<MapValue> chosen(Resource resource, String namespace, LabelSelector selector) {
    return objects.entrySet().stream()
        .filter(entry -> entry.getKey().group().equals(resource.gvk().group()))
        .filter(entry -> entry.getKey().kind().equals(resource.gvk().kind()))
        .filter(entry -> namespace.isEmpty() || entry.getKey().namespace().equals(namespace))
        .sorted(Comparator.comparing(entry -> entry.getKey().namespace() + entry.getKey().name()))
        .map(Map.Entry::getValue)
        .filter(selector::matches)
        .toList();
  }

  @Override
  public synchronized Optional<Schema> strategicSchema(Gvk gvk) {
    return Optional.ofNullable(schemas.get(gvk));
  }

  @Override
  public synchronized Optional<MapValue> get(Resource resource, String namespace, String name) {
    ObjectKey key = key(resource, namespace, name);
    record(new Sent("get", key, MapValue.EMPTY, new WriteOptions("", "", false)));
    return Optional.ofNullable(objects.get(key));
  }

  @Override
  public synchronized MapValue create(
      Resource resource, String namespace, MapValue object, WriteOptions options) {
    ObjectKey key = key(resource, namespace, object.map("metadata").text("name"));
    record(new Sent("create", key, object, options));
    checkNamespace(resource, namespace);
    if (objects.containsKey(key)) {
      throw FakeErrors.alreadyExists(resource, key.name());
    }
    MapValue metadata = object.map("metadata");
    if (resource.namespaced()) {
      metadata = metadata.with("namespace", Value.text(namespace));
    }
    MapValue whole = object.with("metadata", metadata.with("uid", Value.text("uid-" + key)));
    return options.dryRun() ? whole : store(key, whole);
  }

  @Override
  public synchronized MapValue patch(
      Resource resource, String namespace, String name, Patch patch, WriteOptions options) {
    ObjectKey key = key(resource, namespace, name);
    record(new Sent("patch", key, patch.body(), options));
    if (patch.type() == Patch.Type.APPLY) {
      return apply(resource, key, patch, options);
    }
    MapValue live = objects.get(key);
    if (live == null) {
      throw FakeErrors.notFound(resource, name);
    }
    MapValue patched =
        patch.body() instanceof MapValue body
            ? patch.type() == Patch.Type.MERGE
                ? JsonMergePatch.apply(live, body)
                : strategic.apply(live, body)
            : FakePatches.json(live, patch.body());
    if (!version(patched).equals(version(live))) {
      throw FakeErrors.conflict(resource, name);
    }
    return options.dryRun() || patched.equals(live) ? patched : store(key, patched);
  }

  private MapValue apply(Resource resource, ObjectKey key, Patch patch, WriteOptions options) {
    checkNamespace(resource, key.namespace());
    Optional<MapValue> live = Optional.ofNullable(objects.get(key));
    MapValue applied =
        FakePatches.apply(
            live, (MapValue) patch.body(), options.fieldManager(), patch.force().orElse(false));
    if (!live.isPresent()) {
      MapValue metadata = applied.map("metadata").with("uid", Value.text("uid-" + key));
      metadata = metadata.with("namespace", Value.text(key.namespace()));
      applied = applied.with("metadata", metadata);
    }
    boolean same = live.isPresent() && applied.equals(live.get());
    return options.dryRun() || same ? applied : store(key, applied);
  }

  @Override
  public synchronized void delete(
      Resource resource, String namespace, String name, DeleteOptions options) {
    ObjectKey key = key(resource, namespace, name);
    record(new Sent("delete", key, MapValue.EMPTY, new WriteOptions("", "", options.dryRun())));
    MapValue live = objects.get(key);
    if (live == null) {
      throw FakeErrors.notFound(resource, name);
    }
    String uid = live.map("metadata").text("uid");
    if (!options.uid().isEmpty() && !options.uid().equals(uid)) {
      throw FakeErrors.another(resource, name, options.uid(), uid);
    }
    if (!options.dryRun()) {
      objects.remove(key);
    }
  }

  @Override
  public void close() {}

  private static ObjectKey key(Resource resource, String namespace, String name) {
    Gvk gvk = resource.gvk();
    return new ObjectKey(gvk.group(), gvk.kind(), resource.namespaced() ? namespace : "", name);
  }

  private void checkNamespace(Resource resource, String namespace) {
    ObjectKey key = new ObjectKey("", "Namespace", "", namespace);
    if (resource.namespaced() && !objects.containsKey(key)) {
      throw FakeErrors.notFound(
          new Resource(Gvk.of("v1", "Namespace"), "namespaces", false), namespace);
    }
  }

  private MapValue store(ObjectKey key, MapValue object) {
    Value version = Value.text(String.valueOf(++lastVersion));
    MapValue stored =
        object.with("metadata", object.map("metadata").with("resourceVersion", version));
    objects.put(key, stored);
    return stored;
  }

  private static String version(MapValue object) {
    return object.map("metadata").text("resourceVersion");
  }

  private void record(Sent request) {
    sent.add(request);
    Optional<Failure> due = failures.stream().filter(failure -> failure.meets(request)).findFirst();
    if (due.isPresent()) {
      failures.remove(due.get());
      throw due.get().exception();
    }
  }
}
