package dev.japply.cluster.rest;

import dev.japply.cluster.Patch;
import dev.japply.cluster.Resource;
import dev.japply.cluster.WriteOptions;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.config.ConnectionOptions.Overrides;
import dev.japply.cluster.config.Environment;
import dev.japply.cluster.rest.RestCluster.Messages;
import dev.japply.object.Gvk;
import dev.japply.schema.SchemaDocument;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// Connections to servers on loopback, and objects to send.
public final class Loopback {
  public static final Resource CONFIG_MAPS =
      new Resource(Gvk.of("v1", "ConfigMap"), "configmaps", true);
  public static final Resource DEPLOYMENTS =
      new Resource(Gvk.of("apps/v1", "Deployment"), "deployments", true);
  public static final MapValue OBJECT =
      json("{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'c'}}");

  /// What a server answers that has [#OBJECT].
  public static final String FOUND = GoJson.write(OBJECT);

  /// The same, as it goes over the wire.
  public static final String FOUND_RESPONSE = response(FOUND);

  public static final Patch PATCH = new Patch(Patch.Type.MERGE, json("{'data':{'a':'1'}}"));
  public static final WriteOptions OPTIONS = new WriteOptions("manager", "Strict", false);
  public static final SchemaSource NO_SCHEMAS =
      (hash, document) -> new SchemaDocument(Map.of(), Map.of(), Set.of());

  /// Surroundings without variables, outside any Pod, and without a home directory.
  public static final Environment NOWHERE =
      new Environment(Map.of("HOME", "/no-such-home"), Path.of("/no-such-pod"));

  /// What would be waited for a server elsewhere is too long here.
  private static final Sleep SHORT = duration -> Thread.sleep(duration.dividedBy(1000));

  private Loopback() {}

  public static RestCluster connect(String server) {
    return connect(to(server, Duration.ZERO));
  }

  public static RestCluster connect(
      String server, SchemaSource schemas, Consumer<String> warnings) {
    return connect(to(server, Duration.ZERO), NOWHERE, schemas, warnings);
  }

  public static RestCluster connect(String server, Duration timeout) {
    return connect(to(server, timeout));
  }

  private static ConnectionOptions to(String server, Duration timeout) {
    return ConnectionOptions.DEFAULT.withOverrides(
        Overrides.NONE.withCluster("server", server).withTimeout(timeout));
  }

  public static RestCluster connect(ConnectionOptions connection) {
    return connect(connection, NOWHERE);
  }

  public static RestCluster connect(ConnectionOptions connection, Environment environment) {
    return connect(connection, environment, NO_SCHEMAS, warning -> {});
  }

  public static RestCluster connect(
      ConnectionOptions connection,
      Environment environment,
      SchemaSource schemas,
      Consumer<String> warnings) {
    return connect(
        connection,
        environment,
        new ClientCaches(schemas, ResponseCache.NONE),
        new Messages(warnings, line -> {}));
  }

  public static RestCluster connect(
      ConnectionOptions connection,
      Environment environment,
      ClientCaches caches,
      Messages messages) {
    return ClusterFactory.connect(connection, environment, null, caches, messages, SHORT);
  }

  /// Connects by the [#kubeconfig] of these in `directory`, outside any Pod and without variables.
  public static RestCluster connectAs(String user, int port, String authority, Path directory)
      throws IOException {
    Path kubeconfig =
        Files.writeString(directory.resolve("kubeconfig"), kubeconfig(user, port, authority));
    return connect(
        ConnectionOptions.of(kubeconfig.toString()), new Environment(Map.of(), directory));
  }

  /// A kubeconfig for a server on loopback.
  ///
  /// @param user as YAML in one line
  /// @param authority the certificate of the server's authority, as PEM
  public static String kubeconfig(String user, int port, String authority) {
    byte[] pem = authority.getBytes(StandardCharsets.UTF_8);
    return """
    current-context: x
    contexts: [{name: x, context: {cluster: c, user: u}}]
    clusters:
    - name: c
      cluster:
        server: https://127.0.0.1:%d
        certificate-authority-data: %s
    users: [{name: u, user: %s}]
    """
        .formatted(port, Base64.getEncoder().encodeToString(pem), user);
  }

  /// The whole text of an answer.
  static String response(String body) {
    return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  /// JSON with single quotes.
  public static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }
}
