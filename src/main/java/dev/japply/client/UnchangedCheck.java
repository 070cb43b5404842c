package dev.japply.client;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ServerProblems;
import dev.japply.cluster.rest.ClientCaches;
import dev.japply.cluster.rest.ClusterFactory;
import dev.japply.cluster.rest.ResponseCache;
import dev.japply.cluster.rest.RestCluster;
import dev.japply.merge.AppliedCheck;
import dev.japply.merge.AppliedCheck.Doubt;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.problem.JapplyException;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;

/// Check whether an object still is as a manager has applied it by server-side apply, for the
/// reconcile loop of an operator:
///
/// ```java
/// UnchangedCheck check = UnchangedCheck.of(client, "my-operator");
/// if (!check.matches(deployment, actual)) {
///   client.resource(deployment).fieldManager("my-operator").serverSideApply();
/// }
/// ```
///
/// Defaults of the server and fields of other managers do not count. Values that the server stores
/// in another form match: quantities, `stringData` of Secrets, the claim templates of StatefulSets.
/// The check is certain in one direction: if it matches, an apply changes neither a value nor an
/// owner. Otherwise it may still change nothing. What admission would do is not known.
///
/// A check is reusable and thread-safe. It sends requests only for a type that it has not seen yet:
/// for the types of a group, and for their OpenAPI document. Make a new one after a
/// CustomResourceDefinition has changed. The caller owns the client and closes it.
public final class UnchangedCheck {
  private final Cluster cluster;
  private final String manager;

  private UnchangedCheck(Cluster cluster, String manager) {
    this.cluster = cluster;
    this.manager = manager;
  }

  /// A check through `client`. Nothing is sent yet.
  ///
  /// @param manager the field manager that applies the objects
  public static UnchangedCheck of(KubernetesClient client, String manager) {
    var memory = new ClientCaches(new SchemaMemory(), ResponseCache.NONE);
    var messages = new RestCluster.Messages(warning -> {}, line -> {});
    return new UnchangedCheck(ClusterFactory.through(client, memory, messages, 0), manager);
  }

  /// Returns whether a server-side apply of `desired` would certainly change nothing.
  ///
  /// @param actual the live object as the server returned it, with its managed fields
  /// @throws JapplyException if the type is not known yet, and the server cannot be reached
  public boolean matches(HasMetadata desired, HasMetadata actual) {
    return doubt(desired, actual).isEmpty();
  }

  /// Returns the first reason why `desired` may need an apply; empty if [#matches].
  ///
  /// @throws JapplyException if the type is not known yet, and the server cannot be reached
  public Optional<Doubt> doubt(HasMetadata desired, HasMetadata actual) {
    KubeObject wanted = object(desired);
    KubeObject live = object(actual);
    ObjectKey key = wanted.key();
    if (!key.equals(
        new ObjectKey(live.key().group(), live.key().kind(), key.namespace(), live.key().name()))) {
      return Optional.of(new Doubt(FieldPath.root(), "it is another object"));
    }
    try {
      Gvk type = Gvk.of(wanted.tree());
      Schema schema = cluster.schema(type).orElse(null);
      return schema == null
          ? Optional.of(new Doubt(FieldPath.root(), "the server does not describe its type"))
          : new AppliedCheck(manager, schema, version -> isServed(type, version))
              .whyNotUnchanged(wanted.tree(), live.tree());
    } catch (ClusterException e) {
      throw new JapplyException(ServerProblems.general(e), e);
    }
  }

  private boolean isServed(Gvk type, String apiVersion) {
    Gvk other = Gvk.of(apiVersion, type.kind());
    return other.group().equals(type.group()) && cluster.resource(other).isPresent();
  }

  private static KubeObject object(HasMetadata object) {
    return Manifests.of(object).objects().getFirst();
  }
}
