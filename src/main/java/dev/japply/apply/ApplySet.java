package dev.japply.apply;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.apply.RetryPolicy.Budget;
import dev.japply.apply.Writer.WriteRequest;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Patch;
import dev.japply.cluster.Resource;
import dev.japply.cluster.ServedType;
import dev.japply.cluster.ServerProblems;
import dev.japply.cluster.TypeList;
import dev.japply.cluster.TypeNames;
import dev.japply.cluster.WriteOptions;
import dev.japply.io.Cancellation;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.LabelSelector;
import dev.japply.object.SecretCopies;
import dev.japply.plan.Action;
import dev.japply.plan.ApplySetAnnotations;
import dev.japply.plan.ApplySetMembers;
import dev.japply.plan.ApplySetParent;
import dev.japply.plan.Difference;
import dev.japply.plan.Moves.Move;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.PrunePlan;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The members of an ApplySet, by their label. Before anything is applied its parent is made to
/// name where members were and will be, and when all others are gone, where they are: so none is
/// lost when the run ends early.
///
/// What it writes to the parent is not planned as what it does to objects is: it keeps account of
/// them, in a name of its own, and takes over what others have written into that account.
final class ApplySet implements PruneScope {
  /// Field manager of kubectl for parents.
  static final String MANAGER = "kubectl-applyset";

  private static final FieldPath LABELS = FieldPath.root().key("metadata").key("labels");

  private final Cluster cluster;
  private final ExecutionOptions options;
  private final Cancellation cancellation;
  private final Consumer<Problem> warnings;
  private final ApplySetParents.Found found;
  private final String adopted;
  private final RunMoves moves;
  private final List<ApplySet> sources;
  private final ApplySetParent parent;
  private final Map<String, Resource> members = new LinkedHashMap<>();
  private final List<Problem> unread = new ArrayList<>();
  private Node live = MISSING;
  private ApplySetMembers before = ApplySetMembers.EMPTY;
  private ApplySetMembers now = ApplySetMembers.EMPTY;

  /// The set that `name` names on a cluster, as `--applyset` does.
  ///
  /// @param enforced whether the user named the namespace, which namespaced parents need
  /// @param adopted the name of the set whose members may become members of this one, or its id, as
  ///   for a set without a parent; empty for none
  /// @param events receives warnings
  static ApplySet open(
      Cluster cluster,
      ExecutionOptions options,
      Cancellation cancellation,
      boolean enforced,
      String name,
      String adopted,
      Consumer<Event> events) {
    var parents = new ApplySetParents(cluster, enforced);
    Consumer<Problem> warnings = problem -> events.accept(new Event.Warned(problem));
    ApplySetParents.Found own = parents.find(name);
    var named = new LinkedHashMap<String, ApplySetParents.Found>();
    for (Move move : options.planning().moves()) {
      for (String set : List.of(move.from().applySet(), move.to().applySet())) {
        if (!set.isEmpty() && !named.containsKey(set)) {
          named.put(set, parents.find(set));
        }
      }
    }
    var ids = new LinkedHashMap<String, String>();
    named.forEach((set, parent) -> ids.put(set, parent.parent().id()));
    RunMoves moves = RunMoves.of(options.planning().moves(), own.parent().id(), ids);
    List<ApplySet> sources =
        moves.sources(own.parent().id()).stream()
            .map(set -> Objects.requireNonNull(named.get(set)))
            .map(source -> of(cluster, options, cancellation, source, warnings))
            .toList();
    return new ApplySet(
        cluster,
        options,
        cancellation,
        own,
        adopted.isEmpty() || ApplySetParent.isId(adopted)
            ? adopted
            : parents.find(adopted).parent().id(),
        moves,
        sources,
        warnings);
  }

  /// Returns a set whose members move to the set of the run.
  private static ApplySet of(
      Cluster cluster,
      ExecutionOptions options,
      Cancellation cancellation,
      ApplySetParents.Found found,
      Consumer<Problem> warnings) {
    RunMoves none = RunMoves.withoutSets(List.of());
    return new ApplySet(
        cluster, options, cancellation, found, /* adopted= */ "", none, List.of(), warnings);
  }

  /// @param adopted the id of the set whose members may become members of this one; empty for none
  /// @param moves the moves of the project that concern this set
  /// @param sources the sets whose members move to this one
  private ApplySet(
      Cluster cluster,
      ExecutionOptions options,
      Cancellation cancellation,
      ApplySetParents.Found found,
      String adopted,
      RunMoves moves,
      List<ApplySet> sources,
      Consumer<Problem> warnings) {
    this.cluster = cluster;
    this.options = options;
    this.cancellation = cancellation;
    this.warnings = warnings;
    this.found = found;
    this.adopted = adopted;
    this.moves = moves;
    this.sources = sources;
    this.parent = found.parent();
  }

