package dev.japply.live.fabric8;

import dev.japply.live.Patch;
import dev.japply.live.Resource;
import dev.japply.live.WriteOptions;
import dev.japply.live.cache.SchemaSource;
import dev.japply.live.kubeconfig.ConnectionOptions;
import dev.japply.live.kubeconfig.ConnectionOptions.Overrides;
import dev.japply.live.kubeconfig.Environment;
import dev.japply.live.rest.RestCluster;
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
public final class Loopback {
  public static final Resource CONFIG_MAPS =
      new Resource(Gvk.of("v1", "ConfigMap"), "configmaps", true);
  public static final Resource DEPLOYMENTS =
      new Resource(Gvk.of("apps/v1", "Deployment"), "deployments", true);
  public static final MapValue OBJECT =
      json("{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'c'}}");

  /// What a server answers that has [#OBJECT].
  public static final String FOUND = GoJson.write(OBJECT);

  public static final Patch PATCH = new Patch(Patch.Type.MERGE, json("{'data':{'a':'1'}}"));
  public static final WriteOptions OPTIONS = new WriteOptions("manager", "Strict", false);
  public static final SchemaSource NO_SCHEMAS =
      (hash, document) -> new SchemaDocument(Map.of(), Map.of(), Set.of());

  /// Surroundings without variables, outside any Pod, and without a home directory.
  public static final Environment NOWHERE =
      new Environment(Map.of("HOME", "/no-such-home"), Path.of("/no-such-pod"));

  private Loopback() {}

  public static RestCluster connect(String server) {
    return connect(server, NO_SCHEMAS, warning -> {});
  }

  public static RestCluster connect(
      String server, SchemaSource schemas, Consumer<String> warnings) {
    return ClusterFactory.connect(to(server, Duration.ZERO), NOWHERE, schemas, warnings);
  }

  public static RestCluster connect(String server, Duration timeout) {
    return ClusterFactory.connect(to(server, timeout), NOWHERE, NO_SCHEMAS, warning -> {});
  }

  private static ConnectionOptions to(String server, Duration timeout) {
    return ConnectionOptions.DEFAULT.withOverrides(
        Overrides.NONE.withCluster("server", server).withTimeout(timeout));
  }

  /// JSON with single quotes.
  public static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }
}
