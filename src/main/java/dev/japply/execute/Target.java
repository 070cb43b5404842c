package dev.japply.execute;

import dev.japply.live.Resource;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.CustomTypes.CustomType;
import dev.japply.tree.Value.MapValue;
import java.util.Optional;

/// One object to apply, and where the server keeps its like.
///
/// @param desired the object; its namespace is filled in, or left out for an object of the whole
///   cluster
/// @param definition the CustomResourceDefinition of the same run without which the server does not
///   know the type; empty when it knows it already
public record Target(KubeObject desired, Resource resource, Optional<ObjectKey> definition) {

  /// An object of a type that the server knows.
  public Target(KubeObject desired, Resource resource) {
    this(desired, resource, Optional.empty());
  }

  /// An object of a type that the same run defines.
  static Target of(KubeObject desired, CustomType type) {
    var resource = new Resource(desired.gvk(), type.plural(), type.namespaced());
    return new Target(desired, resource, Optional.of(type.definition()));
  }

  /// The same with another form of the object.
  Target with(KubeObject form) {
    return new Target(form, resource, definition);
  }

  /// The same with other metadata.
  Target with(MapValue metadata) {
    KubeObject changed = desired.withTree(desired.tree().with("metadata", metadata));
    return new Target(changed, resource, definition);
  }
}
