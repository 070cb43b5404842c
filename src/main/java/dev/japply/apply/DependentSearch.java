package dev.japply.apply;

import dev.japply.apply.PlaceLists.Listed;
import dev.japply.apply.PruneScope.Place;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Resource;
import dev.japply.cluster.ServedType;
import dev.japply.object.KubeObject;
import dev.japply.object.LabelSelector;
import dev.japply.object.ObjectKey;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.LiveMetadata;
import dev.japply.plan.PlannedObject;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Finds the dependents of objects to delete: the objects that the server deletes along with them,
/// since they are in a Namespace, of a type or owned. It reads metadata alone.
///
/// @param concurrency number of types that are listed in parallel
/// @param orphans whether owned objects stay
public record DependentSearch(Cluster cluster, int concurrency, boolean orphans) {

  /// The dependents of each object to delete.
  ///
  /// @param owned the dependents with owners, which controllers replace at any time
  /// @param problems warnings about types that could not be listed
  public record Dependents(
      Map<ObjectKey, List<ObjectKey>> byObject, Set<ObjectKey> owned, List<Problem> problems) {
    /// No dependents.
    public static final Dependents NONE = new Dependents(Map.of(), Set.of(), List.of());

    public Dependents {
      byObject = Map.copyOf(byObject);
      owned = Set.copyOf(owned);
      problems = List.copyOf(problems);
    }

    /// Returns the dependents of one object without owners.
    public List<ObjectKey> unowned(PlannedObject planned) {
      return of(planned).stream().filter(key -> !owned.contains(key)).toList();
    }

    /// Returns the dependents of one object, in the order of their types.
    public List<ObjectKey> of(PlannedObject planned) {
      return byObject.getOrDefault(planned.desired().key(), List.of());
    }
  }

  /// Finds the dependents of planned deletions. An object that is deleted itself is none.
  ///
  /// @throws ClusterException if the server is unreachable
  public Dependents find(Collection<PlannedObject> deletions) {
    List<KubeObject> going =
        deletions.stream().filter(PlannedObject::isDeletion).map(PlannedObject::desired).toList();
    if (going.isEmpty()) {
      return Dependents.NONE;
    }
    var objects = new ArrayList<MapValue>();
    var unlisted = new TreeSet<String>();
    for (Listed listed :
        new PlaceLists(concurrency)
            .read(
                places(going),
                place ->
                    cluster.listMetadata(
                        place.resource(), place.namespace(), LabelSelector.EVERYTHING))) {
      objects.addAll(listed.objects());
      if (listed.failure() != null && isUnknown(listed.failure())) {
        unlisted.add(listed.place().resource().plural());
      }
    }
    return dependents(going, objects, problems(unlisted));
  }

  /// Whether objects may be there. Types without a list have none.
  private static boolean isUnknown(ClusterException e) {
    if (e.isAboutAll()) {
      throw e;
    }
    return e.status() != 404 && e.status() != 405;
  }

  private static List<Problem> problems(Collection<String> unlisted) {
    if (unlisted.isEmpty()) {
      return List.of();
    }
    String what =
        "objects that are deleted along may be missing: cannot list " + String.join(", ", unlisted);
    return List.of(Problem.warning(WarningId.PRUNE_SEARCH, Origin.NONE, "", what, ""));
  }

  /// Returns the places where dependents can be. Only cluster-scoped objects have dependents in
  /// other namespaces, or cluster-scoped ones.
  private List<Place> places(List<KubeObject> going) {
    var namespaces = new TreeSet<String>();
    boolean everywhere = false;
    for (KubeObject object : going) {
      if (!object.namespace().isEmpty()) {
        namespaces.add(object.namespace());
      } else if (object.gvk().groupKind().equals("Namespace")) {
        namespaces.add(object.name());
      } else {
        everywhere = true;
      }
    }
    var places = new ArrayList<Place>();
    for (Resource type : types()) {
      if (everywhere) {
        places.add(new Place(type, ""));
      } else if (type.namespaced()) {
        namespaces.forEach(namespace -> places.add(new Place(type, namespace)));
      }
    }
    return places;
  }

  private List<Resource> types() {
    var first = new LinkedHashMap<String, Resource>();
    cluster.types().served().stream()
        .filter(ServedType::listable)
        .map(ServedType::resource)
        .filter(type -> !DeletedAlong.isReporting(type))
        .forEach(type -> first.putIfAbsent(type.plural() + "." + type.gvk().group(), type));
    return List.copyOf(first.values());
  }

  private Dependents dependents(
      List<KubeObject> going, List<MapValue> objects, List<Problem> problems) {
    var roots = new HashMap<String, ObjectKey>();
    Set<ObjectKey> deleted = new HashSet<>();
    for (KubeObject object : going) {
      roots.put(LiveMetadata.uid(object.tree()), object.key());
      deleted.add(object.key());
    }
    CustomTypes types = CustomTypes.of(going);
    Map<ObjectKey, Set<ObjectKey>> found = new HashMap<>();
    Map<ObjectKey, MapValue> along = new HashMap<>();
    List<MapValue> rest = objects;
    boolean more = true;
    while (more) {
      var left = new ArrayList<MapValue>();
      for (MapValue object : rest) {
        KubeObject one = KubeObject.of(object, Origin.NONE);
        Optional<ObjectKey> root = root(one, roots, deleted, types);
        if (deleted.contains(one.key()) || DeletedAlong.isOfNamespaces(one)) {
          continue;
        }
        if (root.isPresent()) {
          roots.put(LiveMetadata.uid(object), root.get());
          found.computeIfAbsent(root.get(), key -> new LinkedHashSet<>()).add(one.key());
          along.put(one.key(), object);
        } else {
          left.add(object);
        }
      }
      more = left.size() < rest.size();
      rest = left;
    }
    Map<ObjectKey, List<ObjectKey>> lists = new HashMap<>();
    found.forEach((key, keys) -> lists.put(key, List.copyOf(keys)));
    Set<ObjectKey> owned = new HashSet<>();
    along.forEach((key, object) -> {
      if (DeletedAlong.owner(object, roots).isPresent()) {
        owned.add(key);
      }
    });
    return new Dependents(lists, owned, problems);
  }

  /// Returns the object whose deletion deletes `object`; empty if it stays.
  private Optional<ObjectKey> root(
      KubeObject object, Map<String, ObjectKey> roots, Set<ObjectKey> deleted, CustomTypes types) {
    var namespace = new ObjectKey("", "Namespace", "", object.namespace());
    if (!object.namespace().isEmpty() && deleted.contains(namespace)) {
      return Optional.of(namespace);
    }
    Optional<ObjectKey> definition =
        types.find(object.gvk()).map(CustomTypes.CustomType::definition);
    if (definition.isPresent() && deleted.contains(definition.get())) {
      return definition;
    }
    return orphans ? Optional.empty() : DeletedAlong.owner(object.tree(), roots);
  }
}
