package dev.japply.kustomize.resource;

import dev.japply.object.Gvk;
import java.util.HashSet;
import java.util.Set;

/// The kinds of which kustomize is certain that they have no namespace. It takes all others to have
/// one, custom resources included.
public record Scopes(Set<Gvk> clusterScoped) {
  public Scopes {
    clusterScoped = Set.copyOf(new HashSet<>(clusterScoped));
  }

  boolean isClusterScoped(Gvk gvk) {
    return clusterScoped.contains(gvk);
  }
}