  String id() {
    return parent.id();
  }

  /// The parent as it is now; empty if it does not exist, or was not read.
  Optional<MapValue> live() {
    return live instanceof MapValue there ? Optional.of(there) : Optional.empty();
  }

  @Override
  public ExecutionOptions options() {
    return options;
  }

  @Override
  public Cluster cluster() {
    return cluster;
  }

  @Override
  public RunMoves moves() {
    return moves;
  }

  @Override
  public MoveSearch moveSearch(SecretCopies copies) {
    return MoveSearch.of(this, LabelSelector.EVERYTHING, moves.deletable(parent.id()), copies);
  }

  @Override
  public List<KubeObject> members(List<KubeObject> objects) {
    List<Problem> labelled =
        objects.stream()
            .filter(object -> labels(object).has(ApplySetParent.PART_OF))
            .map(ApplySet::labelled)
            .toList();
    if (!labelled.isEmpty()) {
      throw new JapplyException(labelled);
    }
    return objects.stream().map(this::member).toList();
  }

  private KubeObject member(KubeObject object) {
    MapValue labels = labels(object).with(ApplySetParent.PART_OF, Value.text(parent.id()));
    MapValue metadata = object.tree().map("metadata").with("labels", labels);
    return object.withTree(object.tree().with("metadata", metadata));
  }

  private static MapValue labels(KubeObject object) {
    return object.tree().map("metadata").map("labels");
  }

  private static Problem labelled(KubeObject object) {
    return Problem.error(
        object.positions().apply(LABELS.key(ApplySetParent.PART_OF)),
        object.key().subject(),
        "ApplySet label \"" + ApplySetParent.PART_OF + "\" already set in input data",
        "remove it");
  }

  @Override
  public void prepare(List<ResolvedObject> targets) {
    read();
    var kinds = new TreeSet<String>();
    var namespaces = new TreeSet<String>();
    for (ResolvedObject target : targets) {
      kinds.add(target.resource().gvk().groupKind());
      if (target.resource().namespaced()) {
        namespaces.add(target.desired().namespace());
      }
    }
    check(targets);
    now = new ApplySetMembers(kinds, namespaces);
    write(before.plus(now), "failed to update ApplySet: ");
  }

  /// Makes sure that no object is a member of another set, as after a slip in the name of this one.
  ///
  /// @throws JapplyException when one is
  @Override
  public void check(List<ResolvedObject> targets) {
    if (!options.allows(Difference.REFUSES_MEMBERS_OF_OTHERS)) {
      return;
    }
    Map<Resource, Map<String, List<ResolvedObject>>> places = new LinkedHashMap<>();
    for (ResolvedObject target : targets) {
      if (target.definition() == null) {
        places
            .computeIfAbsent(target.resource(), type -> new LinkedHashMap<>())
            .computeIfAbsent(target.desired().namespace(), namespace -> new ArrayList<>())
            .add(target);
      }
    }
    Map<String, List<KubeObject>> foreign = new LinkedHashMap<>();
    String placeOfObjects = cluster.defaultNamespace();
    places.forEach((resource, namespaces) ->
        namespaces.forEach((namespace, here) -> {
          Map<String, String> sets = foreign(resource, namespace);
          for (ResolvedObject target : here) {
            String set = sets.getOrDefault(target.desired().name(), adopted);
            if (!set.equals(adopted) && !moves.arrives(target.desired(), set, placeOfObjects)) {
              foreign.computeIfAbsent(set, id -> new ArrayList<>()).add(target.desired());
            }
          }
        }));
    if (!foreign.isEmpty()) {
      throw new JapplyException(
          foreign.entrySet().stream()
              .map(entry -> foreign(entry.getKey(), entry.getValue()))
              .toList());
    }
  }

  /// The ids of other sets by the names of their members.
  private Map<String, String> foreign(Resource resource, String namespace) {
    var sets = new LinkedHashMap<String, String>();
    try {
      for (MapValue object : cluster.list(resource, namespace, parent.othersMembers())) {
        MapValue metadata = object.map("metadata");
        sets.put(metadata.text("name"), metadata.map("labels").text(ApplySetParent.PART_OF));
      }
    } catch (ClusterException e) {
      String what =
          "cannot look for members of other ApplySets among %s: %s"
              .formatted(resource.plural(), ServerProblems.sentence(e));
      warnings.accept(Problem.warning(WarningId.APPLYSET, Origin.NONE, "", what, e.hint()));
    }
    return sets;
  }

