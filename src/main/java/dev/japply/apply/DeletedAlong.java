package dev.japply.apply;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Resource;
import dev.japply.object.KubeObject;
import dev.japply.object.LabelSelector;
import dev.japply.object.ObjectKey;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.LiveMetadata;
import dev.japply.problem.Origin;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Finds the objects that a server deletes along with others: the contents of a Namespace, and the
/// objects of a CustomResourceDefinition.
record DeletedAlong(Cluster cluster) {
  /// The number of objects that a message names.
  static final int NAMED = 3;

  /// Objects that each namespace has, or that only report about others.
  private static final Set<String> OF_NAMESPACES =
      Set.of("ConfigMap/kube-root-ca.crt", "ServiceAccount/default");

  private static final Set<String> REPORTING = Set.of("Endpoints", "Event", "Lease");

  /// Returns the objects that would be deleted along with `object` although no request names them.
  /// An object whose owners are all deleted is deleted with them.
  ///
  /// @param deleted the objects that are deleted themselves
  /// @param uids their uids
  /// @throws ClusterException if the objects cannot be listed
  List<KubeObject> others(KubeObject object, Set<ObjectKey> deleted, Set<String> uids) {
    return others(along(object), deleted, uids);
  }

  /// Returns the names of the first [#NAMED] of the objects, for a message.
  static String first(List<KubeObject> others) {
    return others.stream()
        .limit(NAMED)
        .map(other -> other.key().subject())
        .collect(Collectors.joining(", "));
  }

  /// Whether objects of a type only report about others.
  static boolean isReporting(Resource type) {
    return REPORTING.contains(type.gvk().kind());
  }

  /// Whether each namespace has such an object.
  static boolean isOfNamespaces(KubeObject object) {
    return OF_NAMESPACES.contains(object.gvk().kind() + "/" + object.name());
  }

  /// Returns the object whose deletion deletes the owners of `object`; empty if one of them stays,
  /// or there are none.
  ///
  /// @param roots the objects to delete, by the uids of all objects that are deleted with them
  static Optional<ObjectKey> owner(MapValue object, Map<String, ObjectKey> roots) {
    return isOwnedBy(roots.keySet(), object)
        ? object.map("metadata").maps("ownerReferences").stream()
            .map(owner -> roots.get(owner.text("uid")))
            .filter(Objects::nonNull)
            .findFirst()
        : Optional.empty();
  }

  private List<MapValue> along(KubeObject object) {
    return switch (object.gvk().groupKind()) {
      case "Namespace" -> contents(object.name());
      case "CustomResourceDefinition.apiextensions.k8s.io" -> instances(object);
      default -> List.of();
    };
  }

  private List<MapValue> contents(String namespace) {
    var found = new ArrayList<MapValue>();
    for (var type : cluster.types().served()) {
      Resource resource = type.resource();
      if (resource.namespaced() && !isReporting(resource)) {
        found.addAll(objects(resource, namespace));
      }
    }
    return found;
  }

  private List<MapValue> instances(KubeObject definition) {
    var found = new ArrayList<MapValue>();
    CustomTypes.of(List.of(definition))
        .types()
        .forEach((gvk, type) ->
            found.addAll(objects(new Resource(gvk, type.plural(), type.namespaced()), "")));
    return found;
  }

  private static List<KubeObject> others(
      List<MapValue> objects, Set<ObjectKey> deleted, Set<String> uids) {
    var left = new ArrayList<MapValue>();
    var going = new HashSet<>(uids);
    for (MapValue object : objects) {
      KubeObject one = KubeObject.of(object, Origin.NONE);
      if (deleted.contains(one.key())) {
        going.add(LiveMetadata.uid(object));
      } else if (!isOfNamespaces(one)) {
        left.add(object);
      }
    }
    List<MapValue> rest = left;
    boolean more = true;
    while (more) {
      var still = new ArrayList<MapValue>();
      for (MapValue object : rest) {
        if (isOwnedBy(going, object)) {
          going.add(LiveMetadata.uid(object));
        } else {
          still.add(object);
        }
      }
      more = still.size() < rest.size();
      rest = still;
    }
    return rest.stream().map(object -> KubeObject.of(object, Origin.NONE)).toList();
  }

  private static boolean isOwnedBy(Set<String> uids, MapValue object) {
    return object.map("metadata").get("ownerReferences") instanceof ListValue(List<Value> owners)
        && !owners.isEmpty()
        && owners.stream()
            .allMatch(owner -> owner instanceof MapValue map && uids.contains(map.text("uid")));
  }

  private List<MapValue> objects(Resource resource, String namespace) {
    var found = new ArrayList<MapValue>();
    try {
      cluster.list(resource, namespace, LabelSelector.EVERYTHING).forEach(found::add);
    } catch (ClusterException e) {
      if (e.status() != 404 && e.status() != 405) {
        throw e;
      }
    }
    return found;
  }
}
