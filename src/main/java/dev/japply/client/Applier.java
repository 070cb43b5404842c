package dev.japply.client;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ServerProblems;
import dev.japply.cluster.rest.ClientCaches;
import dev.japply.cluster.rest.ClusterFactory;
import dev.japply.cluster.rest.ResponseCache;
import dev.japply.cluster.rest.RestCluster;
import dev.japply.io.CancellationSource;
import dev.japply.problem.JapplyException;
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
/// time limits, and to its namespace if an object names none. The caller owns the client and closes
/// it. An applier is reusable and thread-safe. It caches the merge schemas that it used last, and
/// reads the OpenAPI document of a type again when the server has a newer one.
///
/// Each change is computed from three documents: the last applied configuration (the annotation),
/// the manifest, and the live object
/// (<https://kubernetes.io/docs/tasks/manage-kubernetes-objects/declarative-config/>). At most one
/// PATCH is sent for each object, and none when nothing changes. After a write without a response,
/// the object is read to find out whether the write took effect, before the write is sent again.
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

  /// Applies `manifests` to the cluster and leaves fields of other managers unchanged. A failed
  /// object does not stop the others.
  ///
  /// When the thread is interrupted, writes in progress finish, the remaining objects are
  /// [ApplyResult.NotTried], and the thread stays interrupted.
  ///
  /// @return one result for each object, in the order of `manifests`; empty for no objects
  /// @throws JapplyException if the server is unreachable, an object is in `manifests` twice, or
  ///   the annotations `config.kubernetes.io/depends-on` allow no order of the objects; nothing was
  ///   changed
  public List<ApplyResult> apply(Manifests manifests) {
    return onCluster(
        cluster -> new ApplyCall(cluster, options, new CancellationSource()).run(manifests));
  }

  /// Returns the changes that [#apply] would make, and makes none. Sends dry runs to the server,
  /// unless the options have `DryRun.CLIENT` or the user has no permission to write.
  ///
  /// @return one result for each object, in the order of `manifests`; empty for no objects
  /// @throws JapplyException if the server is unreachable, or an object is in `manifests` twice
  public List<DiffResult> diff(Manifests manifests) {
    return onCluster(
        cluster -> new DiffCall(cluster, options, new CancellationSource()).run(manifests));
  }

  /// A tree of a result as a fabric8 object:
  ///
  /// ```java
  /// if (result instanceof ApplyResult.Applied applied) {
  ///   ConfigMap live = applier.read(applied.object(), ConfigMap.class);
  /// }
  /// ```
  ///
  /// Fields that `type` does not declare are retained if it has additional properties, as fabric8's
  /// own classes do. `GenericKubernetesResource` retains all, and integers of any size.
  ///
  /// @param type a model class, a custom resource class, or `GenericKubernetesResource`
  /// @throws IllegalArgumentException when the tree is of another form than `type`
  public <T extends HasMetadata> T read(MapValue tree, Class<T> type) {
    return client.getKubernetesSerialization().unmarshal(GoJson.write(tree), type);
  }

  private <T> T onCluster(Function<Cluster, T> call) {
    var memory = new ClientCaches(schemas, ResponseCache.NONE);
    var messages = new RestCluster.Messages(options.warnings(), line -> {});
    try (Cluster cluster = ClusterFactory.through(client, memory, messages)) {
      return call.apply(cluster);
    } catch (ClusterException e) {
      throw new JapplyException(ServerProblems.general(e), e);
    }
  }
}
