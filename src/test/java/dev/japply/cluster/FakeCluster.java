package dev.japply.cluster;

import dev.japply.merge.StrategicPatch;
import dev.japply.object.Gvk;
import dev.japply.object.LabelSelector;
import dev.japply.schema.BuiltinSchemas;
import dev.japply.schema.OpenApiReader;
import dev.japply.schema.Schema;
import dev.japply.schema.SchemaDocument;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A cluster in memory, one request at a time. It passes [ClusterContract], as the real one does.
///
/// It holds the namespace `default`, writes down every request, and does what a test tells it to do
/// before it answers.
public final class FakeCluster implements Cluster {
  private static final Resource NAMESPACES =
      new Resource(Gvk.of("v1", "Namespace"), "namespaces", false);

  private static final BuiltinSchemas SCHEMAS = BuiltinSchemas.load();

  /// Those that were asked for, by group and version: to read them takes longer than most tests.
  private static final Map<String, Optional<SchemaDocument>> DOCUMENTS = new ConcurrentHashMap<>();

  /// The requests so far: `GET default/c`, `PATCH default/c {…}`, `LIST default/configmaps`, and
  /// `LIST default/configmaps metadata` for the metadata alone.
  public final List<String> requests = new CopyOnWriteArrayList<>();

  /// The options of the writes so far.
  public final List<WriteOptions> options = new CopyOnWriteArrayList<>();

  /// How objects were deleted so far.
  public final List<DeleteOptions> deletions = new CopyOnWriteArrayList<>();

  /// The objects in the order in which they came, by plural, namespace and name: `configmaps
  /// default/c`.
  public final Map<String, MapValue> objects = new LinkedHashMap<>();

  /// Why nothing is known of the types of some groups and versions.
  public final SortedMap<String, ClusterException> unread = new TreeMap<>();

  /// How often all types were listed.
  public int typeLists;

  /// What containers have written.
  public final Map<LogRequest, String> logs = new HashMap<>();

  /// Who may do what, as far as somebody asks.
  public final FakeRights rights = new FakeRights();

  private final Map<String, SchemaDocument> published = new HashMap<>();
  private final FakeWatches watches = new FakeWatches();
  private final Map<Gvk, Resource> resources = new LinkedHashMap<>();
  private final Map<String, Deque<Runnable>> scripts = new HashMap<>();
  private int version = 99;
  private int uids;
  private String defaultNamespace = "default";
  private Optional<MapValue> answer = Optional.empty();
  private UnaryOperator<MapValue> admission = UnaryOperator.identity();

  /// A cluster that serves some types, `Widget` among them, of which it has no schema.
  public FakeCluster() {
    resources.put(NAMESPACES.gvk(), NAMESPACES);
    serve("v1", "ConfigMap", "configmaps", true);
    serve("v1", "Secret", "secrets", true);
    serve("v1", "Service", "services", true);
    serve("v1", "Pod", "pods", true);
    serve("apps/v1", "Deployment", "deployments", true);
    serve("example.com/v1", "Widget", "widgets", true);
    serve(
        "apiextensions.k8s.io/v1", "CustomResourceDefinition", "customresourcedefinitions", false);
    putNamespace("default");
  }

  /// Serves a type from now on.
  public void serve(String apiVersion, String kind, String plural, boolean namespaced) {
    Gvk gvk = Gvk.of(apiVersion, kind);
    resources.put(gvk, new Resource(gvk, plural, namespaced));
  }

  /// Publishes the types of a group version from now on.
  ///
  /// @param openApi the document, as `/openapi/v3` has it
  public void publish(String apiVersion, String openApi) {
    published.put(apiVersion, new OpenApiReader().read(Json.parse(openApi)));
  }

  /// Runs `action` before the next such request is answered; it may throw.
  ///
  /// @param request its verb, or as in [#requests] its verb and what it is about; `SCHEMA apps/v1`
  ///   is a look-up of types
  public synchronized FakeCluster before(String request, Runnable action) {
    scripts.computeIfAbsent(request, key -> new ArrayDeque<>()).add(action);
    return this;
  }

  /// Answers the next such request with an error, and does nothing.
  public FakeCluster fail(String request, int status, String reason, String message) {
    return before(
        request,
        () -> {
          throw new ClusterException(status, reason, message, MapValue.EMPTY);
        });
  }

  /// Answers the next such request as one that changes an immutable field.
  public FakeCluster refuse(String request, String field) {
    MapValue cause =
        MapValue.of("field", Value.text(field)).with("message", Value.text("field is immutable"));
    MapValue details = MapValue.of("causes", ListValue.of(cause));
    return before(
        request,
        () -> {
          throw new ClusterException(422, "Invalid", "all of it", details);
        });
  }

  /// Answers the write that is under way with this, and stores nothing.
  public void answer(MapValue object) {
    answer = Optional.of(object);
  }

