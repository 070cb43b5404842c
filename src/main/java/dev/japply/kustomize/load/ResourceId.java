package dev.japply.kustomize.load;

import dev.japply.object.Gvk;
import dev.japply.tree.FieldPath;
import java.util.List;

/// The identity of an object in kustomize. Unlike in a cluster, it includes the version.
///
/// @param namespace as written; empty if there is none
/// @param isClusterScoped whether its kind is known to have no namespace
public record ResourceId(Gvk gvk, String namespace, String name, boolean isClusterScoped) {
  /// In the place of the namespace of kinds that have none.
  public static final String NO_NAMESPACE = "_non_namespaceable_";

  /// The field with the name.
  public static final FieldPath NAME = FieldPath.root().key("metadata").key("name");

  /// The field with the namespace.
  public static final FieldPath NAMESPACE = FieldPath.root().key("metadata").key("namespace");

  static final FieldPath KIND = FieldPath.root().key("kind");

  static final FieldPath VERSION = FieldPath.root().key("apiVersion");

  /// The fields of an object that identify it.
  public static final List<FieldPath> FIELDS = List.of(NAME, NAMESPACE, KIND, VERSION);

  private static final String DEFAULT = "default";

  public String effectiveNamespace() {
    if (isClusterScoped) {
      return NO_NAMESPACE;
    }
    return namespace.isEmpty() ? DEFAULT : namespace;
  }

  /// Returns the normalized id, which is equal for all ids of the same object.
  public Key key() {
    return new Key(gvk, effectiveNamespace(), name);
  }

  /// A normalized id, with the effective namespace.
  public record Key(Gvk gvk, String namespace, String name) {}

  /// `Deployment.v1.apps/web.shop`, as kustomize prints it.
  @Override
  public String toString() {
    return or(gvk.kind(), "[noKind]")
        + "."
        + or(gvk.version(), "[noVer]")
        + "."
        + or(gvk.group(), "[noGrp]")
        + "/"
        + or(name, "[noName]")
        + "."
        + or(namespace, "[noNs]");
  }

  private static String or(String text, String other) {
    return text.isEmpty() ? other : text;
  }
}
