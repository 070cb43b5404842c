package dev.japply.apply;

import dev.japply.apply.Apply.PruneRequest.Choice;
import dev.japply.apply.ResolvedObjects.DiscoveredTypes;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.Resource;
import dev.japply.cluster.ServerProblems;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.ManagedFields;
import dev.japply.object.OwnedFields;
import dev.japply.object.RestoreBody;
import dev.japply.object.SecretCopies;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.Difference;
import dev.japply.plan.PruneKinds;
import dev.japply.plan.PrunePlan;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// Objects made by client-side apply, by their annotation: in the namespaces of the applied objects
/// and in the namespace that the user named.
final class PruneAllowlist implements PruneScope {
  private static final String CONTEXT = "error retrieving RESTMappings to prune: ";

  private final Cluster cluster;
  private final Choice.Applied choice;
  private final boolean enforced;
  private final ExecutionOptions options;

  private PruneAllowlist(
      Cluster cluster, Choice.Applied choice, boolean enforced, ExecutionOptions options) {
    this.cluster = cluster;
    this.choice = choice;
    this.enforced = enforced;
    this.options = options;
  }

  /// @param enforced whether the user named the namespace
  /// @param announced types that will be there when it is pruned
  /// @param options the method, whose objects count, and the number of types that are listed in
  ///   parallel
  /// @throws JapplyException if the cluster does not have a requested type
  static PruneAllowlist open(
      Cluster cluster,
      Choice.Applied choice,
      boolean enforced,
      CustomTypes announced,
      ExecutionOptions options) {
    var discovered = new DiscoveredTypes(cluster, choice.allowlist());
    for (Gvk type : choice.allowlist()) {
      if (discovered.unread(type).isEmpty()
          && discovered.resource(type).isEmpty()
          && announced.find(type).isEmpty()) {
        throw unknown(type, "", "remove it from --prune-allowlist, or correct it");
      }
    }
    return new PruneAllowlist(cluster, choice, enforced, options);
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
    return RunMoves.withoutSets(options.planning().moves());
  }

  @Override
  public MoveSearch moveSearch(SecretCopies copies) {
    return MoveSearch.of(this, choice.selector(), /* sets= */ Set.of(), copies);
  }

  @Override
  public List<Place> places(Set<String> applied) {
    List<Gvk> types = types();
    return Place.of(
        pruned(resources(types, new DiscoveredTypes(cluster, types))), namespaces(applied));
  }

  private List<Gvk> types() {
    return choice.allowlist().isEmpty() ? PruneKinds.DEFAULT : choice.allowlist();
  }

  /// Returns the types whose objects are pruned. If the user named a namespace and no types,
  /// objects without a namespace stay.
  private List<Resource> pruned(List<Resource> types) {
    boolean all =
        !enforced
            || !choice.allowlist().isEmpty()
            || !options.allows(Difference.PRUNES_WITHIN_NAMESPACE);
    return all ? types : types.stream().filter(Resource::namespaced).toList();
  }

  private SortedSet<String> namespaces(Set<String> applied) {
    var namespaces = new TreeSet<>(applied);
    if (enforced) {
      namespaces.add(cluster.defaultNamespace());
    }
    return namespaces;
  }

  /// Returns the live objects in these namespaces, and the cluster-scoped ones.
  @Override
  public PruneSearch.Found find(Set<String> applied) {
    List<Gvk> types = types();
    var discovered = new DiscoveredTypes(cluster, types);
    int concurrency = options.schedule().concurrency();
    return new PruneSearch(cluster, choice.selector(), this::isApplied, concurrency)
        .find(Place.of(pruned(resources(types, discovered)), namespaces(applied)))
        .plus(types.stream().flatMap(type -> unread(type, discovered).stream()).toList());
  }

  /// Whether client-side apply has made the object, or the field manager of server-side apply.
  private boolean isApplied(MapValue object) {
    if (PrunePlan.isApplied(object)) {
      return true;
    }
    ExecutionOptions own =
        options.of(KubeObject.of(RestoreBody.of(ManagedFields.unversioned(object)), Origin.NONE));
    return own.method().isOnServer() && !OwnedFields.of(object, own.fieldManager()).isEmpty();
  }

  /// A default type that the cluster does not have is an error in kubectl; there is nothing of it.
  private static List<Resource> resources(List<Gvk> types, DiscoveredTypes discovered) {
    return types.stream().flatMap(type -> discovered.resource(type).stream()).toList();
  }

  /// Returns a problem if the type is unknown because discovery failed: its objects stay.
  private static Optional<Problem> unread(Gvk type, DiscoveredTypes discovered) {
    return discovered
        .unread(type)
        .map(e ->
            Problem.error(
                Origin.NONE,
                noMatches(type, CONTEXT) + ": " + ServerProblems.sentence(e),
                DiscoveredTypes.hint(type, e)));
  }

  @Override
  public Optional<Problem> caution(PrunePlan plan) {
    boolean beyond = plan.objects().stream().anyMatch(PruneAllowlist::ofTheCluster);
    return beyond && enforced && choice.allowlist().isEmpty()
        ? Optional.of(
            Problem.warning(
                WarningId.PRUNE_SCOPE,
                Origin.NONE,
                "",
                "--prune also prunes non-namespaced resources when used with the --namespace flag",
                "list the types to prune in --prune-allowlist"))
        : Optional.empty();
  }

  private static boolean ofTheCluster(MapValue object) {
    return object.map("metadata").text("namespace").isEmpty();
  }

  private static JapplyException unknown(Gvk type, String context, String hint) {
    return new JapplyException(noMatches(type, context), hint);
  }

  private static String noMatches(Gvk type, String context) {
    return "%sno matches for kind \"%s\" in version \"%s\""
        .formatted(context, type.kind(), type.apiVersion());
  }
}
