package dev.japply.apply;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.apply.RetryPolicy.Budget;
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
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.Difference;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.PrunePlan;
import dev.japply.plan.SetContents;
import dev.japply.plan.SetParent;
import dev.japply.plan.SetRecord;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/// The members of an ApplySet, by their label. Before anything is applied its parent is made to
/// name where members were and will be, and when all others are gone, where they are: so none is
/// lost when the run ends early.
///
/// What it writes to the parent is not planned as what it does to objects is: it keeps account of
/// them, in a name of its own, and takes over what others have written into that account.
final class ApplySet implements PruneScope {
  /// As whom kubectl writes parents.
  private static final String MANAGER = "kubectl-applyset";

  private static final FieldPath LABELS = FieldPath.root().key("metadata").key("labels");

  private final Cluster cluster;
  private final ExecutionOptions options;
  private final Cancellation cancellation;
  private final Consumer<Problem> warnings;
  private final SetParents.Found found;
  private final SetParent parent;
  private final Map<String, Resource> members = new LinkedHashMap<>();
  private final List<Problem> unread = new ArrayList<>();
  private Node live = MISSING;
  private SetContents before = SetContents.EMPTY;
  private SetContents now = SetContents.EMPTY;

  ApplySet(
      Cluster cluster,
      ExecutionOptions options,
      Cancellation cancellation,
      SetParents.Found found,
      Consumer<Problem> warnings) {
    this.cluster = cluster;
    this.options = options;
    this.cancellation = cancellation;
    this.warnings = warnings;
    this.found = found;
    this.parent = found.parent();
  }

  @Override
  public List<KubeObject> members(List<KubeObject> objects) {
    List<Problem> labelled =
        objects.stream()
            .filter(object -> labels(object).has(SetParent.PART_OF))
            .map(ApplySet::labelled)
            .toList();
    if (!labelled.isEmpty()) {
      throw new JapplyException(labelled);
    }
    return objects.stream().map(this::member).toList();
  }

  private KubeObject member(KubeObject object) {
    MapValue labels = labels(object).with(SetParent.PART_OF, Value.text(parent.id()));
    MapValue metadata = object.tree().map("metadata").with("labels", labels);
    return object.withTree(object.tree().with("metadata", metadata));
  }

  private static MapValue labels(KubeObject object) {
    return object.tree().map("metadata").map("labels");
  }

  private static Problem labelled(KubeObject object) {
    return Problem.error(
        object.positions().apply(LABELS.key(SetParent.PART_OF)),
        object.key().subject(),
        "ApplySet label \"" + SetParent.PART_OF + "\" already set in input data",
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
    now = new SetContents(kinds, namespaces);
    write(before.plus(now), "failed to update ApplySet: ");
  }

  /// Finds out what the set had so far.
  ///
  /// @throws JapplyException when its parent does not say that, or is missing and cannot be created
  @Override
  public void read() {
    unread.clear();
    Optional<MapValue> there;
    try {
      there = cluster.get(found.resource(), parent.namespace(), parent.name());
    } catch (ClusterException e) {
      throw failed("failed to fetch ApplySet parent object \"" + parent + "\": ", e);
    }
    if (there.isEmpty() && !found.builtIn()) {
      throw wrong(
          "custom resource ApplySet parents cannot be created automatically",
          "create " + parent + " first");
    }
    SetRecord told = there.map(object -> SetRecord.read(parent, object)).orElse(SetRecord.NONE);
    there.ifPresent(object -> live = object);
    resolve(told);
    before =
        told.contents().plus(new SetContents(new TreeSet<>(members.keySet()), new TreeSet<>()));
  }

  /// Finds the types that the record names.
  private void resolve(SetRecord told) {
    if (told.contents().kinds().isEmpty() && told.resources().isEmpty()) {
      return;
    }
    TypeList types = cluster.types();
    for (String kind : told.contents().kinds()) {
      Optional<Resource> served = ofKind(types, kind);
      if (served.isPresent()) {
        members.put(kind, served.get());
      } else {
        unread.add(unread(types, kind));
      }
    }
    for (String name : told.resources()) {
      Resource resource =
          new TypeNames(types.served())
              .one(name)
              .orElseThrow(() -> unknown("resource \"" + name + "\""));
      members.put(resource.gvk().groupKind(), resource);
    }
  }

  private static Optional<Resource> ofKind(TypeList types, String kind) {
    return types.served().stream()
        .map(ServedType::resource)
        .filter(type -> type.gvk().groupKind().equals(kind))
        .findFirst();
  }

  /// The server does not say how it serves a kind: its members stay, and so does the record of
  /// them.
  ///
  /// @throws JapplyException when it says that it has no such kind, and to kubectl in any case
  private Problem unread(TypeList types, String kind) {
    String group = kind.substring(kind.indexOf('.') + 1);
    ClusterException e =
        types.unread().entrySet().stream()
            .filter(entry ->
                options.allows(Difference.PASSES_OVER_UNSERVED_TYPES)
                    && entry.getKey().startsWith(group + "/"))
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
            cluster,
            parent.members(),
            object -> true,
            options.allows(Difference.PRUNES_PAST_FAILURES),
            options.schedule().concurrency());
    return search.find(places(namespaces)).plus(unread);
  }

  /// Whatever is applied: members are where the parent says.
  @Override
  public List<PrunePlace> places(Set<String> namespaces) {
    return PrunePlace.of(members.values(), before.namespaces());
  }

  @Override
  public Optional<PlannedObject> parent() {
    MapValue body = parent.body(before);
    var apply = new Action.Apply(body, /* force= */ false, /* subresource= */ "");
    return Optional.of(new PlannedObject(KubeObject.of(body, Origin.NONE), apply, live, MISSING));
  }

  /// What stays is a member still.
  @Override
  public void conclude(PrunePlan plan) {
    var kinds = new TreeSet<String>();
    var namespaces = new TreeSet<String>();
    for (MapValue object : plan.staying()) {
      KubeObject member = KubeObject.of(object, Origin.NONE);
      kinds.add(member.gvk().groupKind());
      if (!member.namespace().isEmpty()) {
        namespaces.add(member.namespace());
      }
    }
    SetContents left = now.plus(new SetContents(kinds, namespaces));
    write(left, "apply and prune succeeded, but ApplySet update failed: ");
  }

  private void write(SetContents contents, String context) {
    MapValue body = parent.body(contents);
    boolean said =
        options.allows(Difference.LEAVES_UNCHANGED_PARENTS)
            && live instanceof MapValue there
            && SetParent.says(there, body);
    if (options.dryRun() == DryRun.CLIENT || said) {
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
      case Writer.Result.Written(MapValue after) -> live = after;
      case Writer.Result.Refused refused -> throw failed(context, refused.failure());
      case Writer.Result.Unknown(Problem problem) ->
          throw wrong(context + problem.what(), problem.hint());
      case Writer.Result.Stopped stopped -> {}
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
      warnings.accept(Problem.warning(Origin.NONE, "", what, "the fields are taken over"));
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
    return wrong(noMapping(type), "if that type is gone for good, remove it from the annotation");
  }

  private String noMapping(String type) {
    return "parsing ApplySet annotation on \"%s\": could not find mapping for %s"
        .formatted(parent, type);
  }

  private static JapplyException failed(String context, ClusterException e) {
    String what = context + ServerProblems.sentence(e);
    return new JapplyException(Problem.error(Origin.NONE, what, e.hint()), e);
  }

  private static JapplyException wrong(String what, String hint) {
    return new JapplyException(Problem.error(Origin.NONE, what, hint));
  }
}
