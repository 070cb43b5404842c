package dev.japply.object;

import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;

/// A ClusterRole that aggregates others: a controller writes its rules, whatever is applied.
///
/// <https://kubernetes.io/docs/reference/access-authn-authz/rbac/#aggregated-clusterroles>
public final class AggregatedRole {
  private static final String TYPE = "ClusterRole.rbac.authorization.k8s.io";
  private static final String AGGREGATION = "aggregationRule";
  private static final String RULES = "rules";

  private AggregatedRole() {}

  /// Returns `object` without rules if it is such a role.
  public static MapValue withoutRules(MapValue object) {
    return isIn(object) ? object.without(RULES) : object;
  }

  /// Returns the manifest, or the last applied object, of an object without rules if the object is
  /// such a role after an apply.
  ///
  /// @param document the document to change
  /// @param lastApplied the last applied object; missing if there is none
  public static MapValue withoutRules(
      MapValue document, Node lastApplied, MapValue config, MapValue live) {
    boolean isLeft =
        isIn(live)
            && isOfType(config)
            && !config.has(AGGREGATION)
            && !(lastApplied instanceof MapValue last && last.has(AGGREGATION));
    return isIn(config) || isLeft ? document.without(RULES) : document;
  }

  private static boolean isIn(MapValue object) {
    return object.get(AGGREGATION) instanceof MapValue && isOfType(object);
  }

  private static boolean isOfType(MapValue object) {
    return Gvk.of(object).groupKind().equals(TYPE);
  }
}
