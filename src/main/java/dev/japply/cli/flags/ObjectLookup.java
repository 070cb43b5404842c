package dev.japply.cli.flags;

import dev.japply.apply.ResolvedObject;
import dev.japply.apply.ResolvedObjects;
import dev.japply.cli.flags.LiveSelection.TypeAndName;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Resource;
import dev.japply.cluster.ServerProblems;
import dev.japply.cluster.TypeNames;
import dev.japply.object.KubeObject;
import dev.japply.object.LabelSelector;
import dev.japply.plan.Compatibility;
import dev.japply.plan.CustomTypes;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads the live objects of a [LiveSelection] from a cluster. A missing object does not affect the
/// others.
final class ObjectLookup {
  private static final int NOT_FOUND = 404;

  private final Cluster cluster;
  private final Compatibility compatibility;
  private final List<LiveObject> objects = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();

  private ObjectLookup(Cluster cluster, Compatibility compatibility) {
    this.cluster = cluster;
    this.compatibility = compatibility;
  }

  /// Returns the objects that `selection` selects.
  ///
  /// @throws JapplyException if the server does not have a type that the user named
  /// @throws ClusterException if a request to the server fails
  static LookupResult find(Cluster cluster, LiveSelection selection, Compatibility compatibility) {
    var finder = new ObjectLookup(cluster, compatibility);
    switch (selection) {
      case LiveSelection.Files(List<KubeObject> manifests, boolean enforced) ->
          finder.readManifests(manifests, enforced);
      case LiveSelection.Named(List<TypeAndName> names) -> finder.readNamed(names);
      case LiveSelection.Listed(List<String> types, LabelSelector selector) ->
          finder.readListed(types, selector);
    }
    return new LookupResult(finder.objects, finder.problems);
  }

  /// Returns the objects that `selection` selects, including missing ones.
  ///
  /// @throws JapplyException if the server does not have a type that the user named
  /// @throws ClusterException if a request to the server fails
  static ResolvedObjects targets(
      Cluster cluster, LiveSelection selection, Compatibility compatibility) {
    var finder = new ObjectLookup(cluster, compatibility);
    return switch (selection) {
      case LiveSelection.Files(List<KubeObject> manifests, boolean enforced) ->
          finder.resolved(manifests, enforced);
      case LiveSelection.Named(List<TypeAndName> names) -> ResolvedObjects.of(finder.named(names));
      case LiveSelection.Listed(List<String> types, LabelSelector selector) -> {
        finder.readListed(types, selector);
        yield ResolvedObjects.of(
            finder.objects.stream()
                .map(found -> new ResolvedObject(found.requested(), found.resource()))
                .toList());
      }
    };
  }

  private ResolvedObjects resolved(List<KubeObject> manifests, boolean enforced) {
    return ResolvedObjects.find(cluster, enforced, manifests, CustomTypes.NONE, compatibility);
  }

  private void readManifests(List<KubeObject> manifests, boolean enforced) {
    ResolvedObjects targets = resolved(manifests, enforced);
    problems.addAll(targets.problems());
    for (ResolvedObject target : targets.targets()) {
      read(target.resource(), target.desired());
    }
  }

  private void readNamed(List<TypeAndName> names) {
    named(names).forEach(target -> read(target.resource(), target.desired()));
  }

  private List<ResolvedObject> named(List<TypeAndName> names) {
    var types = new TypeNames(cluster.types().served());
    return names.stream()
        .map(name -> {
          Resource resource = one(types, name.type());
          return new ResolvedObject(manifest(resource, name.name()), resource);
        })
        .toList();
  }

  private static Resource one(TypeNames types, String name) {
    return types.one(name).orElseThrow(() -> unknownType(name));
  }

  private void readListed(List<String> names, LabelSelector selector) {
    var types = new TypeNames(cluster.types().served());
    var resources = new ArrayList<Resource>();
    for (String name : names) {
      List<Resource> found = types.find(name);
      if (found.isEmpty()) {
        throw unknownType(name);
      }
      found.stream().filter(type -> !resources.contains(type)).forEach(resources::add);
    }
    for (Resource resource : resources) {
      String namespace = resource.namespaced() ? cluster.defaultNamespace() : "";
      for (MapValue live : cluster.list(resource, namespace, selector)) {
        objects.add(new LiveObject(resource, KubeObject.of(live, Origin.NONE), live));
      }
    }
  }

  private static JapplyException unknownType(String name) {
    int dot = name.indexOf('.');
    String type = dot < 0 ? name : name.substring(0, dot);
    String group = dot < 0 ? "" : " in group \"" + name.substring(dot + 1) + "\"";
    return new JapplyException(
        "the server doesn't have a resource type \"" + type + "\"" + group,
        "`kubectl api-resources` lists those that it has");
  }

  /// Creates a manifest with the type and name of an object.
  private KubeObject manifest(Resource resource, String name) {
    String namespace = resource.namespaced() ? cluster.defaultNamespace() : "";
    return KubeObject.of(resource.gvk().named(namespace, name), Origin.NONE);
  }

  private void read(Resource resource, KubeObject requested) {
    try {
      Optional<MapValue> live = cluster.get(resource, requested.namespace(), requested.name());
      if (live.isPresent()) {
        objects.add(new LiveObject(resource, requested, live.get()));
      } else {
        problems.addAll(ServerProblems.of(requested, missing(resource, requested)));
      }
    } catch (ClusterException e) {
      if (e.isAboutAll()) {
        throw e;
      }
      problems.addAll(ServerProblems.of(requested, e));
    }
  }

  private static ClusterException missing(Resource resource, KubeObject requested) {
    String group = resource.gvk().group();
    String subject = group.isEmpty() ? resource.plural() : resource.plural() + "." + group;
    String message = subject + " \"" + requested.name() + "\" not found";
    return new ClusterException(NOT_FOUND, "NotFound", message, MapValue.EMPTY);
  }
}
