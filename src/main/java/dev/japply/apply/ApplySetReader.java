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
import dev.japply.object.LabelSelector;
import dev.japply.plan.ApplySetAnnotations;
import dev.japply.plan.ApplySetParent;
import dev.japply.plan.LiveMetadata;
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
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Reads the ApplySets of a cluster, as their parents record them. It sends no write.
///
/// One LIST reads the members of a type in a namespace for all sets. A parent counts only if its
/// label has the id that its name has, since copies of parents have the id of another set.
///
/// <https://github.com/kubernetes/enhancements/tree/master/keps/sig-cli/3659-kubectl-apply-prune>
public final class ApplySetReader {
  private final Cluster cluster;
  private final PlaceLists lists;
  private final TypeList types;

  /// The types that the server lists, each in the preferred version.
  private final List<Resource> listable;

  /// @param concurrency number of lists that are requested in parallel
  /// @throws ClusterException if discovery fails
  public ApplySetReader(Cluster cluster, int concurrency) {
    this.cluster = cluster;
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
  /// @param brief selects types whose members are read as their metadata alone
  /// @throws ClusterException if the server cannot be reached
  public Sets list(String namespace, Predicate<Gvk> brief) {
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
    for (Listed listed : lists.read(List.copyOf(places), place -> members(place, brief))) {
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

  /// A set, and the objects that its parent does not record.
  ///
  /// @param orphans metadata of the objects that have the label of the set, but are of a type or in
  ///   a namespace that the parent does not record
  /// @param problems the reasons why some members or orphans are missing
  public record SetContent(LiveSet set, List<MapValue> orphans, List<Problem> problems) {
    public SetContent {
      orphans = List.copyOf(orphans);
      problems = List.copyOf(problems);
    }
  }

  /// Reads one set, with its whole members. It lists each type of the server once in all
  /// namespaces; a type that cannot be listed there is listed in the recorded namespaces.
  ///
  /// @param name the parent as `--applyset` names it; a namespaced one is in the namespace of the
  ///   connection
  /// @throws ClusterException if the parent does not exist or cannot be read
  /// @throws JapplyException if the object is no parent of this set
  public SetContent read(String name) {
    ApplySetParents.Found found = new ApplySetParents(cluster, /* enforced= */ true).find(name);
    ApplySetParent parent = found.parent();
    MapValue live =
        cluster
            .get(found.resource(), parent.namespace(), parent.name())
            .orElseThrow(() -> ClusterException.notFound(found.resource(), parent.name()));
    var problems = new Problems();
    var set = new SetDraft(parent, ApplySetAnnotations.tooling(live));
    record(set, ApplySetAnnotations.readOfAny(parent, live), problems);
    return content(set, problems);
  }

  private SetContent content(SetDraft set, Problems problems) {
    var orphans = new ArrayList<MapValue>();
    var narrow = new ArrayList<Place>();
    var unsearched = new LinkedHashSet<Resource>();
    var seen = new HashSet<String>();
    List<Place> everywhere =
        Stream.concat(set.types.values().stream(), listable.stream())
            .distinct()
            .map(type -> new Place(type, ""))
            .toList();
    Function<Place, List<MapValue>> list = place -> ofSet(set, place);
    for (Listed listed : lists.read(everywhere, list)) {
      Resource type = listed.place().resource();
      if (listed.failure() == null) {
        set.sort(listed, seen, orphans);
      } else if (type.namespaced()) {
        Problems.throwIfAboutAll(listed.failure());
        unsearched.add(type);
        set.namespaces.forEach(namespace -> narrow.add(new Place(type, namespace)));
      } else {
        missing(set, listed, unsearched, problems);
      }
    }
    for (Listed listed : lists.read(narrow, list)) {
      if (listed.failure() == null) {
        set.sort(listed, seen, orphans);
      } else {
        missing(set, listed, unsearched, problems);
      }
    }
    warnOfUnreadTypes(problems);
    if (!unsearched.isEmpty()) {
      problems.warn(set.parent.key().subject(), notSearched(unsearched), "");
    }
    return new SetContent(set.set(), orphans, problems.all());
  }

  private void warnOfUnreadTypes(Problems problems) {
    types
        .unread()
        .forEach((apiVersion, e) ->
            problems.warn(
                "",
                "types of %s are not searched: %s"
                    .formatted(apiVersion, ServerProblems.sentence(e)),
                e.hint()));
  }

  private static String notSearched(Set<Resource> types) {
    int more = types.size() - 1;
    return "orphans may be missing: %s%s cannot be listed in all namespaces"
        .formatted(
            types.iterator().next().plural(),
            more == 0 ? "" : " and %d more type%s".formatted(more, more == 1 ? "" : "s"));
  }

  private static void missing(
      SetDraft set, Listed listed, Set<Resource> unsearched, Problems problems) {
    Resource type = listed.place().resource();
    String kind = type.gvk().groupKind();
    if (set.types.containsKey(kind)) {
      problems.unlisted(listed);
      set.unread.add(kind);
    } else {
      Problems.throwIfAboutAll(Optional.ofNullable(listed.failure()).orElseThrow());
      unsearched.add(type);
    }
  }

  private List<MapValue> ofSet(SetDraft set, Place place) {
    Resource type = place.resource();
    return set.types.containsKey(type.gvk().groupKind())
        ? cluster.list(type, place.namespace(), set.parent.members())
        : cluster.listMetadata(type, place.namespace(), set.parent.members());
  }

  /// Objects with the label of a set without a parent.
  ///
  /// @param members their metadata
  public record LostSet(String id, List<MapValue> members) {
    public LostSet {
      members = List.copyOf(members);
    }
  }

  /// The sets without a parent.
  ///
  /// @param problems the reasons why some members are missing
  public record LostSets(List<LostSet> sets, List<Problem> problems) {
    public LostSets {
      sets = List.copyOf(sets);
      problems = List.copyOf(problems);
    }
  }

  /// Finds objects whose set has no parent in the cluster. It lists each type of the server once.
  ///
  /// @param namespace the namespace of the objects; empty for all objects of the cluster
  /// @throws ClusterException if the parents cannot be listed in all namespaces: they may be there
  public LostSets lost(String namespace) {
    LostSets found = labelled(namespace, ApplySetParent.MEMBERS);
    if (found.sets().isEmpty()) {
      return found;
    }
    // Read last: a tool writes the parent before the members.
    Set<String> ids = liveParents().map(ApplySetParent::id).collect(Collectors.toSet());
    return new LostSets(
        found.sets().stream().filter(set -> !ids.contains(set.id())).toList(), found.problems());
  }

  /// Finds the members of a set without a parent.
  ///
  /// @param namespace the namespace of the members; empty for all
  /// @throws JapplyException if the set has a parent
  /// @throws ClusterException if the parents cannot be listed in all namespaces: it may be there
  public LostSets lost(String id, String namespace) {
    LostSets found = labelled(namespace, ApplySetParent.membersOf(id));
    Optional<ApplySetParent> standing =
        liveParents().filter(parent -> parent.id().equals(id)).findFirst();
    if (standing.isPresent()) {
      ApplySetParent parent = standing.get();
      throw new JapplyException(
          "the ApplySet with the id %s has a parent: %s".formatted(id, parent.key().subject()),
          "name it by --applyset=" + parent.argument() + parent.key().namespaceFlag());
    }
    return found;
  }

  /// Returns all objects with labels of sets, by the ids of these.
  private LostSets labelled(String namespace, LabelSelector selector) {
    var problems = new Problems();
    List<Place> places =
        listable.stream()
            .filter(type -> type.namespaced() || namespace.isEmpty())
            .map(type -> new Place(type, namespace))
            .toList();
    var sets = new TreeMap<String, List<MapValue>>();
    var seen = new HashSet<String>();
    for (Listed listed :
        lists.read(
            places, place -> cluster.listMetadata(place.resource(), place.namespace(), selector))) {
      if (listed.failure() != null) {
        problems.unlisted(listed);
      }
      for (MapValue object : listed.objects()) {
        if (isNew(object, seen) && !isCopy(object)) {
          sets.computeIfAbsent(setOf(object), id -> new ArrayList<>()).add(object);
        }
      }
    }
    warnOfUnreadTypes(problems);
    return new LostSets(
        sets.entrySet().stream().map(set -> new LostSet(set.getKey(), set.getValue())).toList(),
        problems.all());
  }

  /// Returns all parents in the cluster whose label has the id of their name.
  private Stream<ApplySetParent> liveParents() {
    return Stream.concat(
            ApplySetParents.builtIn(listable).stream(),
            ApplySetParents.custom(cluster, listable).stream())
        .flatMap(type ->
            cluster.listMetadata(type, "", ApplySetParent.PARENTS).stream()
                .filter(live ->
                    live.map("metadata")
                        .map("labels")
                        .text(ApplySetParent.ID)
                        .equals(parent(type, live).id()))
                .map(live -> parent(type, live)));
  }

  /// Checks whether an object is seen for the first time: some types show the same objects.
  private static boolean isNew(MapValue object, Set<String> seen) {
    String uid = LiveMetadata.uid(object);
    return uid.isEmpty() || seen.add(uid);
  }

  /// Checks whether a controller has made an object with the labels of another one, such as the
  /// endpoints of a Service. It goes with the other one.
  private static boolean isCopy(MapValue object) {
    MapValue metadata = object.map("metadata");
    return !metadata.maps("ownerReferences").isEmpty()
        || metadata.map("labels").has("endpoints.kubernetes.io/managed-by");
  }

  private static ApplySetParent parent(Resource type, MapValue live) {
    MapValue metadata = live.map("metadata");
    return new ApplySetParent(
        type.gvk(), type.plural(), metadata.text("namespace"), metadata.text("name"));
  }

  private List<MapValue> members(Place place, Predicate<Gvk> brief) {
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
      Problems.throwIfAboutAll(e);
      problems.warn(
          "",
          "ApplySets whose parents are custom resources are not shown: "
              + ServerProblems.sentence(e),
          e.hint());
    }
    return found;
  }

  private SetDraft draft(Resource type, MapValue live, Problems problems) {
    ApplySetParent parent = parent(type, live);
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

    /// Adds listed objects to the members, or to the orphans.
    ///
    /// @param seen the uids so far: some types show the same objects
    void sort(Listed listed, Set<String> seen, List<MapValue> orphans) {
      String kind = listed.place().resource().gvk().groupKind();
      for (MapValue object : listed.objects()) {
        if (isNew(object, seen)) {
          if (records(kind, object)) {
            members.add(object);
          } else if (!isCopy(object)) {
            orphans.add(object);
          }
        }
      }
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
      throwIfAboutAll(e);
      Resource type = listed.place().resource();
      if (types.add(type)) {
        String what = "cannot list " + type.plural() + ": " + ServerProblems.sentence(e);
        found.add(Problem.error(Origin.NONE, what, e.hint()));
      }
    }

    static void throwIfAboutAll(ClusterException e) {
      if (e.isAboutAll()) {
        throw e;
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
