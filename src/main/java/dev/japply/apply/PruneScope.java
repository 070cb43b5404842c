package dev.japply.apply;

import dev.japply.apply.Apply.PruneRequest.Choice;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.Resource;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.object.SecretCopies;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.Difference;
import dev.japply.plan.LiveMetadata;
import dev.japply.plan.Moves;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.PrunePlan;
import dev.japply.plan.PrunePlan.Protection;
import dev.japply.plan.PrunePlan.Sequence;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The objects among which pruning looks for those that are no longer desired, and the plan to
/// delete them. [Preview] shows the plan, [Pruning] carries it out.
public sealed interface PruneScope permits PruneAllowlist, ApplySet {
  /// Cluster, options and types of a run that prunes.
  ///
  /// @param enforced whether the user named the namespace
  /// @param types the types that the input defines
  record Setting(Cluster cluster, ExecutionOptions options, boolean enforced, CustomTypes types) {}

  /// Opens the scope of an apply, before anything is written.
  ///
  /// @param events receives warnings about objects whose set is unknown
  /// @throws dev.japply.problem.JapplyException if the cluster does not have a requested type or
  ///   set
  static PruneScope open(
      Setting setting, Choice choice, Cancellation cancellation, Consumer<Event> events) {
    return open(setting, setting.enforced(), choice, cancellation, events);
  }

  /// Opens the scope of a preview, which writes nothing. The user's namespace does not count for
  /// kubectl then.
  ///
  /// @param events receives warnings about objects whose set is unknown
  /// @throws dev.japply.problem.JapplyException if the cluster does not have a requested type or
  ///   set
  static PruneScope forPreview(
      Setting setting, Choice choice, Cancellation cancellation, Consumer<Event> events) {
    boolean counts =
        choice instanceof Choice.Members
            || setting.options().allows(Difference.DIFFS_PRUNING_AS_APPLY);
    PruneScope scope = open(setting, setting.enforced() && counts, choice, cancellation, events);
    scope.read();
    return scope;
  }

  private static PruneScope open(
      Setting setting,
      boolean enforced,
      Choice choice,
      Cancellation cancellation,
      Consumer<Event> events) {
    Cluster cluster = setting.cluster();
    ExecutionOptions options = setting.options();
    return switch (choice) {
      case Choice.Applied applied ->
          PruneAllowlist.open(cluster, applied, enforced, setting.types(), options);
      case Choice.Members(String parent, String adopted) ->
          ApplySet.open(cluster, options, cancellation, enforced, parent, adopted, events);
    };
  }

  Cluster cluster();

  ExecutionOptions options();

  /// Returns the search for the objects that the project has moved.
  ///
  /// @param copies values of Secrets of the run
  MoveSearch moveSearch(SecretCopies copies);

  /// Returns the moves of the project that concern this run.
  RunMoves moves();

  /// `objects` as they are to be applied: members of an ApplySet get its label.
  default List<KubeObject> members(List<KubeObject> objects) {
    return objects;
  }

  /// Finds out what belongs here so far, where nothing is to be written yet.
  ///
  /// @throws dev.japply.problem.JapplyException when that is not known
  default void read() {}

  /// Makes sure that objects may become members. Writes nothing.
  ///
  /// @throws dev.japply.problem.JapplyException when nothing may be applied
  default void check(List<ResolvedObject> targets) {}

  /// Called before anything is applied.
  ///
  /// @throws dev.japply.problem.JapplyException when nothing may be applied
  default void prepare(List<ResolvedObject> targets) {}

  /// Returns the places where objects are looked for.
  ///
  /// @param namespaces the namespaces of applied objects
  List<Place> places(Set<String> namespaces);

  /// Returns the objects that record the members, as they are about to be written.
  default List<PlannedObject> parents() {
    return List.of();
  }

  /// The live objects that belong here, those that were just applied among them.
  ///
  /// @param namespaces the namespaces of applied objects
  PruneSearch.Found find(Set<String> namespaces);

