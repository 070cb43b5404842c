package dev.japply.apply;

import dev.japply.apply.PlaceLists.Listed;
import dev.japply.apply.PruneScope.Place;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Resource;
import dev.japply.cluster.ServedType;
import dev.japply.cluster.ServerProblems;
import dev.japply.cluster.TypeList;
import dev.japply.cluster.TypeNames;
import dev.japply.object.Gvk;
import dev.japply.plan.ApplySetAnnotations;
import dev.japply.plan.ApplySetParent;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/// Reads the ApplySets of a cluster, as their parents record them. It sends no write.
///
/// One LIST reads the members of a type in a namespace for all sets. A parent counts only if its
/// label has the id that its name has, since copies of parents have the id of another set.
///
/// <https://github.com/kubernetes/enhancements/tree/master/keps/sig-cli/3659-kubectl-apply-prune>
public final class ApplySetReader {
  private final Cluster cluster;
  private final Predicate<Gvk> brief;
  private final PlaceLists lists;
  private final TypeList types;

  /// The types that the server lists, each in the preferred version.
  private final List<Resource> listable;

  /// @param brief selects types whose members are read as their metadata alone
  /// @param concurrency number of lists that are requested in parallel
  /// @throws ClusterException if discovery fails
  public ApplySetReader(Cluster cluster, Predicate<Gvk> brief, int concurrency) {
    this.cluster = cluster;
    this.brief = brief;
    this.lists = new PlaceLists(concurrency);
    this.types = cluster.types();
    this.listable = listable(types);
  }

  private static List<Resource> listable(TypeList types) {
    var first = new LinkedHashMap<String, Resource>();
    types.served().stream()
        .filter(ServedType::listable)
        .map(ServedType::resource)
        .forEach(type -> first.putIfAbsent(type.plural() + "." + type.gvk().group(), type));
    return List.copyOf(first.values());
  }

  /// The sets of a namespace or of the cluster.
  ///
  /// @param problems the reasons why some sets or members are missing
  public record Sets(List<LiveSet> sets, List<Problem> problems) {
    public Sets {
      sets = List.copyOf(sets);
      problems = List.copyOf(problems);
    }
  }

  /// A set, as its live parent records it.
  ///
  /// @param tooling the tool that maintains it; empty if the parent does not state it
  /// @param types the recorded types that the server has, by kinds such as `Deployment.apps`
  /// @param namespaces the recorded namespaces
  /// @param members the live members, of some types their metadata alone
  /// @param unread the recorded kinds with unknown members
  /// @param trusted whether the parent is one of this set; if not, nothing else is known
  public record LiveSet(
      ApplySetParent parent,
      String tooling,
      SortedMap<String, Resource> types,
      SortedSet<String> namespaces,
      List<MapValue> members,
      SortedSet<String> unread,
      boolean trusted) {
    public LiveSet {
      types = Collections.unmodifiableSortedMap(new TreeMap<>(types));
      namespaces = Collections.unmodifiableSortedSet(new TreeSet<>(namespaces));
      members = List.copyOf(members);
      unread = Collections.unmodifiableSortedSet(new TreeSet<>(unread));
    }
  }

  /// Reads all sets whose parents are in a namespace.
  ///
  /// @param namespace empty for all sets of the cluster, cluster-scoped parents included
  /// @throws ClusterException if the server cannot be reached
  public Sets list(String namespace) {
    var problems = new Problems();
    List<SetDraft> sets = parents(namespace, problems);
    var byId = new HashMap<String, SetDraft>();
    var places = new LinkedHashSet<Place>();
    for (SetDraft set : sets) {
      if (set.trusted) {
        byId.put(set.parent.id(), set);
        places.addAll(set.places(namespace.isEmpty()));
      }
    }
    for (Listed listed : lists.read(List.copyOf(places), this::members)) {
      String kind = listed.place().resource().gvk().groupKind();
      if (listed.failure() != null) {
        problems.unlisted(listed);
        sets.stream()
            .filter(set -> set.places(namespace.isEmpty()).contains(listed.place()))
            .forEach(set -> set.unread.add(kind));
      }
      for (MapValue object : listed.objects()) {
        SetDraft set = byId.get(setOf(object));
        if (set != null && set.records(kind, object)) {
          set.members.add(object);
        }
      }
    }
    return new Sets(sets.stream().map(SetDraft::set).toList(), problems.all());
  }

  private List<MapValue> members(Place place) {
    return brief.test(place.resource().gvk())
        ? cluster.listMetadata(place.resource(), place.namespace(), ApplySetParent.MEMBERS)
        : cluster.list(place.resource(), place.namespace(), ApplySetParent.MEMBERS);
  }

  /// Returns the id of the set that an object belongs to; empty if there is none.
  private static String setOf(MapValue object) {
    return object.map("metadata").map("labels").text(ApplySetParent.PART_OF);
  }

