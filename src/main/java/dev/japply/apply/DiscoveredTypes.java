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

/// Discovery results for some types. A failure of one group and version concerns its types alone:
/// an aggregated API whose backend is unavailable does not keep other objects from being applied.
public final class DiscoveredTypes {
  private final Map<Gvk, Optional<Resource>> known = new LinkedHashMap<>();
  private final Map<String, ClusterException> unread = new LinkedHashMap<>();

  /// Requests the types from `cluster`, each group and version once.
  ///
  /// @throws ClusterException if all requests failed because the cluster is unreachable
  public DiscoveredTypes(Cluster cluster, Collection<Gvk> types) {
    for (Gvk type : types) {
      if (!known.containsKey(type) && !unread.containsKey(type.apiVersion())) {
        discover(cluster, type);
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

  private void discover(Cluster cluster, Gvk type) {
    try {
      known.put(type, cluster.resource(type));
    } catch (ClusterException e) {
      if (e.isAboutAll()) {
        throw e;
      }
      unread.put(type.apiVersion(), e);
    }
  }

  /// Returns the resource of `type`; empty if the cluster does not serve it, or discovery failed.
  public Optional<Resource> resource(Gvk type) {
    return known.getOrDefault(type, Optional.empty());
  }

  /// Returns the failure of discovery for `type`; empty if there is none.
  public Optional<ClusterException> unread(Gvk type) {
    return known.containsKey(type)
        ? Optional.empty()
        : Optional.ofNullable(unread.get(type.apiVersion()));
  }

  /// Returns the hint for a failure `e` of discovery for `type`.
  public static String hint(Gvk type, ClusterException e) {
    boolean aggregated = !type.group().isEmpty() && e.status() >= 500;
    return e.hint().isEmpty() && aggregated
        ? "`kubectl get apiservice %s.%s` may show the cause; apply again when it is available"
            .formatted(type.version(), type.group())
        : e.hint();
  }
}
