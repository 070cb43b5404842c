package dev.japply.object;

/// Identity of an object in a cluster. The version is not part of it: `apps/v1` and `apps/v1beta1`
/// name the same Deployment.
///
/// @param group empty for the core group
/// @param namespace empty for an object of the whole cluster
public record ObjectKey(String group, String kind, String namespace, String name) {

  /// `Deployment web`: how problems name the object; empty when it is none.
  public String subject() {
    return kind.isEmpty() ? name : kind + " " + name;
  }

  /// The same with the namespace, where there is one: `Deployment shop/web`.
  public String subjectInNamespace() {
    return kind + " " + (namespace.isEmpty() ? "" : namespace + "/") + name;
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
