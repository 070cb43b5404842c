package dev.japply.object;

import java.util.Locale;

/// Identity of an object in a cluster. The version is not part of it: `apps/v1` and `apps/v1beta1`
/// name the same Deployment.
///
/// @param group empty for the core group
/// @param namespace empty for an object of the whole cluster
public record ObjectKey(String group, String kind, String namespace, String name) {

  /// Returns the name of the object in messages: `Deployment shop/web`, `Namespace shop` without a
  /// namespace, and `Job` without a name; empty if it has neither kind nor name.
  public String subject() {
    String place = namespace.isEmpty() || name.isEmpty() ? "" : namespace + "/";
    return (kind + " " + place + name).strip();
  }

  /// Returns the object as an argument of kubectl and japply: `deployment.apps/web`.
  public String argument() {
    return kind.toLowerCase(Locale.ROOT) + (group.isEmpty() ? "" : "." + group) + "/" + name;
  }

  /// Returns the flag that follows such an argument, ` -n shop`; empty without a namespace.
  public String namespaceFlag() {
    return namespace.isEmpty() ? "" : " -n " + namespace;
  }

  /// The text in the digests of plan files, which therefore stays as it is.
  @Override
  public String toString() {
    return "ObjectKey[group="
        + group
        + ", kind="
        + kind
        + ", namespace="
        + namespace
        + ", name="
        + name
        + "]";
  }
}
