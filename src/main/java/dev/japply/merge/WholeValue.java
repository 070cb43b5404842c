package dev.japply.merge;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.schema.Schema;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.walk.Quantity;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The comparison of a value that has one owner as a whole, such as a list without a list type,
/// with the form that the server stores. That has defaults, and in a built-in type it lacks some
/// empty values.
///
/// The managed fields do not state which parts of such a value were applied. So a part that only
/// the live value has must certainly be a default, and the type must store a part that the live
/// value lacks as it stores nothing.
///
/// @param dropsEmpty whether the server writes nothing for an empty list or map that it does not
///   store
record WholeValue(boolean dropsEmpty) {
  private static final String CORE = "io.k8s.api.core.v1.";
  private static final String ADMISSION = "io.k8s.api.admissionregistration.v1.";
  private static final String NETWORKING = "io.k8s.api.networking.v1.";
  private static final String RBAC = "io.k8s.api.rbac.v1.";
  private static final String DEVICES = "io.k8s.api.resource.v1.";
  private static final String META = "io.k8s.apimachinery.pkg.apis.meta.v1.";
  private static final Value RBAC_GROUP = Value.text("rbac.authorization.k8s.io");
  private static final Value EXACT_COUNT = Value.text("ExactCount");

  /// Defaults of built-in types that OpenAPI does not state.
  private static final Map<String, Value> FILLED =
      Map.ofEntries(
          Map.entry(CORE + "EndpointPort.protocol", Value.text("TCP")),
          Map.entry(CORE + "ObjectFieldSelector.apiVersion", Value.text("v1")),
          Map.entry(CORE + "ResourceFieldSelector.divisor", Value.text("0")),
          Map.entry(CORE + "PersistentVolumeClaim.apiVersion", Value.text("v1")),
          Map.entry(CORE + "PersistentVolumeClaim.kind", Value.text("PersistentVolumeClaim")),
          Map.entry(CORE + "PersistentVolumeClaimSpec.volumeMode", Value.text("Filesystem")),
          Map.entry(CORE + "PersistentVolumeClaimStatus.phase", Value.text("Pending")),
          Map.entry(CORE + "ServiceAccountTokenProjection.expirationSeconds", Value.number(3600)),
          Map.entry(NETWORKING + "NetworkPolicyPort.protocol", Value.text("TCP")),
          Map.entry(ADMISSION + "MatchResources.matchPolicy", Value.text("Equivalent")),
          Map.entry(ADMISSION + "MatchResources.namespaceSelector", MapValue.EMPTY),
          Map.entry(ADMISSION + "MatchResources.objectSelector", MapValue.EMPTY),
          Map.entry(ADMISSION + "RuleWithOperations.scope", Value.text("*")),
          Map.entry(ADMISSION + "NamedRuleWithOperations.scope", Value.text("*")),
          Map.entry(
              "io.k8s.api.batch.v1.PodFailurePolicyOnPodConditionsPattern.status",
              Value.text("True")),
          Map.entry("io.k8s.api.discovery.v1.EndpointPort.name", Value.text("")),
          Map.entry("io.k8s.api.discovery.v1.EndpointPort.protocol", Value.text("TCP")),
          Map.entry(DEVICES + "DeviceSubRequest.allocationMode", EXACT_COUNT),
          Map.entry(DEVICES + "ExactDeviceRequest.allocationMode", EXACT_COUNT),
          Map.entry(RBAC + "RoleRef.apiGroup", RBAC_GROUP));

  /// Fields of built-in types that are not stored if they are an empty text, a zero or `false`.
  private static final Set<String> DROPPED =
      Set.of(
          CORE + "EnvFromSource.prefix",
          CORE + "ObjectFieldSelector.apiVersion",
          CORE + "PersistentVolumeClaim.apiVersion",
          CORE + "PersistentVolumeClaim.kind",
          CORE + "PersistentVolumeClaimSpec.volumeName",
          CORE + "ResourceFieldSelector.containerName",
          CORE + "ServiceAccountTokenProjection.audience",
          CORE + "Taint.value",
          CORE + "Toleration.effect",
          CORE + "Toleration.key",
          CORE + "Toleration.operator",
          CORE + "Toleration.value",
          ADMISSION + "Validation.message",
          ADMISSION + "Validation.messageExpression",
          NETWORKING + "HTTPIngressPath.path",
          NETWORKING + "IngressRule.host",
          NETWORKING + "IngressTLS.secretName",
          NETWORKING + "ServiceBackendPort.name",
          NETWORKING + "ServiceBackendPort.number",
          RBAC + "RoleRef.apiGroup",
          RBAC + "Subject.apiGroup",
          RBAC + "Subject.namespace",
          META + "ObjectMeta.generateName",
          META + "ObjectMeta.namespace");

