package dev.japply.check;

import dev.japply.object.Gvk;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Finds mutually exclusive fields in the result of a merge. One is in the manifest; the other is a
/// default or was set by another client.
public final class OneOfFields {
  private static final FieldPath SPEC = FieldPath.root().key("spec");
  private static final FieldPath TEMPLATE = SPEC.key("template").key("spec");

  /// The path of the Pod spec in each type that runs Pods.
  private static final Map<String, FieldPath> PODS =
      Map.of(
          "Pod", SPEC,
          "Deployment.apps", TEMPLATE,
          "ReplicaSet.apps", TEMPLATE,
          "StatefulSet.apps", TEMPLATE,
          "DaemonSet.apps", TEMPLATE,
          "Job.batch", TEMPLATE,
          "CronJob.batch", SPEC.key("jobTemplate").key("spec").key("template").key("spec"));

  private static final Set<String> HANDLERS =
      Set.of("exec", "httpGet", "tcpSocket", "grpc", "sleep");
  private static final List<String> PROBES =
      List.of("livenessProbe", "readinessProbe", "startupProbe");

  private static final String VALUE = "value";

  private final MapValue result;
  private final List<Clash> clashes = new ArrayList<>();

  private OneOfFields(MapValue result) {
    this.result = result;
  }

  /// Fields that exclude each other.
  ///
  /// @param map the path of the map with the fields
  /// @param names the field names, in the order of the object
  /// @param said the field names as text
  public record Clash(FieldPath map, List<String> names, String said) {}

  /// Returns the clashes in `result`, the result of a merge.
  public static List<Clash> in(Gvk gvk, MapValue result) {
    var siblings = new OneOfFields(result);
    String type = gvk.groupKind();
    siblings.checkStrategy(SPEC.key("strategy"), "Recreate");
    if (type.equals("StatefulSet.apps")) {
      siblings.checkStrategy(SPEC.key("updateStrategy"), "OnDelete");
    }
    FieldPath pod = PODS.get(type);
    if (pod != null) {
      siblings.checkPod(pod);
    }
    return siblings.clashes;
  }

  /// Returns the path of the Pod spec in an object; empty if it runs no Pods.
  static Optional<FieldPath> pod(Gvk gvk) {
    return Optional.ofNullable(PODS.get(gvk.groupKind()));
  }

  private void checkStrategy(FieldPath path, String alone) {
    if (path.in(result) instanceof MapValue map
        && map.text("type").equals(alone)
        && map.has("rollingUpdate")) {
      String said = "rollingUpdate with type " + alone;
      clashes.add(new Clash(path, List.of("rollingUpdate"), said));
    }
  }

  private void checkPod(FieldPath pod) {
    for (String list : List.of("containers", "initContainers")) {
      for (FieldPath container : items(pod.key(list))) {
        PROBES.forEach(probe -> checkUnion(container.key(probe), HANDLERS::contains));
        checkUnion(container.key("lifecycle").key("postStart"), HANDLERS::contains);
        checkUnion(container.key("lifecycle").key("preStop"), HANDLERS::contains);
        items(container.key("env")).forEach(this::checkVariable);
      }
    }
    items(pod.key("volumes")).forEach(volume -> checkUnion(volume, name -> !name.equals("name")));
  }

  private List<FieldPath> items(FieldPath list) {
    if (!(list.in(result) instanceof ListValue(List<Value> items))) {
      return List.of();
    }
    return items.stream()
        .filter(MapValue.class::isInstance)
        .map(item -> MapValue.of("name", Value.text(((MapValue) item).text("name"))))
        .<FieldPath>map(list::item)
        .toList();
  }

  /// Ignores empty values.
  private void checkVariable(FieldPath variable) {
    if (variable.in(result) instanceof MapValue map && !map.text(VALUE).isEmpty()) {
      checkUnion(variable, List.of(VALUE, VALUE + "From")::contains);
    }
  }

  private void checkUnion(FieldPath path, Predicate<String> isOfUnion) {
    if (path.in(result) instanceof MapValue map) {
      List<String> names = map.entries().keySet().stream().filter(isOfUnion).toList();
      if (names.size() > 1) {
        clashes.add(new Clash(path, names, String.join(" with ", names)));
      }
    }
  }
}
