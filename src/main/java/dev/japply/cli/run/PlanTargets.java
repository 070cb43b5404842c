package dev.japply.cli.run;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Resource;
import dev.japply.object.Gvk;
import dev.japply.plan.LiveMetadata;
import dev.japply.plan.file.PlanFile.Target;
import dev.japply.problem.JapplyException;

/// Identifies the cluster of a plan, and compares it with another cluster.
public final class PlanTargets {
  /// A namespace that every cluster has and that is never recreated.
  private static final String EVERYWHERE = "kube-system";

  private static final Resource NAMESPACES =
      new Resource(new Gvk("", "v1", "Namespace"), "namespaces", false);

  private PlanTargets() {}

  public static Target of(Cluster cluster) {
    return new Target(cluster.address(), uid(cluster));
  }

  /// Returns the UID of the namespace, which identifies the cluster; empty if it does not exist.
  ///
  /// @throws ClusterException if it cannot be read
  public static String id(Cluster cluster) {
    return cluster.get(NAMESPACES, "", EVERYWHERE).map(LiveMetadata::uid).orElse("");
  }

  /// Returns the UID of the namespace; empty if the user cannot read it.
  private static String uid(Cluster cluster) {
    try {
      return id(cluster);
    } catch (ClusterException e) {
      if (e.status() == 0) {
        throw e;
      }
      return "";
    }
  }

  /// Checks that `cluster` is the cluster of the plan.
  ///
  /// @throws JapplyException if it is another cluster
  public static void check(Target planned, Cluster cluster) {
    check(planned, cluster, "plan", ", or plan again");
  }

  /// Checks that `cluster` is the cluster of a file.
  ///
  /// @param noun the name of the file's document
  /// @param again a second hint
  /// @throws JapplyException if it is another cluster
  public static void check(Target planned, Cluster cluster, String noun, String again) {
    Target here = of(cluster);
    if (!planned.is(here)) {
      String what =
          planned.server().equals(here.server())
              ? "the %s was made for another cluster at %s".formatted(noun, here.server())
              : "the %s was made for %s, and this is %s"
                  .formatted(noun, planned.server(), here.server());
      throw new JapplyException(what, "choose its context" + again);
    }
  }
}
