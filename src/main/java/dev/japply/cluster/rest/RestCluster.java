package dev.japply.cluster.rest;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.DeleteOptions;
import dev.japply.cluster.ListPage;
import dev.japply.cluster.LogRequest;
import dev.japply.cluster.Patch;
import dev.japply.cluster.Resource;
import dev.japply.cluster.TypeList;
import dev.japply.cluster.Watch;
import dev.japply.cluster.WriteOptions;
import dev.japply.cluster.config.ClusterConfig;
import dev.japply.cluster.config.ConnectionOptions.OpenApiVersion;
import dev.japply.golang.Upstream;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.schema.Schema;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/// A cluster behind a real API server.
public final class RestCluster implements Cluster {
  private static final String DEFINITION = "CustomResourceDefinition";

  private static final Resource PODS = new Resource(Gvk.of("v1", "Pod"), "pods", true);

  private final String address;
  private final String namespace;
  private final RequestSender sender;
  private final Requests requests;
  private final Discovery discovery;
  private final ServedTypes types;
  private final OpenApiSchemas openApi;

  /// The receivers of messages. Both functions may be called by several threads.
  ///
  /// @param warnings receives the server's warnings, each text once
  /// @param log receives lines about requests, at the level of the options
  /// @param repeating objects with copies of secret values, or with Secrets in them, which are not
  ///   logged; may grow
  public record Messages(
      Consumer<String> warnings, Consumer<String> log, List<KubeObject> repeating) {
    /// Creates messages for objects without copies of secret values.
    public Messages(Consumer<String> warnings, Consumer<String> log) {
      this(warnings, log, List.of());
    }
  }

  /// Options for requests.
  ///
  /// @param schemas converts OpenAPI documents to merge schemas
  /// @param responses the cached types and lists of documents from earlier runs
  /// @param openApi the OpenAPI documents to use
  /// @param requestTimeout the timeout of a request; zero for none
  /// @param logLevel the log level for requests: nothing below 6, everything from 10 on
  record Options(
      SchemaSource schemas,
      ResponseCache responses,
      OpenApiVersion openApi,
      Duration requestTimeout,
      int logLevel) {}

  /// Creates the cluster for `sender`. No request is sent yet.
  ///
  /// @param sleep waits before a retry
  RestCluster(
      RequestSender sender, ClusterConfig config, Options options, Messages messages, Sleep sleep) {
    this.address = config.server().toString();
    this.namespace = config.namespace();
    this.sender = sender;
    this.requests =
        new Requests(
            sender,
            config,
            options.requestTimeout(),
            new WarningHeaders(messages.warnings()),
            new RequestLog(options.logLevel(), messages.log(), messages.repeating()),
            sleep);
    var reads = new CachedReads(requests, options.responses(), config);
    this.discovery = new Discovery(reads);
    this.types = new ServedTypes(requests, discovery);
    this.openApi = new OpenApiSchemas(requests, reads, options.schemas(), options.openApi());
  }

  /// Checks the version of the server.
  ///
  /// @throws ClusterException if it is not the version of the emulated kubectl, or is unknown
  void requireMatchingVersion() {
    new ServerVersion(requests).requireOurs();
  }

