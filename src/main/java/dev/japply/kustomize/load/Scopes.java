package dev.japply.kustomize.load;

import dev.japply.object.Gvk;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// The kinds that kustomize treats as cluster-scoped. All others are namespaced, including custom
/// resources, unless the types of `openapi` declare them as cluster-scoped.
public final class Scopes {
  private final Set<Gvk> clusterScoped;
  private final Map<Gvk, BuiltResource> requested = new LinkedHashMap<>();

  public Scopes(Set<Gvk> clusterScoped) {
    this.clusterScoped = new HashSet<>(clusterScoped);
  }

  /// @param object an object of that kind
  boolean isClusterScoped(Gvk gvk, BuiltResource object) {
    requested.putIfAbsent(gvk, object);
    return clusterScoped.contains(gvk);
  }

  /// Returns the kinds whose scope was requested, each with the first object that has it.
  public Map<Gvk, BuiltResource> requested() {
    return Collections.unmodifiableMap(requested);
  }

  /// These kinds have no namespace either.
  public void addClusterScoped(Set<Gvk> more) {
    clusterScoped.addAll(more);
  }
}