  /// Changes every object that is written from now on, as a mutating webhook.
  public void admit(UnaryOperator<MapValue> webhook) {
    admission = webhook;
  }

  /// The object that is there, as `configmaps default/c`.
  public synchronized MapValue object(String key) {
    return Optional.ofNullable(objects.get(key)).orElseThrow();
  }

  /// Puts an object there, as another client would.
  public synchronized void put(MapValue object) {
    MapValue metadata = object.map("metadata");
    Resource resource = Optional.ofNullable(resources.get(Gvk.of(object))).orElseThrow();
    store(key(resource, metadata.text("namespace"), metadata.text("name")), object);
  }

  /// Puts a namespace there.
  public FakeCluster putNamespace(String name) {
    put(
        MapValue.of("apiVersion", Value.text("v1"))
            .with("kind", Value.text("Namespace"))
            .with("metadata", MapValue.of("name", Value.text(name))));
    return this;
  }

  /// This cluster, as seen from a namespace; from `default` when it is empty.
  public FakeCluster in(String namespace) {
    defaultNamespace = namespace.isEmpty() ? "default" : namespace;
    return this;
  }

  @Override
  public String address() {
    return "https://fake:6443";
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
    typeLists++;
    return new TypeList(
        resources.values().stream()
            .filter(type -> !unread.containsKey(type.gvk().apiVersion()))
            .map(FakeCluster::served)
            .toList(),
        unread);
  }

  /// No more than the names by which every server knows a type.
  private static ServedType served(Resource resource) {
    String singular = resource.gvk().kind().toLowerCase(Locale.ROOT);
    String initials = resource.gvk().kind().replaceAll("[a-z]", "").toLowerCase(Locale.ROOT);
    List<String> shortNames = initials.length() == 1 ? List.of() : List.of(initials);
    return new ServedType(resource, singular, shortNames, List.of(), /* listable= */ true);
  }

  @Override
  public synchronized ListPage page(Resource resource, String namespace, ListPage.Request request) {
    note("LIST", namespace, resource.plural(), request.brief() ? " metadata" : "");
    List<MapValue> chosen =
        chosen(resource, namespace, request.selector()).stream()
            .filter(object -> FakeWatches.isSelected(object, request.fields()))
            .map(object -> request.brief() ? metadata(object) : object)
            .toList();
    return FakePages.page(chosen, request, Integer.toString(version));
  }

  private static MapValue metadata(MapValue object) {
    return Gvk.of(object).tree().with("metadata", object.map("metadata"));
  }

  @Override
  public void watch(Resource resource, String namespace, Watch watch) {
    synchronized (this) {
      note("WATCH", namespace, resource.plural(), "");
    }
    watches.follow(resource.plural() + " " + (namespace.isEmpty() ? "" : namespace + "/"), watch);
  }

  @Override
  public synchronized String log(LogRequest request) {
    note("LOG", request.namespace(), request.pod(), "");
    return Optional.ofNullable(logs.get(request))
        .orElseThrow(() -> new ClusterException(400, "BadRequest", "no log", MapValue.EMPTY));
  }