  private List<SetDraft> parents(String namespace, Problems problems) {
    List<Place> places =
        parentTypes(problems).stream()
            .filter(type -> type.namespaced() || namespace.isEmpty())
            .map(type -> new Place(type, namespace))
            .toList();
    var sets = new ArrayList<SetDraft>();
    for (Listed listed :
        lists.read(
            places,
            place ->
                cluster.listMetadata(
                    place.resource(), place.namespace(), ApplySetParent.PARENTS))) {
      if (listed.failure() != null) {
        problems.unlisted(listed);
      }
      listed.objects().forEach(live -> sets.add(draft(listed.place().resource(), live, problems)));
    }
    return sets;
  }

  private List<Resource> parentTypes(Problems problems) {
    var found = new ArrayList<>(ApplySetParents.builtIn(listable));
    try {
      found.addAll(ApplySetParents.custom(cluster, listable));
    } catch (ClusterException e) {
      if (e.isAboutAll()) {
        throw e;
      }
      problems.warn(
          "",
          "ApplySets whose parents are custom resources are not shown: "
              + ServerProblems.sentence(e),
          e.hint());
    }
    return found;
  }

  private SetDraft draft(Resource type, MapValue live, Problems problems) {
    MapValue metadata = live.map("metadata");
    var parent =
        new ApplySetParent(
            type.gvk(), type.plural(), metadata.text("namespace"), metadata.text("name"));
    var set = new SetDraft(parent, ApplySetAnnotations.tooling(live));
    try {
      record(set, ApplySetAnnotations.readOfAny(parent, live), problems);
    } catch (JapplyException e) {
      for (Problem problem : e.problems()) {
        problems.warn(parent.key().subject(), problem.what(), problem.hint());
      }
    }
    return set;
  }

  /// Finds the recorded types.
  private void record(SetDraft set, ApplySetAnnotations stored, Problems problems) {
    set.trusted = true;
    set.namespaces.addAll(stored.contents().namespaces());
    for (String kind : stored.contents().kinds()) {
      Optional<Resource> type = ApplySet.ofKind(types, kind);
      type.ifPresent(served -> set.types.put(kind, served));
      if (type.isEmpty()) {
        unknown(set, kind, problems);
      }
    }
    for (String name : stored.resources()) {
      Optional<Resource> type = new TypeNames(types.served()).one(name);
      type.ifPresent(served -> set.types.put(served.gvk().groupKind(), served));
      if (type.isEmpty()) {
        unknown(set, name, problems);
      }
    }
  }

  private void unknown(SetDraft set, String type, Problems problems) {
    set.unread.add(type);
    problems.warn(
        set.parent.key().subject(),
        "its members of the type \"%s\" are not shown: the server does not report that type"
            .formatted(type),
        "if that type is gone for good, remove it from the annotation");
  }

  /// A set that is being read.
  private static final class SetDraft {
    private final ApplySetParent parent;
    private final String tooling;
    private final SortedMap<String, Resource> types = new TreeMap<>();
    private final SortedSet<String> namespaces = new TreeSet<>();
    private final List<MapValue> members = new ArrayList<>();
    private final SortedSet<String> unread = new TreeSet<>();
    private boolean trusted;

    SetDraft(ApplySetParent parent, String tooling) {
      this.parent = parent;
      this.tooling = tooling;
    }

    /// Returns the places of the members.
    ///
    /// @param everywhere whether one list of a type is for all namespaces
    List<Place> places(boolean everywhere) {
      return everywhere
          ? types.values().stream().map(type -> new Place(type, "")).toList()
          : Place.of(types.values(), namespaces);
    }

    boolean records(String kind, MapValue object) {
      String namespace = object.map("metadata").text("namespace");
      return types.containsKey(kind) && (namespace.isEmpty() || namespaces.contains(namespace));
    }

    LiveSet set() {
      return new LiveSet(parent, tooling, types, namespaces, members, unread, trusted);
    }
  }

  /// The problems of a listing. A type that cannot be listed in several places is one problem.
  private static final class Problems {
    private final List<Problem> found = new ArrayList<>();
    private final Set<Resource> types = new HashSet<>();

    void unlisted(Listed listed) {
      ClusterException e = Optional.ofNullable(listed.failure()).orElseThrow();
      if (e.isAboutAll()) {
        throw e;
      }
      Resource type = listed.place().resource();
      if (types.add(type)) {
        String what = "cannot list " + type.plural() + ": " + ServerProblems.sentence(e);
        found.add(Problem.error(Origin.NONE, what, e.hint()));
      }
    }

    void warn(String subject, String what, String hint) {
      found.add(Problem.warning(WarningId.APPLYSET, Origin.NONE, subject, what, hint));
    }

    List<Problem> all() {
      return found;
    }
  }
}
