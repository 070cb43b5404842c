package dev.japply.plan;

import dev.japply.object.Gvk;
import dev.japply.tree.Missing;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The new object of a recreation by a rule, and everything that is deleted along with the old one.
public final class RecreateBody {
  private static final Map<String, String> DELETED_DATA =
      Map.of(
          "Namespace", "everything in it",
          "PersistentVolume", "its data",
          "PersistentVolumeClaim", "its data",
          "CustomResourceDefinition.apiextensions.k8s.io", "all its objects");

  private static final Set<String> WITH_PODS =
      Set.of(
          "Job.batch",
          "Deployment.apps",
          "DaemonSet.apps",
          "ReplicaSet.apps",
          "StatefulSet.apps",
          "ReplicationController");

  private RecreateBody() {}

  /// Returns `body` with the addresses and node ports of the live Service, where the manifest has
  /// none.
  public static MapValue keeping(MapValue body, MapValue live) {
    if (!Gvk.of(body).groupKind().equals("Service")) {
      return body;
    }
    MapValue spec = body.map("spec");
    MapValue held = live.map("spec");
    boolean outside = spec.text("type").equals("ExternalName");
    if (!outside && !spec.has("clusterIP") && !spec.has("clusterIPs")) {
      for (String field : List.of("clusterIP", "clusterIPs")) {
        spec = held.get(field) instanceof Value value ? spec.with(field, value) : spec;
      }
    }
    boolean ported =
        spec.text("type").equals("NodePort") || spec.text("type").equals("LoadBalancer");
    if (ported && spec.get("ports") instanceof ListValue ports) {
      spec = spec.with("ports", keepingPorts(ports, held));
    }
    return body.with("spec", spec);
  }

  private static ListValue keepingPorts(ListValue ports, MapValue held) {
    List<Value> old = held.get("ports") instanceof ListValue list ? list.items() : List.of();
    var kept = new ArrayList<Value>();
    for (Value port : ports.items()) {
      kept.add(port instanceof MapValue map && !map.has("nodePort") ? ported(map, old) : port);
    }
    return new ListValue(kept);
  }

  private static MapValue ported(MapValue port, List<Value> old) {
    return old.stream()
        .filter(each -> each instanceof MapValue was && areOnePort(port, was))
        .map(each -> ((MapValue) each).get("nodePort"))
        .filter(Value.class::isInstance)
        .findFirst()
        .map(number -> port.with("nodePort", (Value) number))
        .orElse(port);
  }

  /// Whether two ports of a Service are one: they have the same number and protocol.
  public static boolean areOnePort(MapValue one, MapValue other) {
    return one.get("port").equals(other.get("port")) && protocol(one).equals(protocol(other));
  }

  private static String protocol(MapValue port) {
    String protocol = port.text("protocol");
    return protocol.isEmpty() ? "TCP" : protocol;
  }

  /// Whether the selector of a workload changes, so that it does not adopt its former Pods.
  public static boolean movesSelector(MapValue desired, MapValue live) {
    var selector = desired.map("spec").get("selector");
    return !(selector instanceof Missing) && !selector.equals(live.map("spec").get("selector"));
  }

  /// Whether the claims of a StatefulSet are deleted with it.
  public static boolean deletesClaims(MapValue live) {
    MapValue policy = live.map("spec").map("persistentVolumeClaimRetentionPolicy");
    return Gvk.of(live).groupKind().equals("StatefulSet.apps")
        && policy.text("whenDeleted").equals("Delete");
  }

  /// Checks whether data is deleted with each object of that type.
  public static boolean holdsData(Gvk type) {
    return DELETED_DATA.containsKey(type.groupKind());
  }

  /// Returns the data that is deleted with each object of that type; empty if there is none.
  public static Optional<String> data(Gvk type) {
    return Optional.ofNullable(DELETED_DATA.get(type.groupKind()));
  }

  /// Returns what the deletion of an object does to others; empty if it does nothing.
  public static String along(MapValue live, boolean orphan) {
    String type = Gvk.of(live).groupKind();
    if (type.equals("Service")) {
      return "the address of a load balancer can change";
    }
    if (!WITH_PODS.contains(type)) {
      return data(Gvk.of(live)).map("this also deletes "::concat).orElse("");
    }
    if (orphan) {
      return "its Pods stay";
    }
    String claims =
        !type.equals("StatefulSet.apps")
            ? ""
            : deletesClaims(live) ? ", and its claims with their data" : "; its claims stay";
    return "its Pods are deleted, too" + claims;
  }
}