  /// A place with candidates for pruning: one type in one namespace.
  ///
  /// @param namespace empty for a type of the whole cluster
  record Place(Resource resource, String namespace) {
    /// Returns the places of several types: type after type in each namespace, then the types of
    /// the whole cluster.
    static List<Place> of(Collection<Resource> types, SortedSet<String> namespaces) {
      var places = new ArrayList<Place>();
      for (String namespace : namespaces) {
        types.stream()
            .filter(Resource::namespaced)
            .forEach(type -> places.add(new Place(type, namespace)));
      }
      types.stream()
          .filter(type -> !type.namespaced())
          .forEach(type -> places.add(new Place(type, "")));
      return places;
    }
  }

  /// Everything about the applied objects that pruning depends on. A preview adds one after the
  /// other: the objects themselves would take too much memory.
  final class Applied {
    private final Set<String> namespaces = new HashSet<>();
    private final Set<String> uids;
    private final Set<String> secrets = new HashSet<>();
    private final List<KubeObject> moved = new ArrayList<>();
    private final Predicate<KubeObject> isMoved;

    /// @param uids the uids of the applied objects
    /// @param isMoved whether an object is at an end of a move
    private Applied(Collection<String> uids, Predicate<KubeObject> isMoved) {
      this.uids = new HashSet<>(uids);
      this.isMoved = isMoved;
    }

    /// Adds an object that would be applied.
    void add(PlannedObject planned) {
      String namespace = planned.desired().namespace();
      if (!namespace.isEmpty()) {
        namespaces.add(namespace);
      }
      addSecrets(planned.desired().tree());
      addMoved(planned.desired());
      if (planned.before() instanceof MapValue live) {
        addSecrets(live);
        uids.add(LiveMetadata.uid(live));
      }
    }

    Set<String> namespaces() {
      return namespaces;
    }

    private void addMoved(KubeObject object) {
      if (isMoved.test(object)) {
        moved.add(object);
      }
    }

    private void addSecrets(MapValue object) {
      secrets.addAll(SecretCopies.fromSecrets(Stream.of(object)).texts());
    }
  }

  /// The plan of a prune.
  ///
  /// @param pruned the planned deletions
  /// @param moved the objects that the project has moved
  /// @param leaving warnings about objects that another ApplySet takes over
  /// @param unlisted the reasons why some types could not be listed
  record Plan(
      PrunePlan objects,
      List<PlannedObject> pruned,
      MoveSearch.Moved moved,
      List<Problem> leaving,
      List<Problem> unlisted) {
    public Plan {
      pruned = List.copyOf(pruned);
      leaving = List.copyOf(leaving);
      unlisted = List.copyOf(unlisted);
    }

    /// Returns all planned deletions. A moved object may have a refusal in place of one.
    List<PlannedObject> deletions() {
      return Stream.concat(moved.deletions().stream(), pruned.stream()).toList();
    }

    /// Returns the live objects that are deleted.
    List<MapValue> going() {
      return deletions().stream()
          .flatMap(one -> one.before() instanceof MapValue live ? Stream.of(live) : Stream.of())
          .toList();
    }

    /// Returns the warnings about objects that stay, because others stay with them, or although
    /// they were moved, or until another ApplySet takes them over.
    List<Problem> spared() {
      return Stream.of(
              moved.remarks().stream(),
              leaving.stream(),
              objects.spared().stream().map(this::spared))
          .flatMap(warnings -> warnings)
          .toList();
    }

    private Problem spared(MapValue object) {
      return Problem.warning(
          WarningId.NOT_PRUNED,
          Origin.NONE,
          KubeObject.of(object, Origin.NONE).key().subject(),
          objects.takesKeptAlong(object)
              ? "not pruned, because objects that are kept would be deleted with it"
              : "not pruned, because it contains objects of the manifests",
          "add it to the manifests, or delete it by hand");
    }
  }

