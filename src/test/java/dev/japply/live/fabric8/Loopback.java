package dev.japply.live.fabric8;

import dev.japply.live.Connection;
import dev.japply.live.Connection.Overrides;
import dev.japply.live.Patch;
import dev.japply.live.Resource;
import dev.japply.live.SchemaSource;
import dev.japply.live.WriteOptions;
import dev.japply.object.Gvk;
import dev.japply.schema.SchemaDocument;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// Connections to servers on loopback, and objects to send.
final class Loopback {
  static final Resource CONFIG_MAPS = new Resource(Gvk.of("v1", "ConfigMap"), "configmaps", true);
  static final Resource DEPLOYMENTS =
      new Resource(Gvk.of("apps/v1", "Deployment"), "deployments", true);
  static final MapValue OBJECT =
      json("{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'c'}}");

  /// What a server answers that has [#OBJECT].
  static final String FOUND = GoJson.write(OBJECT);

  static final Patch PATCH = new Patch(Patch.Type.MERGE, json("{'data':{'a':'1'}}"));
  static final WriteOptions OPTIONS = new WriteOptions("manager", "Strict", false);
  static final SchemaSource NO_SCHEMAS =
      (hash, document) -> new SchemaDocument(Map.of(), Map.of(), Set.of());

  /// Surroundings without variables, outside any Pod, and without a home directory.
  static final Environment NOWHERE =
      new Environment(Map.of("HOME", "/no-such-home"), Path.of("/no-such-pod"));

  private Loopback() {}

  static Fabric8Cluster connect(String server) {
    return connect(server, NO_SCHEMAS, warning -> {});
  }

  static Fabric8Cluster connect(String server, SchemaSource schemas, Consumer<String> warnings) {
    return Fabric8Cluster.connect(to(server, Duration.ZERO), NOWHERE, schemas, warnings);
  }

  static Fabric8Cluster connect(String server, Duration timeout) {
    return Fabric8Cluster.connect(to(server, timeout), NOWHERE, NO_SCHEMAS, warning -> {});
  }

  private static Connection to(String server, Duration timeout) {
    return Connection.DEFAULT.withOverrides(
        Overrides.NONE.withCluster("server", server).withTimeout(timeout));
  }

  /// JSON with single quotes.
  static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }
}