  private static final Set<Value> ZEROS =
      Set.of(Value.text(""), Value.number(0), Value.bool(false));

  /// Whether the server certainly stores `manifest` as `live`.
  boolean isStoredAs(Value manifest, Value live, @Nullable Schema type) {
    if (manifest.equals(live)) {
      return true;
    }
    if (type == null) {
      return false;
    }
    if (manifest instanceof MapValue sent && live instanceof MapValue stored) {
      MapValue map = type.name().equals(CORE + "LimitRangeItem") ? withLimits(sent) : sent;
      var keys = new TreeSet<>(map.entries().keySet());
      keys.addAll(stored.entries().keySet());
      return keys.stream().allMatch(key -> isEntryStoredAs(map, stored.get(key), key, type));
    }
    if (manifest instanceof ListValue list && live instanceof ListValue stored) {
      Schema items = TypeRule.items(type);
      return list.size() == stored.size()
          && IntStream.range(0, list.size())
              .allMatch(i -> isStoredAs(list.items().get(i), stored.items().get(i), items));
    }
    return type.isQuantity() && Quantity.same(manifest, live);
  }

  /// The limits of containers with their defaults, which follow from each other.
  private static MapValue withLimits(MapValue limits) {
    if (!limits.text("type").equals("Container")) {
      return limits;
    }
    MapValue usual = joined(limits.map("default"), limits.map("max"));
    MapValue requested = joined(joined(limits.map("defaultRequest"), usual), limits.map("min"));
    MapValue filled = usual.isEmpty() ? limits : limits.with("default", usual);
    return requested.isEmpty() ? filled : filled.with("defaultRequest", requested);
  }

  private static MapValue joined(MapValue first, MapValue more) {
    MapValue joined = first;
    for (Map.Entry<String, Value> entry : more.entries().entrySet()) {
      joined = joined.has(entry.getKey()) ? joined : joined.with(entry.getKey(), entry.getValue());
    }
    return joined;
  }

  private boolean isEntryStoredAs(MapValue manifest, Node live, String key, Schema type) {
    Node own = manifest.get(key);
    Schema.Field field = type.field(key).orElse(null);
    if (field == null) {
      return own instanceof Value value
          && live instanceof Value stored
          && isStoredAs(value, stored, type.additional().orElse(null));
    }
    if (own instanceof Value value) {
      if (live instanceof Value stored && isStoredAs(value, stored, field.type())) {
        return true;
      }
      if (!isNothing(value, type.name() + "." + key, field)) {
        return false;
      }
    }
    return isDefault(live, manifest, key, type, field);
  }

  /// Whether the value means nothing to a built-in type.
  private boolean isNothing(Value value, String name, Schema.Field field) {
    if (!field.type().isStrategic()) {
      return false;
    }
    return switch (value) {
      case NullValue none -> true;
      case ListValue list -> dropsEmpty && list.isEmpty();
      // The type of a map with free keys, or of a struct that is always there.
      case MapValue map when map.isEmpty() ->
          (dropsEmpty && field.type().additional().isPresent())
              || field.rule().defaultValue().equals(MapValue.EMPTY);
      default -> ZEROS.contains(value) && DROPPED.contains(name);
    };
  }

  /// Whether the server stores nothing as `live`.
  private boolean isDefault(
      Node live, MapValue manifest, String key, Schema type, Schema.Field field) {
    if (filled(manifest, key, type) instanceof Value filled) {
      return filled.equals(live);
    }
    // Older servers show a time of creation that is not set.
    boolean unset =
        live instanceof Missing
            || (live instanceof NullValue && (META + "ObjectMeta").equals(type.name()));
    return unset
        || (live instanceof Value stored
            && field.rule().defaultValue() instanceof Value value
            && isStoredAs(value, stored, field.type()));
  }

  private static Node filled(MapValue manifest, String key, Schema type) {
    if (!type.isStrategic()) {
      return MISSING;
    }
    String name = type.name() + "." + key;
    if (name.equals(RBAC + "Subject.apiGroup")) {
      return manifest.text("kind").equals("ServiceAccount") ? MISSING : RBAC_GROUP;
    }
    if (name.startsWith(DEVICES) && name.endsWith("Request.count")) {
      String mode = manifest.text("allocationMode");
      return mode.isEmpty() || EXACT_COUNT.equals(Value.text(mode)) ? Value.number(1) : MISSING;
    }
    Value value = FILLED.get(name);
    return value == null ? MISSING : value;
  }
}
