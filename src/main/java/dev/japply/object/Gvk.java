package dev.japply.object;

import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;

/// Group, version and kind of an object's type.
///
/// @param group empty for the core group
public record Gvk(String group, String version, String kind) {

  /// Returns the type that `object` states; parts that it does not name are empty.
  public static Gvk of(MapValue object) {
    return of(object.text("apiVersion"), object.text("kind"));
  }

  /// The type named by an `apiVersion` (`v1`, `apps/v1`) and a kind.
  public static Gvk of(String apiVersion, String kind) {
    int slash = apiVersion.indexOf('/');
    return slash < 0
        ? new Gvk("", apiVersion, kind)
        : new Gvk(apiVersion.substring(0, slash), apiVersion.substring(slash + 1), kind);
  }

  /// `v1`, or `apps/v1`.
  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  /// A map of `apiVersion` and `kind`.
  public MapValue tree() {
    return MapValue.of("apiVersion", Value.text(apiVersion())).with("kind", Value.text(kind));
  }

  /// An object of this type with a name alone.
  ///
  /// @param namespace empty for none
  public MapValue named(String namespace, String name) {
    MapValue metadata = MapValue.of("name", Value.text(name));
    return tree()
        .with(
            "metadata",
            namespace.isEmpty() ? metadata : metadata.with("namespace", Value.text(namespace)));
  }

  /// The type without its version: `Deployment.apps`, or `ConfigMap`.
  public String groupKind() {
    return group.isEmpty() ? kind : kind + "." + group;
  }

  /// `apps/v1, Kind=Deployment`, as Kubernetes prints it.
  @Override
  public String toString() {
    return apiVersion() + ", Kind=" + kind;
  }
}
