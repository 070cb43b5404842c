package dev.japply.object;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.List;
import java.util.Map;

/// Fields of manifests that the server or its controllers write, whatever is applied.
public final class ServerFields {
  private static final FieldPath SPEC = FieldPath.root().key("spec");
  private static final Value EMPTY = new StringValue("");
  private static final String ROLE = "ClusterRole.rbac.authorization.k8s.io";
  private static final String AGGREGATION = "aggregationRule";
  private static final String RULES = "rules";

  /// The texts that are filled in if they are empty, and that then stay. An empty text in a
  /// manifest means that the field is not set: most of them cannot be emptied again.
  ///
  /// An empty `storageClassName` is a value: the claim gets a volume without a class.
  private static final Map<String, List<FieldPath>> FIELDS =
      Map.of(
          "PersistentVolumeClaim",
          List.of(SPEC.key("volumeName")),
          "PersistentVolume",
          List.of(SPEC.key("claimRef").key("uid"), SPEC.key("claimRef").key("resourceVersion")),
          "Pod",
          List.of(SPEC.key("nodeName"), SPEC.key("priorityClassName")),
          "Node",
          List.of(SPEC.key("podCIDR"), SPEC.key("providerID")),
          "Service",
          List.of(SPEC.key("clusterIP")),
          "CertificateSigningRequest.certificates.k8s.io",
          List.of(SPEC.key("username"), SPEC.key("uid")));

  private ServerFields() {}

  /// Returns the manifest without the empty texts that are filled in, and a ClusterRole that
  /// aggregates others without its rules.
  public static MapValue leftOut(MapValue manifest) {
    MapValue rest = withoutEmpty(manifest);
    return isAggregated(rest) ? rest.without(RULES) : rest;
  }

  /// Returns the manifest, or the last applied object, of an object without rules if the object is
  /// a ClusterRole that aggregates others after an apply: a controller writes them.
  ///
  /// <https://kubernetes.io/docs/reference/access-authn-authz/rbac/#aggregated-clusterroles>
  ///
  /// @param document the document to change
  /// @param lastApplied the last applied object; missing if there is none
  public static MapValue withoutRules(
      MapValue document, Node lastApplied, MapValue config, MapValue live) {
    boolean isLeft =
        isAggregated(live)
            && isRole(config)
            && !config.has(AGGREGATION)
            && !(lastApplied instanceof MapValue last && last.has(AGGREGATION));
    return isAggregated(config) || isLeft ? document.without(RULES) : document;
  }

  private static boolean isAggregated(MapValue object) {
    return object.get(AGGREGATION) instanceof MapValue && isRole(object);
  }

  private static boolean isRole(MapValue object) {
    return Gvk.of(object).groupKind().equals(ROLE);
  }

  /// The empty address of a Service of type `ExternalName` stays, since such a Service has none.
  private static MapValue withoutEmpty(MapValue manifest) {
    MapValue rest = manifest;
    boolean external = SPEC.key("type").in(manifest).equals(new StringValue("ExternalName"));
    if (!external) {
      for (FieldPath field : FIELDS.getOrDefault(Gvk.of(manifest).groupKind(), List.of())) {
        if (field.in(rest).equals(EMPTY)) {
          rest = (MapValue) field.put(rest, Missing.MISSING);
        }
      }
    }
    return rest;
  }
}
