package dev.japply.cli.command;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Resource;
import dev.japply.object.Gvk;
import dev.japply.plan.file.PlanFile.Target;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;

/// Finds out for which cluster a plan is made, and whether another one is the same.
final class PlanTargets {
  /// The namespace that every cluster has, and nobody creates anew.
  private static final String EVERYWHERE = "kube-system";

  private static final Resource NAMESPACES =
      new Resource(new Gvk("", "v1", "Namespace"), "namespaces", false);

  private PlanTargets() {}

  /// What `cluster` is called.
  static Target of(Cluster cluster) {
    return new Target(cluster.address(), uid(cluster));
  }

  /// A namespace need not be readable.
  private static String uid(Cluster cluster) {
    try {
      return cluster.get(NAMESPACES, "", EVERYWHERE).map(PlanTargets::uid).orElse("");
    } catch (ClusterException e) {
      if (e.status() == 0) {
        throw e;
      }
      return "";
    }
  }

  private static String uid(MapValue namespace) {
    return namespace.map("metadata").text("uid");
  }

  /// Sees that a plan for `planned` is carried out there.
  ///
  /// @throws JapplyException when `cluster` is another one
  static void check(Target planned, Cluster cluster) {
    Target here = of(cluster);
    if (!planned.is(here)) {
      String what =
          planned.server().equals(here.server())
              ? "the plan was made for another cluster at " + here.server()
              : "the plan was made for %s, and this is %s"
                  .formatted(planned.server(), here.server());
      throw new JapplyException(
          Problem.error(Origin.NONE, what, "choose its context, or plan again"));
    }
  }
}