  private Problem foreign(String set, List<KubeObject> objects) {
    KubeObject first = objects.getFirst();
    int more = objects.size() - 1;
    String name = parent(set);
    return first.error(
        "%sbelongs to ApplySet \"%s\", not to \"%s\""
            .formatted(
                more == 0 ? "" : "with %d more object%s ".formatted(more, more == 1 ? "" : "s"),
                name.isEmpty() ? set : name,
                found.resource().plural() + "/" + parent.name()),
        name.isEmpty() && !ApplySetParent.isId(set)
            ? "correct --applyset, or remove the label " + ApplySetParent.PART_OF
            : "correct --applyset, or take it over with --adopt-from="
                + (name.isEmpty() ? set : name));
  }

  /// Returns the parent object of a set, as `--applyset` names it; empty if it is not found.
  private String parent(String set) {
    for (Resource type : parentTypes()) {
      try {
        String place = type.namespaced() ? parent.namespace() : "";
        List<MapValue> standing = cluster.list(type, place, ApplySetParent.standingFor(set));
        if (!standing.isEmpty()) {
          return type.plural() + "/" + standing.getFirst().map("metadata").text("name");
        }
      } catch (ClusterException e) {
        // The id represents it.
      }
    }
    return "";
  }

  private List<Resource> parentTypes() {
    var types = new ArrayList<Resource>();
    types.add(found.resource());
    for (String kind : List.of("Secret", "ConfigMap")) {
      if (!found.resource().gvk().kind().equals(kind)) {
        cluster.resource(new Gvk("", "v1", kind)).ifPresent(types::add);
      }
    }
    return types;
  }

  /// Finds out what the set had so far.
  ///
  /// @throws JapplyException if its parent does not state the members, or is missing and cannot be
  ///   created
  @Override
  public void read() {
    Optional<MapValue> there = fetch();
    if (there.isEmpty() && !found.builtIn()) {
      throw new JapplyException(
          "custom resource ApplySet parents cannot be created automatically",
          "create " + parent + " first");
    }
    read(there);
    for (ApplySet source : sources) {
      source.read(source.fetch());
    }
  }

  private Optional<MapValue> fetch() {
    try {
      return cluster.get(found.resource(), parent.namespace(), parent.name());
    } catch (ClusterException e) {
      throw failed("failed to fetch ApplySet parent object \"" + parent + "\": ", e);
    }
  }

  private void read(Optional<MapValue> there) {
    unread.clear();
    ApplySetAnnotations stored =
        there
            .map(object -> ApplySetAnnotations.read(parent, object))
            .orElse(ApplySetAnnotations.NONE);
    there.ifPresent(object -> live = object);
    resolve(stored);
    before =
        stored
            .contents()
            .plus(new ApplySetMembers(new TreeSet<>(members.keySet()), new TreeSet<>()));
  }

  /// Finds the types that the record names.
  private void resolve(ApplySetAnnotations stored) {
    if (stored.contents().kinds().isEmpty() && stored.resources().isEmpty()) {
      return;
    }
    TypeList types = cluster.types();
    for (String kind : stored.contents().kinds()) {
      Optional<Resource> served = ofKind(types, kind);
      if (served.isPresent()) {
        members.put(kind, served.get());
      } else {
        unread.add(unread(types, kind));
      }
    }
    for (String name : stored.resources()) {
      Resource resource =
          new TypeNames(types.served())
              .one(name)
              .orElseThrow(() -> unknown("resource \"" + name + "\""));
      members.put(resource.gvk().groupKind(), resource);
    }
  }

  static Optional<Resource> ofKind(TypeList types, String kind) {
    return types.served().stream()
        .map(ServedType::resource)
        .filter(type -> type.gvk().groupKind().equals(kind))
        .findFirst();
  }

  /// Returns the problem of a kind whose type the server does not report. Its members stay, and so
  /// does the record of them.
  ///
  /// @throws JapplyException if the server states that it has no such kind
  private Problem unread(TypeList types, String kind) {
    String group = kind.substring(kind.indexOf('.') + 1);
    ClusterException e =
        types.unread().entrySet().stream()
            .filter(entry -> entry.getKey().startsWith(group + "/"))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElseThrow(() -> unknown("kind \"" + kind + "\""));
    String what = noMapping("kind \"" + kind + "\"") + ": " + ServerProblems.sentence(e);
    return Problem.error(Origin.NONE, what, "apply again when it is available");
  }