  /// Returns an empty list of applied objects.
  ///
  /// @param uids the uids of the applied objects
  default Applied applied(Collection<String> uids) {
    Moves moves = moves().renames();
    return moves.isEmpty()
        ? new Applied(uids, object -> false)
        : new Applied(uids, object -> moves.isAbout(object, cluster().defaultNamespace()));
  }

  /// Returns the list of `targets`, which were applied.
  ///
  /// @param uids the uids of the applied objects
  default Applied applied(List<ResolvedObject> targets, Set<String> uids) {
    Applied applied = applied(uids);
    for (ResolvedObject target : targets) {
      if (target.resource().namespaced()) {
        applied.namespaces.add(target.desired().namespace());
      }
      applied.addSecrets(target.desired().tree());
      applied.addMoved(target.desired());
    }
    return applied;
  }

  /// Returns the places of the objects that the project has moved.
  ///
  /// @param targets all objects to apply
  default List<Place> movedPlaces(List<ResolvedObject> targets) {
    return moves().renames().isEmpty()
        ? List.of()
        : moveSearch(SecretCopies.NONE)
            .places(targets.stream().map(ResolvedObject::desired).toList());
  }

  /// Makes sure that the manifests do not have an object that the project has moved.
  ///
  /// @throws dev.japply.problem.JapplyException if they have one
  default void checkMoved(List<ResolvedObject> targets) {
    RunMoves moves = moves();
    if (moves.isEmpty()) {
      return;
    }
    List<KubeObject> objects = targets.stream().map(ResolvedObject::desired).toList();
    List<Problem> problems = moves.stillThere(objects, cluster().defaultNamespace());
    if (!problems.isEmpty()) {
      throw new JapplyException(problems);
    }
  }

  /// Searches the cluster, and plans to delete the objects that are no longer desired.
  default Plan plan(Applied applied, Sequence sequence) {
    PruneSearch.Found found = find(applied.namespaces);
    boolean spares = options().allows(Difference.SPARES_OCCUPIED_NAMESPACES);
    boolean protects = options().allows(Difference.KEEPS_PROTECTED_OBJECTS);
    var copies = new SecretCopies(applied.secrets);
    MoveSearch.Moved moved =
        applied.moved.isEmpty()
            ? MoveSearch.Moved.NONE
            : moveSearch(copies).find(applied.moved, applied.uids);
    var uids = new HashSet<>(applied.uids);
    moved.deletions().forEach(one -> uids.add(LiveMetadata.uid(one.desired().tree())));
    PrunePlan plan =
        PrunePlan.of(
            found.objects(),
            new PrunePlan.Desired(
                uids, spares ? applied.namespaces : Set.of(), object -> leaves(object)),
            sequence,
            protects ? Protection.HEEDED : Protection.PASSED_OVER);
    List<PlannedObject> pruned = plan.planned(copies);
    MoveSearch.Moved checked =
        moved.deletions().isEmpty() ? moved : moveSearch(copies).checked(moved, pruned);
    return new Plan(plan, pruned, checked, leaving(plan), found.problems());
  }

  private boolean leaves(MapValue object) {
    RunMoves moves = moves();
    return !moves.leaving().isEmpty()
        && moves.leaving(object, cluster().defaultNamespace()).isPresent();
  }

  private List<Problem> leaving(PrunePlan plan) {
    return plan.leaving().stream()
        .flatMap(object -> moves().leaving(object, cluster().defaultNamespace()).stream())
        .toList();
  }

  /// Returns a warning about `plan`; empty if there is none.
  default Optional<Problem> caution(PrunePlan plan) {
    return Optional.empty();
  }

  /// Called when all objects that are no longer desired are gone, except those that stay by `plan`.
  ///
  /// @throws dev.japply.problem.JapplyException if that could not be recorded
  default void conclude(PrunePlan plan) {}
}
