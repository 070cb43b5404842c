package dev.japply.client;

import dev.japply.execute.Stop;
import dev.japply.live.AnswerStore;
import dev.japply.live.Cluster;
import dev.japply.live.ClusterException;
import dev.japply.live.fabric8.Fabric8Cluster;
import dev.japply.problem.Problem;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value.MapValue;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.function.Function;

/// Applies objects as `japply apply` does (client-side apply, with the last-applied annotation of
/// `kubectl apply`), through a program's own fabric8 client:
///
/// ```java
/// try (KubernetesClient client = new KubernetesClientBuilder().build()) {
///   List<ApplyResult> results =
///       Applier.with(client).apply(Manifests.of(configMap, deployment));
/// }
/// ```
///
/// Every request goes through that client's HTTP client, with its credentials, interceptors and
/// time limits, and to its namespace where an object names none. The client stays the caller's, who
/// closes it. An applier may be kept and used by several threads at once; it remembers the merge
/// schemas of OpenAPI documents that it has read, and asks for each anew when the server has a
/// newer one.
///
/// What an object comes to is computed from three documents: what was applied last (the
/// annotation), the manifest, and the live object
/// (<https://kubernetes.io/docs/tasks/manage-kubernetes-objects/declarative-config/>). At most one
/// PATCH is sent for each object, and none when nothing changes.
public final class Applier {
  private final KubernetesClient client;
  private final ApplyOptions options;
  private final SchemaMemory schemas;

  private Applier(KubernetesClient client, ApplyOptions options, SchemaMemory schemas) {
    this.client = client;
    this.options = options;
    this.schemas = schemas;
  }

  /// An applier through `client`, with [ApplyOptions#DEFAULT]. Nothing is sent yet.
  public static Applier with(KubernetesClient client) {
    return new Applier(client, ApplyOptions.DEFAULT, new SchemaMemory());
  }

  /// The same applier with other options.
  public Applier with(ApplyOptions options) {
    return new Applier(client, options, schemas);
  }

  /// Makes the cluster what `manifests` say, and leaves alone what others own. A failure of one
  /// object does not keep the others from being applied.
  ///
  /// When the thread is interrupted, what is under way is finished, the rest is
  /// [ApplyResult.NotTried], and the thread stays interrupted.
  ///
  /// @return one result for each object, in the order of `manifests`
  /// @throws ClusterException when the server cannot be asked what types it has
  public List<ApplyResult> apply(Manifests manifests) {
    return onCluster(cluster -> new ApplyCall(cluster, options, new Stop.Switch()).run(manifests));
  }

  /// What [#apply] would change; changes nothing. The server is asked by dry runs, unless the
  /// options say `DryRun.CLIENT` or it grants no right to write.
  ///
  /// @return one result for each object, in the order of `manifests`
  /// @throws ClusterException when the server cannot be asked what types it has
  public List<DiffResult> diff(Manifests manifests) {
    return onCluster(cluster -> new DiffCall(cluster, options, new Stop.Switch()).run(manifests));
  }

  /// A tree of a result as a fabric8 object.
  ///
  /// @param type a model class, a custom resource class, or `GenericKubernetesResource`
  public <T extends HasMetadata> T read(MapValue tree, Class<T> type) {
    return client.getKubernetesSerialization().unmarshal(GoJson.write(tree), type);
  }

  private <T> T onCluster(Function<Cluster, T> call) {
    var memory = new Fabric8Cluster.Memory(schemas, AnswerStore.NONE);
    var messages = new Fabric8Cluster.Messages(options.warnings(), line -> {});
    try (Cluster cluster = Fabric8Cluster.through(client, memory, messages)) {
      return call.apply(cluster);
    }
  }

  /// Passes warnings on, one line each.
  static void warn(ApplyOptions options, Problem warning) {
    options.warnings().accept(warning.toString());
  }
}