  @Override
  public String address() {
    return address;
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
  public Optional<Schema> schema(Gvk gvk) {
    return openApi.schema(gvk);
  }

  @Override
  public Optional<MapValue> get(Resource resource, String namespace, String name) {
    Request request =
        Request.get(
            ResourcePaths.object(resource, namespace, name),
            ResourcePaths.subject(resource) + " " + name);
    Response response = requests.sendUnchecked(request);
    if (response.status() == 404) {
      ClusterException absent = ServerErrors.of(request, response);
      checkPlace(resource, absent);
      return Optional.empty();
    }
    if (!response.isSuccess()) {
      throw requests.error(request, response);
    }
    return Optional.of(ResponseCheck.object(request, response, resource, namespace, name));
  }

  @Override
  public ListPage page(Resource resource, String namespace, ListPage.Request wanted) {
    try {
      return new Pages(requests, resource, namespace).page(wanted);
    } catch (ClusterException e) {
      checkPlace(resource, e);
      throw e;
    }
  }

  @Override
  public void watch(Resource resource, String namespace, Watch watch) {
    new WatchStream(requests, resource, namespace).follow(watch);
  }

  @Override
  public String log(LogRequest wanted) {
    var query = new TreeMap<String, String>();
    query.put("container", wanted.container());
    query.put("tailLines", Integer.toString(wanted.lines()));
    query.put("previous", Boolean.toString(wanted.previous()));
    String path = ResourcePaths.object(PODS, wanted.namespace(), wanted.pod()) + "/log";
    Request request =
        Request.list(path, query, "pods " + wanted.pod()).accepting("text/plain, */*");
    return requests.send(request).body().text();
  }

  @Override
  public MapValue create(
      Resource resource, String namespace, MapValue object, WriteOptions options) {
    Request request =
        Request.write(
                "POST",
                ResourcePaths.collection(resource, namespace),
                parameters(options),
                ResourcePaths.subject(resource))
            .withBody("application/json", GoJson.write(object));
    String name = object.map("metadata").text("name");
    return ResponseCheck.object(request, write(resource, request), resource, namespace, name);
  }

  @Override
  public MapValue patch(
      Resource resource, String namespace, String name, Patch patch, WriteOptions options) {
    Request request =
        Request.write(
                "PATCH",
                ResourcePaths.part(resource, namespace, name, patch.subresource()),
                parameters(patch, options),
                ResourcePaths.subject(resource) + " " + name)
            .withBody(patch.type().contentType(), GoJson.write(patch.body()));
    Response response = write(resource, request);
    return patch.subresource().isEmpty()
        ? ResponseCheck.object(request, response, resource, namespace, name)
        : ResponseCheck.part(request, response, name);
  }

  @Override
  public void delete(Resource resource, String namespace, String name, DeleteOptions options) {
    String subject = ResourcePaths.subject(resource) + " " + name;
    Request request =
        Request.write("DELETE", ResourcePaths.object(resource, namespace, name), Map.of(), subject)
            .withBody("application/json", GoJson.write(DeleteBody.body(options)));
    MapValue body = ResponseCheck.map(request, write(resource, request));
    ResponseCheck.requireKind(request, body, "Status", resource.gvk().kind());
    ResponseCheck.requireSuccess(request, body);
  }

  /// Sends a write. A write of a CustomResourceDefinition changes the published types.
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

  /// Confirms the type after a 404 without an object's name: the server has no such path.
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
    if (patch.force() != null) {
      parameters.put("force", String.valueOf(patch.force()));
    }
    return parameters;
  }

  @Override
  public void close() {
    sender.close();
  }

  private static final class DeleteBody {
    private DeleteBody() {}

    /// Returns `options` as the API's `DeleteOptions`.
    static MapValue body(DeleteOptions options) {
      MapValue body =
          MapValue.of("apiVersion", Value.text("v1"))
              .with("kind", Value.text("DeleteOptions"))
              .with("propagationPolicy", Value.text(options.propagation().text()));
      Integer grace = options.gracePeriodSeconds();
      if (grace != null) {
        body = body.with("gracePeriodSeconds", Value.number(grace));
      }
      MapValue preconditions = MapValue.EMPTY;
      if (!options.uid().isEmpty()) {
        preconditions = preconditions.with("uid", Value.text(options.uid()));
      }
      if (!options.version().isEmpty()) {
        preconditions = preconditions.with("resourceVersion", Value.text(options.version()));
      }
      body = preconditions.isEmpty() ? body : body.with("preconditions", preconditions);
      return options.dryRun()
          ? body.with("dryRun", new ListValue(List.of(Value.text("All"))))
          : body;
    }
  }

  /// Compares the server's version with the emulated kubectl's.
  private record ServerVersion(Requests requests) {
    /// @throws ClusterException if the server has another version, or it is unknown
    void requireOurs() {
      Request request = Request.get("/version", "");
      Response response = requests.sendUnchecked(request);
      if (!response.isSuccess()) {
        throw requests.error(request, response);
      }
      String server =
          ResponseCheck.tree(request, response) instanceof MapValue version
              ? version.text("gitVersion")
              : "";
      if (!server.equals(Upstream.KUBECTL)) {
        throw new ClusterException(
            Kind.CONFIGURATION,
            "server version (%s) differs from client version (%s)"
                .formatted(server, Upstream.KUBECTL),
            "omit --match-server-version to use this server",
            null);
      }
    }
  }
}
