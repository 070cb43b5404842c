package dev.japply.cli.flags;

import dev.japply.apply.Event;
import dev.japply.apply.ResolvedObject;
import dev.japply.apply.ResolvedObjects;
import dev.japply.cli.flags.ObjectSelection.LiveSelection.TypeAndName;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Resource;
import dev.japply.cluster.ServerProblems;
import dev.japply.cluster.TypeNames;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.input.ManifestReader.ManifestSet;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.object.LabelSelector;
import dev.japply.object.LastApplied;
import dev.japply.object.LastApplied.Stored;
import dev.japply.plan.Compatibility;
import dev.japply.plan.CustomTypes;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The objects of a cluster that a command selects by files, arguments or labels.
///
/// @param files the manifests; null if arguments select the objects
/// @param selector selects objects of the files or types; null if no labels are set
/// @param compatibility decides on objects that are in the files twice, and on local configuration
public record ObjectSelection(
    @Nullable InputOptions files,
    ObjectArguments arguments,
    @Nullable LabelSelector selector,
    boolean typeIsEnough,
    ConnectionOptions connection,
    Compatibility compatibility) {

  public ObjectSelection {
    if (files != null) {
      arguments.mustBeNone();
    } else {
      var unused = arguments.selection(selector, typeIsEnough);
    }
  }

  /// Whether the user named each object, so that a missing annotation is an error.
  public boolean named() {
    return files != null
        || arguments.selection(selector, typeIsEnough) instanceof LiveSelection.Named;
  }

  /// Reads the manifests, if any, and then the objects. Reports warnings immediately.
  public LookupResult find(CommandContext context, Cancellation cancellation, Cluster cluster) {
    if (files == null) {
      return ObjectLookup.find(cluster, arguments.selection(selector, typeIsEnough), compatibility);
    }
    ManifestSet manifests = files.read(context, cancellation);
    var problems = new ArrayList<Problem>();
    for (Problem problem : manifests.problems()) {
      if (problem.severity() == Severity.ERROR) {
        problems.add(problem);
      } else {
        context.console().problems(Requests.HIDDEN).print(problem);
      }
    }
    LookupResult found =
        ObjectLookup.find(
            cluster, new LiveSelection.Files(chosen(manifests), enforced()), compatibility);
    problems.addAll(found.problems());
    return new LookupResult(found.objects(), problems);
  }

  /// Returns the selected objects, including missing ones. From manifests, returns only objects for
  /// the cluster.
  ///
  /// @param events receives the problems of the manifests
  public ResolvedObjects targets(
      CommandContext context, Cancellation cancellation, Cluster cluster, Consumer<Event> events) {
    if (files == null) {
      return ObjectLookup.targets(
          cluster, arguments.selection(selector, typeIsEnough), compatibility);
    }
    LabelSelector labels = Objects.requireNonNullElse(selector, LabelSelector.EVERYTHING);
    List<KubeObject> objects =
        SelectedObjects.read(files, labels, compatibility, context, cancellation, events);
    return ObjectLookup.targets(
        cluster, new LiveSelection.Files(objects, enforced()), compatibility);
  }

  private boolean enforced() {
    return !connection.namespace().isEmpty();
  }

  private List<KubeObject> chosen(ManifestSet manifests) {
    LabelSelector labels = Objects.requireNonNullElse(selector, LabelSelector.EVERYTHING);
    return manifests.objects().stream().filter(object -> labels.matches(object.tree())).toList();
  }

  /// Reads the live objects of a [LiveSelection] from a cluster. A missing object does not affect
  /// the others.
  private static final class ObjectLookup {
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
    static LookupResult find(
        Cluster cluster, LiveSelection selection, Compatibility compatibility) {
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
        case LiveSelection.Named(List<TypeAndName> names) ->
            ResolvedObjects.of(finder.named(names));
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
          problems.addAll(
              ServerProblems.of(requested, ClusterException.notFound(resource, requested.name())));
        }
      } catch (ClusterException e) {
        if (e.isAboutAll()) {
          throw e;
        }
        problems.addAll(ServerProblems.of(requested, e));
      }
    }
  }

  /// The result of a [LiveSelection].
  ///
  /// @param objects the objects in requested order
  /// @param problems the failures to find objects
  public record LookupResult(List<LiveObject> objects, List<Problem> problems) {
    public LookupResult {
      objects = List.copyOf(objects);
      problems = List.copyOf(problems);
    }
  }

  /// A live object, with the user's request for it.
  ///
  /// @param requested the requested object: a manifest, or only its type and name
  /// @param live the object on the server
  public record LiveObject(Resource resource, KubeObject requested, MapValue live) {

    public Stored lastApplied() {
      return LastApplied.read(live);
    }

    /// Returns the text of the last-applied annotation; empty if there is none.
    public String annotation() {
      return LastApplied.text(live);
    }

    /// Returns the error for an object that needs the annotation and has none.
    public Problem unannotated() {
      return requested.error(
          "no last-applied-configuration annotation found on resource: " + requested.name(),
          "apply the object, or create the annotation with `japply set-last-applied"
              + " --create-annotation`");
    }

    /// Returns the error for an annotation that is empty, or has no object.
    public Problem unreadable() {
      String reason = lastApplied() instanceof Stored.Broken(String what) ? what : "it is empty";
      return requested.error(
          "invalid JSON document in the live annotation " + LastApplied.KEY + ": " + reason,
          "write a new one with `japply set-last-applied`");
    }
  }

  /// The live objects that a command selects.
  sealed interface LiveSelection {

    /// The objects in manifests.
    ///
    /// @param enforced whether the user set the namespace, so that other namespaces are rejected
    record Files(List<KubeObject> objects, boolean enforced) implements LiveSelection {
      public Files {
        objects = List.copyOf(objects);
      }
    }

    /// The objects with these types and names.
    record Named(List<TypeAndName> names) implements LiveSelection {
      public Named {
        names = List.copyOf(names);
      }
    }

    /// All objects of some types in the namespace that match a label selector.
    ///
    /// @param types the types as the user wrote them
    record Listed(List<String> types, LabelSelector selector) implements LiveSelection {
      public Listed {
        types = List.copyOf(types);
      }
    }

    /// An object that the user named.
    ///
    /// @param type the type as the user wrote it: `deploy`, `deployments.apps`
    record TypeAndName(String type, String name) {}
  }
}
