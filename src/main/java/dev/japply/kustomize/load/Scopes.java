package dev.japply.kustomize.load;

import dev.japply.object.Gvk;
import java.util.HashSet;
import java.util.Set;

/// The kinds of which kustomize is certain that they have no namespace. It takes all others to have
/// one, custom resources included, unless the types of `openapi` say something else.
public final class Scopes {
  private final Set<Gvk> clusterScoped;
  private final Set<Gvk> asked = new HashSet<>();

  public Scopes(Set<Gvk> clusterScoped) {
    this.clusterScoped = new HashSet<>(clusterScoped);
  }

  boolean isClusterScoped(Gvk gvk) {
    asked.add(gvk);
    return clusterScoped.contains(gvk);
  }

  /// The kinds of which somebody wanted to know it.
  public Set<Gvk> asked() {
    return Set.copyOf(asked);
  }

  /// These kinds have no namespace either.
  public void addClusterScoped(Set<Gvk> more) {
    clusterScoped.addAll(more);
  }
}
