package dev.japply.apply;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.Resource;
import dev.japply.object.Gvk;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// How a cluster serves some types. What it does not say of a group and version is a failure of
/// those types alone: an aggregated API whose backend is away keeps nothing else from being
/// applied.
public final class DiscoveredTypes {
  private final Map<Gvk, Optional<Resource>> known = new LinkedHashMap<>();
  private final Map<String, ClusterException> unread = new LinkedHashMap<>();

  /// Asks `cluster` for the types, each group and version once.
  ///
  /// @throws ClusterException when it cannot be asked, or nothing came back at all
  public DiscoveredTypes(Cluster cluster, Collection<Gvk> types) {
    for (Gvk type : types) {
      if (!known.containsKey(type) && !unread.containsKey(type.apiVersion())) {
        ask(cluster, type);
      }
    }
    if (known.isEmpty()
        && !unread.isEmpty()
        && unread.values().stream().allMatch(DiscoveredTypes::isSilence)) {
      throw unread.values().iterator().next();
    }
  }

  private static boolean isSilence(ClusterException e) {
    return e.kind() == Kind.BROKEN || e.kind() == Kind.TIMEOUT;
  }

  private void ask(Cluster cluster, Gvk type) {
    try {
      known.put(type, cluster.resource(type));
    } catch (ClusterException e) {
      if (e.isAboutAll()) {
        throw e;
      }
      unread.put(type.apiVersion(), e);
    }
  }

  /// How the cluster serves `type`; empty when it does not, or is not known to.
  public Optional<Resource> resource(Gvk type) {
    return known.getOrDefault(type, Optional.empty());
  }

  /// Why it is not known how the cluster serves `type`.
  public Optional<ClusterException> unread(Gvk type) {
    return known.containsKey(type)
        ? Optional.empty()
        : Optional.ofNullable(unread.get(type.apiVersion()));
  }

  /// What to do where `e` kept the cluster from saying how it serves `type`.
  public static String hint(Gvk type, ClusterException e) {
    boolean aggregated = !type.group().isEmpty() && e.status() >= 500;
    return e.hint().isEmpty() && aggregated
        ? "`kubectl get apiservice %s.%s` may tell why; apply again when it is available"
            .formatted(type.version(), type.group())
        : e.hint();
  }
}
