package dev.japply.live.fabric8;

import dev.japply.live.AnswerStore;
import dev.japply.live.Cluster;
import dev.japply.live.ClusterException;
import dev.japply.live.Connection;
import dev.japply.live.Connection.Overrides;
import dev.japply.live.Connection.Published;
import dev.japply.live.DeleteOptions;
import dev.japply.live.Page;
import dev.japply.live.Patch;
import dev.japply.live.Resource;
import dev.japply.live.SchemaSource;
import dev.japply.live.Sleep;
import dev.japply.live.TypeList;
import dev.japply.live.WriteOptions;
import dev.japply.object.Gvk;
import dev.japply.schema.Schema;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value.MapValue;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpClient;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/// A cluster behind a real API server.
public final class Fabric8Cluster implements Cluster {
  /// Who hears what is said beside answers. Both may be called by several threads.
  ///
  /// @param warnings takes the server's warnings, each text once
  /// @param log takes lines about requests, at the connection's level
  public record Messages(Consumer<String> warnings, Consumer<String> log) {}

  /// What earlier runs have learned.
  ///
  /// @param schemas how OpenAPI documents become merge schemas
  /// @param answers which types and documents there are
  /// @param acquaintance who the servers are; empty where that is of no use
  public record Memory(
      SchemaSource schemas, AnswerStore answers, Optional<Acquaintance> acquaintance) {
    /// What is learned of schemas and types, and nothing of servers.
    public Memory(SchemaSource schemas, AnswerStore answers) {
      this(schemas, answers, Optional.empty());
    }
  }

  private static final String DEFINITION = "CustomResourceDefinition";

  private final String namespace;
  private final Runnable closing;
  private final Requests requests;
  private final Discovery discovery;
  private final ServedTypes types;
  private final OpenApi openApi;

  private Fabric8Cluster(
      Way way, Connection connection, Memory memory, Messages messages, Sleep sleep) {
    this(HttpClients.client(way), way, connection, memory, messages, sleep);
  }

  private Fabric8Cluster(
      HttpClient client,
      Way way,
      Connection connection,
      Memory memory,
      Messages messages,
      Sleep sleep) {
    this(
        way.target(),
        new Requests(
            client,
            way.target(),
            connection.overrides().requestTimeout(),
            new WarningHeaders(messages.warnings()),
            new RequestLog(connection.overrides().logLevel(), messages.log()),
            sleep),
        new Learned(memory, connection.terms().published()),
        client::close);
  }

  /// What earlier runs have learned, and which of the server's documents count.
  private record Learned(Memory memory, Published published) {}

  private Fabric8Cluster(Target target, Requests requests, Learned learned, Runnable closing) {
    this.namespace = target.namespace();
    this.closing = closing;
    this.requests = requests;
    var reads = new KeptReads(requests, learned.memory().answers(), target);
    this.discovery = new Discovery(reads);
    this.types = new ServedTypes(requests, discovery);
    this.openApi = new OpenApi(requests, reads, learned.memory().schemas(), learned.published());
  }

  /// The cluster of a program's own `client`, which sends every request with its credentials,
  /// interceptors and time limits, and stays open when this cluster is closed.
  public static Fabric8Cluster through(KubernetesClient client, Memory memory, Messages messages) {
    Target target = ClientTarget.of(client);
    var requests =
        new Requests(
            client.getHttpClient(),
            target,
            Overrides.NONE.requestTimeout(),
            new WarningHeaders(messages.warnings()),
            new RequestLog(Overrides.NONE.logLevel(), messages.log()),
            Sleep.REAL);
    return new Fabric8Cluster(target, requests, new Learned(memory, Published.ANY), () -> {});
  }

  /// The cluster that `connection` means. Nothing is sent yet, unless its version must match.
  ///
  /// @param environment the environment variables; nothing else of the surroundings counts, but the
  ///   files that they name
  /// @throws ClusterException when the kubeconfig cannot be used, or the version does not match
  public static Fabric8Cluster connect(
      Connection connection, Map<String, String> environment, Memory memory, Messages messages) {
    return connect(connection, Environment.of(environment), memory, messages);
  }

  /// The same, by what was prepared.
  ///
  /// @param sleep how it waits before it asks again
  public static Fabric8Cluster connect(
      Connection connection,
      Map<String, String> environment,
      Optional<Ahead> ahead,
      Memory memory,
      Messages messages,
      Sleep sleep) {
    Way way =
        ahead
            .flatMap(prepared -> prepared.way(connection))
            .orElseGet(
                () -> Way.find(connection, Environment.of(environment), memory.acquaintance()));
    return connect(way, connection, memory, messages, sleep);
  }

  static Fabric8Cluster connect(
      Connection connection, Environment environment, Memory memory, Messages messages) {
    Way way = Way.find(connection, environment, memory.acquaintance());
    return connect(way, connection, memory, messages, Sleep.REAL);
  }

