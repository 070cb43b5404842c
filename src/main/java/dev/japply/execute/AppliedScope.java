package dev.japply.execute;

import dev.japply.execute.PruneRequest.Choice;
import dev.japply.live.Cluster;
import dev.japply.live.Resource;
import dev.japply.object.Gvk;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.PruneKinds;
import dev.japply.plan.PrunePlan;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// What client-side apply has made, by its annotation: in the namespaces of the objects that are
/// applied, and in the one that the user named.
final class AppliedScope implements PruneScope {
  private final Cluster cluster;
  private final Choice.Applied choice;
  private final Targets.Namespace namespace;
  private final boolean likeKubectl;
  private final int concurrency;

  private AppliedScope(
      Cluster cluster,
      Choice.Applied choice,
      Targets.Namespace namespace,
      boolean likeKubectl,
      int concurrency) {
    this.cluster = cluster;
    this.choice = choice;
    this.namespace = namespace;
    this.likeKubectl = likeKubectl;
    this.concurrency = concurrency;
  }

  /// @param announced types that will be there when it is pruned
  /// @param concurrency how many types are listed at once
  /// @throws JapplyException when the cluster does not have a type that was asked for
  static AppliedScope open(
      Cluster cluster,
      Choice.Applied choice,
      Targets.Namespace namespace,
      CustomTypes announced,
      boolean likeKubectl,
      int concurrency) {
    for (Gvk type : choice.allowlist()) {
      if (cluster.resource(type).isEmpty() && announced.find(type).isEmpty()) {
        throw unknown(type, "", "list types that the cluster has in --prune-allowlist");
      }
    }
    return new AppliedScope(cluster, choice, namespace, likeKubectl, concurrency);
  }

  @Override
  public PruneSearch.Found find(List<Target> targets) {
    var namespaces = new TreeSet<String>();
    targets.stream()
        .filter(target -> target.resource().namespaced())
        .forEach(target -> namespaces.add(target.desired().namespace()));
    return in(namespaces);
  }

  /// The live objects in these namespaces, and those of the whole cluster.
  PruneSearch.Found in(Set<String> applied) {
    var namespaces = new TreeSet<>(applied);
    if (namespace.enforced()) {
      namespaces.add(namespace.name());
    }
    return new PruneSearch(
            cluster, choice.selector(), PrunePlan::isApplied, likeKubectl, concurrency)
        .find(resources(), namespaces);
  }

  /// A default type that the cluster does not have is an error in kubectl; there is nothing of it.
  private List<Resource> resources() {
    boolean all = choice.allowlist().isEmpty();
    var resources = new ArrayList<Resource>();
    for (Gvk type : all ? PruneKinds.DEFAULT : choice.allowlist()) {
      Optional<Resource> resource = cluster.resource(type);
      if (resource.isEmpty() && likeKubectl) {
        throw unknown(type, "error retrieving RESTMappings to prune: ", "");
      }
      resource.ifPresent(resources::add);
    }
    return resources;
  }

  @Override
  public Optional<Problem> caution(PrunePlan plan) {
    boolean beyond = plan.objects().stream().anyMatch(AppliedScope::ofTheCluster);
    return beyond && namespace.enforced() && choice.allowlist().isEmpty()
        ? Optional.of(
            Problem.warning(
                Origin.NONE,
                "",
                "--prune takes objects of the whole cluster along, though a namespace is given",
                "list the types that are meant in --prune-allowlist"))
        : Optional.empty();
  }

  private static boolean ofTheCluster(MapValue object) {
    return object.map("metadata").text("namespace").isEmpty();
  }

  private static JapplyException unknown(Gvk type, String context, String hint) {
    String what =
        "%sno matches for kind \"%s\" in version \"%s\""
            .formatted(context, type.kind(), type.apiVersion());
    return new JapplyException(Problem.error(Origin.NONE, what, hint));
  }
}