  @Override
  public PruneSearch.Found find(Set<String> namespaces) {
    var search =
        new PruneSearch(
            cluster, parent.members(), object -> true, options.schedule().concurrency());
    return search.find(places(namespaces)).plus(unread);
  }

  /// Returns the places of the members that the parent records, whatever is applied.
  @Override
  public List<Place> places(Set<String> namespaces) {
    return Place.of(members.values(), before.namespaces());
  }

  @Override
  public List<PlannedObject> parents() {
    return Stream.concat(
            Stream.of(planned()),
            sources.stream().filter(source -> source.live().isPresent()).map(ApplySet::planned))
        .toList();
  }

  private PlannedObject planned() {
    MapValue body = parent.body(before);
    var apply = new Action.Apply(body, /* force= */ false, /* subresource= */ "");
    return new PlannedObject(KubeObject.of(body, Origin.NONE), apply, live, MISSING);
  }

  /// Writes the parent, and the parents of sets whose members have moved here. Members that were
  /// not pruned remain members.
  @Override
  public void conclude(PrunePlan plan) {
    store(plan.staying());
    for (ApplySet source : sources) {
      if (source.live().isPresent()) {
        PruneSearch.Found left = source.find(Set.of());
        left.problems()
            .forEach(problem -> warnings.accept(problem.asWarning(WarningId.PRUNE_SEARCH)));
        if (left.problems().isEmpty()) {
          source.store(left.objects());
        }
      }
    }
  }

  /// Records `members`, and those that were applied.
  private void store(List<MapValue> members) {
    var kinds = new TreeSet<String>();
    var namespaces = new TreeSet<String>();
    for (MapValue object : members) {
      KubeObject member = KubeObject.of(object, Origin.NONE);
      kinds.add(member.gvk().groupKind());
      if (!member.namespace().isEmpty()) {
        namespaces.add(member.namespace());
      }
    }
    ApplySetMembers left = now.plus(new ApplySetMembers(kinds, namespaces));
    write(left, "apply and prune succeeded, but ApplySet update failed: ");
  }

  private void write(ApplySetMembers contents, String context) {
    MapValue body = parent.body(contents);
    boolean same = live instanceof MapValue there && ApplySetParent.matches(there, body);
    if (options.dryRun() == DryRun.CLIENT || same) {
      return;
    }
    KubeObject object = KubeObject.of(body, Origin.NONE);
    var writer =
        new Writer(
            object,
            RetryPolicy.of(Budget.RESENDING, options, object),
            new RunCancellation(cancellation),
            event -> {});
    var write = new WriteRequest(WriteRequest.Kind.APPLY, body, () -> apply(body));
    switch (writer.write(write)) {
      case WriteResult.Stored(MapValue after) -> live = after;
      case WriteResult.Failed refused -> throw failed(context, refused.failure());
      case WriteResult.Unknown(Problem problem) ->
          throw new JapplyException(context + problem.what(), problem.hint());
      case WriteResult.Cancelled cancelled -> {}
    }
  }

  private MapValue apply(MapValue body) {
    try {
      return patch(body, false);
    } catch (ClusterException e) {
      if (!e.isConflict()) {
        throw e;
      }
      String what = "failed to update ApplySet: " + ServerProblems.sentence(e);
      warnings.accept(
          Problem.warning(WarningId.APPLYSET, Origin.NONE, "", what, "the fields are taken over"));
      return patch(body, true);
    }
  }

  private MapValue patch(MapValue body, boolean force) {
    boolean dry = options.dryRun() == DryRun.SERVER;
    return cluster.patch(
        found.resource(),
        parent.namespace(),
        parent.name(),
        new Patch(Patch.Type.APPLY, body).forcing(force),
        new WriteOptions(MANAGER, options.fieldValidation(), dry));
  }

  private JapplyException unknown(String type) {
    return new JapplyException(
        noMapping(type), "if that type is gone for good, remove it from the annotation");
  }

  private String noMapping(String type) {
    return "parsing ApplySet annotation on \"%s\": could not find mapping for %s"
        .formatted(parent, type);
  }

  private static JapplyException failed(String context, ClusterException e) {
    String what = context + ServerProblems.sentence(e);
    return new JapplyException(Problem.error(Origin.NONE, what, e.hint()), e);
  }
}
