package dev.japply.check;

import dev.japply.object.Gvk;
import dev.japply.object.PodSpecs;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// Finds mutually exclusive fields in the result of a merge. One is in the manifest; the other is a
/// default or was set by another client.
public final class OneOfFields {
  private static final List<String> PROBES =
      List.of("livenessProbe", "readinessProbe", "startupProbe");
  private static final List<String> EVENTS = List.of("postStart", "preStop");

  private static final Set<String> HANDLERS =
      Set.of("exec", "httpGet", "tcpSocket", "grpc", "sleep");
  private static final String VALUE = "value";
  private static final Set<String> VALUES = Set.of(VALUE, VALUE + "From");

  /// The sources of a variable, without those that not every version has.
  private static final Set<String> VARIABLE =
      Set.of("fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef");

  private static final Set<String> ENVIRONMENT = Set.of("configMapRef", "secretRef");

  private static final Set<String> PROJECTED =
      Set.of("configMap", "secret", "downwardAPI", "serviceAccountToken");

  /// The sources of a PersistentVolume. A server takes `flexVolume` next to some of them.
  private static final Set<String> PERSISTENT =
      Set.of(
          "awsElasticBlockStore",
          "azureDisk",
          "azureFile",
          "cephfs",
          "cinder",
          "csi",
          "fc",
          "flocker",
          "gcePersistentDisk",
          "glusterfs",
          "hostPath",
          "iscsi",
          "local",
          "nfs",
          "photonPersistentDisk",
          "portworxVolume",
          "quobyte",
          "rbd",
          "scaleIO",
          "storageos",
          "vsphereVolume");

  private static final String BLOCK = "ipBlock";

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
    MapAtPath spec = MapAtPath.of(result).part("spec");
    String type = gvk.groupKind();
    switch (type) {
      case "Deployment.apps" -> siblings.checkStrategy(spec.part("strategy"), "Recreate");
      case "StatefulSet.apps" -> siblings.checkStrategy(spec.part("updateStrategy"), "OnDelete");
      case "PersistentVolume" -> siblings.checkUnion(spec, PERSISTENT::contains);
      case "Ingress.networking.k8s.io" -> siblings.checkBackends(spec);
      case "NetworkPolicy.networking.k8s.io" -> siblings.checkPeers(spec);
      default -> {}
    }
    Set<String> claims = PodRules.claims(spec);
    PodSpecs.path(type).ifPresent(path -> siblings.checkPod(MapAtPath.at(path, result), claims));
    return siblings.clashes;
  }

  private void checkStrategy(MapAtPath strategy, String alone) {
    if (strategy.text("type").equals(alone) && strategy.map().has("rollingUpdate")) {
      String said = "rollingUpdate with type " + alone;
      clashes.add(new Clash(strategy.path(), List.of("rollingUpdate"), said));
    }
  }

  /// @param claims the claims that take the place of volumes
  private void checkPod(MapAtPath pod, Set<String> claims) {
    for (String list : List.of("containers", "initContainers")) {
      for (MapAtPath container : pod.items(list)) {
        for (MapAtPath handler : handlers(container)) {
          checkUnion(handler, HANDLERS::contains);
        }
        for (MapAtPath variable : container.items("env")) {
          checkVariable(variable);
        }
        for (MapAtPath source : container.items("envFrom")) {
          checkUnion(source, ENVIRONMENT::contains);
        }
      }
    }
    for (MapAtPath volume : pod.items("volumes")) {
      if (!claims.contains(volume.text("name"))) {
        checkUnion(volume, name -> !name.equals("name"));
      }
      for (MapAtPath source : volume.part("projected").items("sources")) {
        checkUnion(source, PROJECTED::contains);
      }
    }
  }

  /// Returns the probes that a container has, and the handlers of its lifecycle.
  static List<MapAtPath> handlers(MapAtPath container) {
    var handlers = new ArrayList<MapAtPath>();
    addParts(container, PROBES, handlers);
    addParts(container.part("lifecycle"), EVENTS, handlers);
    return handlers;
  }

  private static void addParts(MapAtPath map, List<String> keys, List<MapAtPath> parts) {
    for (String key : keys) {
      if (map.map().has(key)) {
        parts.add(map.part(key));
      }
    }
  }

  /// Ignores empty values.
  private void checkVariable(MapAtPath variable) {
    checkUnion(variable.part(VALUE + "From"), VARIABLE::contains);
    if (!variable.text(VALUE).isEmpty()) {
      checkUnion(variable, VALUES::contains);
    }
  }

  private void checkBackends(MapAtPath spec) {
    Predicate<String> isOfUnion = List.of("service", "resource")::contains;
    checkUnion(spec.part("defaultBackend"), isOfUnion);
    for (MapAtPath rule : spec.items("rules")) {
      for (MapAtPath path : rule.part("http").items("paths")) {
        checkUnion(path.part("backend"), isOfUnion);
      }
    }
  }

  private void checkPeers(MapAtPath spec) {
    for (String list : List.of("ingress", "egress")) {
      for (MapAtPath rule : spec.items(list)) {
        for (MapAtPath peer : rule.items(list.equals("ingress") ? "from" : "to")) {
          if (peer.map().has(BLOCK)) {
            checkUnion(peer, List.of(BLOCK, "podSelector", "namespaceSelector")::contains);
          }
        }
      }
    }
  }

  private void checkUnion(MapAtPath part, Predicate<String> isOfUnion) {
    if (part.map().entries().size() < 2) {
      return;
    }
    var names = new ArrayList<String>();
    for (String name : part.map().entries().keySet()) {
      if (isOfUnion.test(name)) {
        names.add(name);
      }
    }
    if (names.size() > 1) {
      clashes.add(new Clash(named(part.path()), names, String.join(" with ", names)));
    }
  }

  /// Returns the same path with names in place of the numbers of items that have one.
  private FieldPath named(FieldPath path) {
    return switch (path) {
      case FieldPath.Key(FieldPath parent, String key) -> named(parent).key(key);
      case FieldPath.Index(FieldPath parent, int index)
          when path.in(result) instanceof MapValue item && !item.text("name").isEmpty() ->
          named(parent).item(MapValue.of("name", Value.text(item.text("name"))));
      case FieldPath.Index(FieldPath parent, int index) -> named(parent).index(index);
      case FieldPath.Item item -> item;
      case FieldPath.Root root -> root;
    };
  }
}