  private List<MapValue> chosen(Resource resource, String namespace, LabelSelector selector) {
    boolean everywhere = namespace.isEmpty() || !resource.namespaced();
    String prefix = resource.plural() + " " + (everywhere ? "" : namespace + "/");
    return objects.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(prefix))
        .sorted(Comparator.comparing(Map.Entry::getKey))
        .map(Map.Entry::getValue)
        .filter(selector::matches)
        .toList();
  }

  @Override
  public Optional<Schema> schema(Gvk gvk) {
    act("SCHEMA " + gvk.apiVersion());
    return Optional.ofNullable(published.get(gvk.apiVersion()))
        .or(() ->
            DOCUMENTS.computeIfAbsent(
                gvk.apiVersion(), none -> SCHEMAS.document(gvk.group(), gvk.version())))
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
    if (resource.gvk().group().equals(FakeRights.GROUP)) {
      return rights.answer(object);
    }
    checkNamespace(resource, namespace);
    String key = key(resource, namespace, name);
    if (objects.containsKey(key)) {
      throw FakeErrors.alreadyExists(resource, name);
    }
    return created(resource, namespace, object, write);
  }

  private MapValue created(
      Resource resource, String namespace, MapValue object, WriteOptions write) {
    Value uid = Value.text(write.dryRun() ? "uid-of-dry-run" : "uid-" + ++uids);
    MapValue metadata = object.map("metadata").with("uid", uid);
    if (resource.namespaced()) {
      metadata = metadata.with("namespace", Value.text(namespace));
    }
    MapValue created = admission.apply(object.with("metadata", metadata));
    return write.dryRun()
        ? created
        : store(key(resource, namespace, metadata.text("name")), created);
  }

  @Override
  public synchronized MapValue patch(
      Resource resource, String namespace, String name, Patch patch, WriteOptions write) {
    options.add(write);
    note("PATCH", namespace, name, " " + GoJson.write(patch.body()));
    if (answer.isPresent()) {
      return answer.get();
    }
    String key = key(resource, namespace, name);
    MapValue live = objects.get(key);
    if (patch.body() instanceof MapValue body && isOfAnother(body, live)) {
      throw FakeErrors.conflict(resource, name);
    }
    if (live == null && patch.type() != Patch.Type.APPLY) {
      throw FakeErrors.notFound(resource, name);
    } else if (live == null) {
      checkNamespace(resource, namespace);
      MapValue applied = FakePatches.apply(Optional.empty(), patch, write.fieldManager());
      return created(resource, namespace, applied, write);
    }
    MapValue after = admission.apply(patched(resource, live, patch, write.fieldManager()));
    if (!version(after).equals(version(live))) {
      throw FakeErrors.conflict(resource, name);
    }
    if (write.dryRun() || after.equals(live)) {
      return after;
    }
    MapValue stored = store(key, after);
    if (isReleased(stored)) {
      remove(key);
    }
    return stored;
  }

  /// Whether a body names the uid of another object.
  private static boolean isOfAnother(MapValue body, @Nullable MapValue live) {
    String uid = body.map("metadata").text("uid");
    return !uid.isEmpty() && (live == null || !uid.equals(live.map("metadata").text("uid")));
  }

  private MapValue patched(Resource resource, MapValue live, Patch patch, String manager) {
    return switch (patch.type()) {
      case MERGE -> JsonMergePatch.apply(live, (MapValue) patch.body());
      case STRATEGIC ->
          StrategicPatch.apply(live, (MapValue) patch.body(), schema(resource.gvk()).orElseThrow());
      case JSON -> FakePatches.json(live, patch.body());
      case APPLY -> FakePatches.apply(Optional.of(live), patch, manager);
    };
  }

  @Override
  public synchronized void delete(
      Resource resource, String namespace, String name, DeleteOptions delete) {
    deletions.add(delete);
    note("DELETE", namespace, name, "");
    String key = key(resource, namespace, name);
    MapValue live = objects.get(key);
    if (live == null) {
      throw FakeErrors.notFound(resource, name);
    }
    MapValue metadata = live.map("metadata");
    String uid = metadata.text("uid");
    if (!delete.uid().isEmpty() && !delete.uid().equals(uid)) {
      throw FakeErrors.another(resource, name, "UID", delete.uid(), uid);
    }
    String current = metadata.text("resourceVersion");
    if (!delete.version().isEmpty() && !delete.version().equals(current)) {
      throw FakeErrors.another(resource, name, "ResourceVersion", delete.version(), current);
    }
    if (delete.dryRun()) {
      return;
    } else if (metadata.has("finalizers")) {
      Value now = Value.text("2026-01-01T00:00:00Z");
      store(key, live.with("metadata", metadata.with("deletionTimestamp", now)));
    } else {
      remove(key);
    }
  }

  /// Takes an object away, as another client would: one of [#objects].
  public synchronized void remove(String key) {
    MapValue gone = object(key);
    objects.remove(key);
    watches.add(key, ++version, new Watch.Change.Deleted(gone));
  }

  /// Ends all watches that are under way, as a server does after a while.
  public void endWatches() {
    watches.end();
  }

  @Override
  public void close() {
    requests.add("CLOSE");
  }

  /// Whether it was to go, and nobody holds it any longer.
  private static boolean isReleased(MapValue object) {
    MapValue metadata = object.map("metadata");
    return metadata.has("deletionTimestamp") && !metadata.has("finalizers");
  }

  private void checkNamespace(Resource resource, String namespace) {
    if (resource.namespaced() && !objects.containsKey(key(NAMESPACES, "", namespace))) {
      throw FakeErrors.notFound(NAMESPACES, namespace);
    }
  }

  private void note(String verb, String namespace, String name, String body) {
    String request = verb + " " + namespace + "/" + name;
    requests.add(request + body);
    act(request);
    act(verb);
  }

  private synchronized void act(String request) {
    Deque<Runnable> script = scripts.getOrDefault(request, new ArrayDeque<>());
    if (!script.isEmpty()) {
      script.removeFirst().run();
    }
  }

  private MapValue store(String key, MapValue object) {
    Value next = Value.text(Integer.toString(++version));
    MapValue stored = object.with("metadata", object.map("metadata").with("resourceVersion", next));
    objects.put(key, stored);
    watches.add(key, version, new Watch.Change.Stored(stored));
    return stored;
  }

  private static String version(MapValue object) {
    return object.map("metadata").text("resourceVersion");
  }

  private static String key(Resource resource, String namespace, String name) {
    return resource.plural() + " " + (resource.namespaced() ? namespace : "") + "/" + name;
  }
}
