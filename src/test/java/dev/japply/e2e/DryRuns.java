package dev.japply.e2e;

import dev.japply.object.Gvk;
import dev.japply.schema.OpenApiReader;
import dev.japply.schema.Schema;
import dev.japply.schema.SchemaDocument;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/// What a server answers to objects that it is to create, without creating them, under strict
/// validation.
public final class DryRuns implements AutoCloseable {
  private static final int TRIES = 200;
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final KubernetesClient client;
  private final Map<String, MapValue> resources = new HashMap<>();
  private final Map<String, SchemaDocument> documents = new HashMap<>();

  public DryRuns(TestCluster cluster) {
    Config config = Config.fromKubeconfig(cluster.kubeconfig().toFile());
    config.setRequestRetryBackoffLimit(0); // the client would send a request again for minutes
    client =
        new KubernetesClientBuilder()
            .withConfig(config)
            .withHttpClientFactory(new JdkHttpClientFactory())
            .build();
  }

  /// The server's answer.
  public record Answer(int status, String message) {
    public boolean isTaken() {
      return status >= 200 && status < 300; // 0 if the server breaks the connection
    }
  }

  /// Returns the answer to an object of a built-in type.
  ///
  /// @param type its type, which the object itself may not have
  public Answer create(Gvk type, MapValue object) {
    return send(type, GoJson.write(object));
  }

  /// Returns the answer to a text.
  public Answer send(Gvk type, String json) {
    String path = path(type) + "?dryRun=All&fieldValidation=Strict";
    try {
      client.raw(path, "POST", json);
      return new Answer(200, "");
    } catch (KubernetesClientException e) {
      String message = e.getStatus() == null ? e.getMessage() : e.getStatus().getMessage();
      return new Answer(e.getCode(), String.valueOf(message));
    }
  }

  private String path(Gvk type) {
    MapValue resource =
        resources.computeIfAbsent(
            type.toString(),
            key ->
                items(get(group(type)), "resources")
                    .filter(each -> each.text("kind").equals(type.kind()))
                    .filter(each -> !each.text("name").contains("/"))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("not served: " + type)));
    boolean namespaced = resource.get("namespaced").equals(Value.TRUE);
    return group(type) + (namespaced ? "/namespaces/default/" : "/") + resource.text("name");
  }

  private static String group(Gvk type) {
    return type.group().isEmpty()
        ? "/api/" + type.version()
        : "/apis/" + type.group() + "/" + type.version();
  }

  /// Whether the server has a type.
  public boolean serves(Gvk type) {
    try {
      path(type);
      return true;
    } catch (IllegalStateException | KubernetesClientException e) {
      return false;
    }
  }

  /// Waits until the server has a type that was just defined.
  public void await(Gvk type) {
    for (int tries = 0; !serves(type) && tries < TRIES; tries++) {
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  /// Returns the schema that the server publishes.
  public Optional<Schema> schema(Gvk type) {
    return documents
        .computeIfAbsent(group(type), path -> new OpenApiReader().read(get("/openapi/v3" + path)))
        .object(type.group(), type.version(), type.kind());
  }

  private MapValue get(String path) {
    String text = client.raw(path);
    return text == null ? MapValue.EMPTY : (MapValue) Json.parse(text);
  }

  private static Stream<MapValue> items(MapValue map, String key) {
    return map.get(key) instanceof ListValue(List<Value> items)
        ? items.stream().map(MapValue.class::cast)
        : Stream.of();
  }

  @Override
  public void close() {
    client.close();
  }
}
