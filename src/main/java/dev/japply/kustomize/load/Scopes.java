package dev.japply.kustomize.load;

import dev.japply.object.Gvk;
import java.util.HashSet;
import java.util.Set;

/// The kinds that kustomize treats as cluster-scoped. All others are namespaced, including custom
/// resources, unless the types of `openapi` declare them as cluster-scoped.
public final class Scopes {
  private final Set<Gvk> clusterScoped;
  private final Set<Gvk> requested = new HashSet<>();

  public Scopes(Set<Gvk> clusterScoped) {
    this.clusterScoped = new HashSet<>(clusterScoped);
  }

  boolean isClusterScoped(Gvk gvk) {
    requested.add(gvk);
    return clusterScoped.contains(gvk);
  }

  /// Returns the kinds whose scope was requested.
  public Set<Gvk> requested() {
    return Set.copyOf(requested);
  }

  /// These kinds have no namespace either.
  public void addClusterScoped(Set<Gvk> more) {
    clusterScoped.addAll(more);
  }
}