  private static Fabric8Cluster connect(
      Way way, Connection connection, Memory memory, Messages messages, Sleep sleep) {
    var cluster = new Fabric8Cluster(way, connection, memory, messages, sleep);
    return connection.terms().matchVersion() ? cluster.ofOurVersion() : cluster;
  }

  private Fabric8Cluster ofOurVersion() {
    try {
      new ServerVersion(requests).requireOurs();
      return this;
    } catch (ClusterException e) {
      close();
      throw e;
    }
  }

  static Fabric8Cluster connect(
      Connection connection,
      Map<String, String> environment,
      SchemaSource schemas,
      Consumer<String> warnings) {
    return connect(connection, Environment.of(environment), schemas, warnings);
  }

  static Fabric8Cluster connect(
      Connection connection,
      Environment environment,
      SchemaSource schemas,
      Consumer<String> warnings) {
    return connect(
        connection,
        environment,
        new Memory(schemas, AnswerStore.NONE),
        new Messages(warnings, line -> {}));
  }

  @Override
  public String defaultNamespace() {
    return namespace;
  }

  @Override
  public Optional<Resource> resource(Gvk gvk) {
    return discovery.resource(gvk);
  }

  @Override
  public TypeList types() {
    return types.all();
  }

  @Override
  public Optional<Schema> strategicSchema(Gvk gvk) {
    return openApi.schema(gvk);
  }

  @Override
  public Optional<MapValue> get(Resource resource, String namespace, String name) {
    Request request =
        Request.get(Paths.object(resource, namespace, name), Paths.subject(resource) + " " + name);
    Response response = requests.answer(request);
    if (response.status() == 404) {
      ClusterException absent = ServerErrors.of(request, response);
      checkPlace(resource, absent);
      return Optional.empty();
    }
    if (!response.isSuccess()) {
      throw ServerErrors.of(request, response);
    }
    return Optional.of(AnswerCheck.object(request, response, resource, namespace, name));
  }

  @Override
  public Page page(Resource resource, String namespace, Page.Request wanted) {
    try {
      return new Pages(requests, resource, namespace).page(wanted);
    } catch (ClusterException e) {
      checkPlace(resource, e);
      throw e;
    }
  }

  @Override
  public MapValue create(
      Resource resource, String namespace, MapValue object, WriteOptions options) {
    Request request =
        Request.write(
                "POST",
                Paths.collection(resource, namespace),
                parameters(options),
                Paths.subject(resource))
            .withBody("application/json", GoJson.write(object));
    String name = object.map("metadata").text("name");
    return AnswerCheck.object(request, write(resource, request), resource, namespace, name);
  }

  @Override
  public MapValue patch(
      Resource resource, String namespace, String name, Patch patch, WriteOptions options) {
    Request request =
        Request.write(
                "PATCH",
                Paths.part(resource, namespace, name, patch.subresource()),
                parameters(patch, options),
                Paths.subject(resource) + " " + name)
            .withBody(patch.type().contentType(), GoJson.write(patch.body()));
    Response response = write(resource, request);
    return patch.subresource().isEmpty()
        ? AnswerCheck.object(request, response, resource, namespace, name)
        : AnswerCheck.part(request, response, name);
  }

  @Override
  public void delete(Resource resource, String namespace, String name, DeleteOptions options) {
    String subject = Paths.subject(resource) + " " + name;
    Request request =
        Request.write("DELETE", Paths.object(resource, namespace, name), Map.of(), subject)
            .withBody("application/json", GoJson.write(Deletion.body(options)));
    MapValue answer = AnswerCheck.map(request, write(resource, request));
    AnswerCheck.requireKind(request, answer, "Status", resource.gvk().kind());
  }

  /// Sends a write. One of a CustomResourceDefinition changes what the server publishes.
  private Response write(Resource resource, Request request) {
    Response response = send(resource, request);
    if (DEFINITION.equals(resource.gvk().kind())) {
      openApi.forgetIndex();
    }
    return response;
  }

  private Response send(Resource resource, Request request) {
    try {
      return requests.send(request);
    } catch (ClusterException e) {
      checkPlace(resource, e);
      throw e;
    }
  }

  /// An error that names no object says that there is no place for such objects.
  private void checkPlace(Resource resource, ClusterException error) {
    if (error.isNotFound() && error.details().text("name").isEmpty()) {
      discovery.confirm(resource);
    }
  }

  private static Map<String, String> parameters(WriteOptions options) {
    var parameters = new TreeMap<String, String>();
    if (options.dryRun()) {
      parameters.put("dryRun", "All");
    }
    if (!options.fieldManager().isEmpty()) {
      parameters.put("fieldManager", options.fieldManager());
    }
    if (!options.fieldValidation().isEmpty()) {
      parameters.put("fieldValidation", options.fieldValidation());
    }
    return parameters;
  }

  private static Map<String, String> parameters(Patch patch, WriteOptions options) {
    var parameters = new TreeMap<>(parameters(options));
    patch.force().ifPresent(force -> parameters.put("force", String.valueOf(force)));
    return parameters;
  }

  @Override
  public void close() {
    closing.run();
  }
}
