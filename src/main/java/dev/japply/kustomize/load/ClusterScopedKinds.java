package dev.japply.kustomize.load;

import dev.japply.object.ClusterKinds;
import dev.japply.object.Gvk;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// The kinds that kustomize treats as cluster-scoped. All others are namespaced, including custom
/// resources, unless the types of `openapi` declare them as cluster-scoped.
public final class ClusterScopedKinds {
  private static final Pattern VERSION = Pattern.compile("v[0-9]+((alpha|beta)[0-9]+)?");

  private final Set<Gvk> clusterScoped;
  private final Set<Gvk> inAnyVersion = new HashSet<>();
  private final Map<Gvk, BuiltResource> requested = new LinkedHashMap<>();

  public ClusterScopedKinds(Set<Gvk> clusterScoped) {
    this.clusterScoped = new HashSet<>(clusterScoped);
  }

  /// @param object an object of that kind
  boolean isClusterScoped(Gvk gvk, BuiltResource object) {
    requested.putIfAbsent(gvk, object);
    return clusterScoped.contains(gvk)
        || (VERSION.matcher(gvk.version()).matches() && inAnyVersion.contains(anyVersion(gvk)));
  }

  /// Returns the kinds whose scope was requested, each with the first object that has it.
  public Map<Gvk, BuiltResource> requested() {
    return Collections.unmodifiableMap(requested);
  }

  /// Kinds that Kubernetes has had since the version 1.21 of kustomize's table have no namespace
  /// either, nor have later versions of the kinds in the table.
  public void addNewer() {
    clusterScoped.forEach(kind -> inAnyVersion.add(anyVersion(kind)));
    inAnyVersion.addAll(ClusterKinds.all());
  }

  private static Gvk anyVersion(Gvk kind) {
    return new Gvk(kind.group(), "", kind.kind());
  }

  /// These kinds have no namespace either.
  public void addClusterScoped(Set<Gvk> more) {
    clusterScoped.addAll(more);
  }
}
