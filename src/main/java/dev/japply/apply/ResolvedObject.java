package dev.japply.apply;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.Patch;
import dev.japply.cluster.Resource;
import dev.japply.cluster.WriteOptions;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.CustomTypes.CustomType;
import dev.japply.problem.Problem;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.UnseenIndentation;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One object to apply, and where the server keeps its like.
///
/// @param desired the object; its namespace is filled in, or left out for an object of the whole
///   cluster
/// @param definition the CustomResourceDefinition of the same run that defines the type; null if
///   the server serves the type already
public record ResolvedObject(
    KubeObject desired, Resource resource, @Nullable ObjectKey definition) {

  /// An object of a type that the server has already.
  public ResolvedObject(KubeObject desired, Resource resource) {
    this(desired, resource, null);
  }

  /// An object of a type that the same run defines.
  static ResolvedObject of(KubeObject desired, CustomType type) {
    var resource = new Resource(desired.gvk(), type.plural(), type.namespaced());
    return new ResolvedObject(desired, resource, type.definition());
  }

  /// The object as it is on the cluster now; empty when it is not there.
  ///
  /// @throws dev.japply.cluster.ClusterException if the object could not be read
  public Optional<MapValue> readFrom(Cluster cluster) {
    return cluster.get(resource, desired.namespace(), desired.name());
  }

  /// Sends a PATCH of the object, and returns the object afterwards.
  ///
  /// @throws dev.japply.cluster.ClusterException if it failed
  MapValue patch(Cluster cluster, Patch patch, WriteOptions options) {
    return cluster.patch(resource, desired.namespace(), desired.name(), patch, options);
  }

  /// The same with another form of the object.
  public ResolvedObject with(KubeObject form) {
    return new ResolvedObject(form, resource, definition);
  }

  /// The same with other metadata.
  ResolvedObject with(MapValue metadata) {
    KubeObject changed = desired.withTree(desired.tree().with("metadata", metadata));
    return new ResolvedObject(changed, resource, definition);
  }

  /// Returns the error for an object without a name of its own: the next run must find it again.
  /// Empty if it has one.
  public static Optional<Problem> unnamed(KubeObject object) {
    if (!object.name().isEmpty()) {
      return Optional.empty();
    }
    FieldPath metadata = FieldPath.root().key("metadata");
    String prefix = object.tree().map("metadata").text("generateName");
    Optional<UnseenIndentation> unseen =
        UnseenIndentation.in(object.tree())
            .or(() -> UnseenIndentation.in(object.tree().map("metadata")));
    Problem problem =
        prefix.isEmpty()
            ? Problem.error(
                object.positions().apply(metadata),
                object.gvk().kind(),
                "resource name may not be empty",
                unseen.map(UnseenIndentation::hint).orElse("give metadata.name"))
            : Problem.error(
                object.positions().apply(metadata.key("generateName")),
                object.gvk().kind(),
                "from " + prefix + ": cannot use generate name with apply",
                "give metadata.name, or use `kubectl create`");
    return Optional.of(problem);
  }
}
