package dev.japply.apply;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Resource;
import dev.japply.cluster.ServedType;
import dev.japply.cluster.ServerProblems;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.DependencyGraph;
import dev.japply.plan.DependencyGraph.Outside;
import dev.japply.plan.Difference;
import dev.japply.plan.Order;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Dependencies that objects name, where these count. A dependency that the same run does not apply
/// has to be on the cluster already.
public record NamedDependencies(
    Cluster cluster, ExecutionOptions options, Cancellation cancellation) {
  private static final String ADD = "add it to the input, or remove it from the annotation";

  /// Returns the dependencies that `targets` name; none in the order of the input, which is the
  /// user's own.
  ///
  /// @throws JapplyException if an annotation is malformed, or there is a cycle
  static DependencyGraph of(ExecutionOptions options, List<ResolvedObject> targets) {
    return options.schedule().order() == Order.DEPENDENCIES
        ? DependencyGraph.of(targets.stream().map(ResolvedObject::desired).toList())
        : DependencyGraph.NONE;
  }

  /// Checks that `targets` can be applied in the order that they require.
  ///
  /// @param pruned whether other objects may be deleted afterwards
  /// @throws JapplyException when they cannot
  public void check(List<ResolvedObject> targets, boolean pruned) {
    check(of(options, targets), pruned);
  }

  /// Sees that an apply of `objects` could keep the order that they require.
  ///
  /// @param objects with their namespaces
  /// @param known whether the cluster has more than these objects; else only cycles and malformed
  ///   annotations are found
  /// @throws JapplyException when it could not
  void checkPlanned(List<KubeObject> objects, boolean pruned, boolean known) {
    if (options.allows(Difference.ORDERS_BY_DEPENDENCY)) {
      DependencyGraph graph = DependencyGraph.of(objects);
      if (known) {
        check(graph, pruned);
      }
    }
  }

  private void check(DependencyGraph graph, boolean pruned) {
    List<Outside> outside = graph.outside();
    if (outside.isEmpty()) {
      return;
    }
    var problems = new ArrayList<Problem>();
    if (pruned) {
      outside.forEach(one ->
          problems.add(one.problem("is not in the input, so that --prune may delete it", ADD)));
    } else {
      look(outside).forEach(problem -> problem.ifPresent(problems::add));
    }
    if (!problems.isEmpty()) {
      throw new JapplyException(problems);
    }
  }

  /// Returns the problem of each, if any; fewer results if the run was cancelled.
  private List<Optional<Problem>> look(List<Outside> outside) {
    List<Resource> types = cluster.types().served().stream().map(ServedType::resource).toList();
    var found = new ArrayList<Optional<Problem>>();
    try (var workers = new Workers(options.schedule().concurrency())) {
      workers.runInOrder(outside, cancellation, one -> look(one, types), found::add);
    }
    return found;
  }

  private Optional<Problem> look(Outside one, List<Resource> types) {
    ObjectKey key = one.dependency();
    Optional<Resource> type = types.stream().filter(served -> isOf(key, served)).findFirst();
    if (type.isEmpty()) {
      return Optional.of(
          one.problem("is neither in the input nor of a type that the server has", ADD));
    }
    if (type.get().namespaced() == key.namespace().isEmpty()) {
      String form =
          type.get().namespaced() ? "GROUP/namespaces/NAMESPACE/KIND/NAME" : "GROUP/KIND/NAME";
      return Optional.of(one.problem("has to be written " + form, ""));
    }
    try {
      return cluster.get(type.get(), key.namespace(), key.name()).isPresent()
          ? Optional.empty()
          : Optional.of(one.problem("is neither in the input nor on the cluster", ADD));
    } catch (ClusterException e) {
      return Optional.of(
          one.problem("is not in the input, and " + ServerProblems.sentence(e), e.hint()));
    }
  }

  private static boolean isOf(ObjectKey key, Resource type) {
    return type.gvk().group().equals(key.group()) && type.gvk().kind().equals(key.kind());
  }
}
