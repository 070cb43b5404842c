package dev.japply.cli.targets;

import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.run.PlanTargets;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.input.ProjectTarget;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import java.util.List;

/// The cluster of a target.
///
/// @param context the environment of this target alone
/// @param connection the cluster of the target's context
public record TargetCluster(
    CommandContext context, ConnectionOptions connection, ProjectTarget target) {
  /// The HTTP statuses of a server that is reachable, and keeps the id to itself.
  private static final List<Integer> HIDDEN = List.of(403, 404);

  /// The number of targets in parallel.
  public static final int PARALLEL = 4;

  /// The state of a target's cluster before a run.
  public sealed interface Found {
    /// The cluster responds, and is the right one.
    ///
    /// @param id the uid of the namespace `kube-system`; empty if it cannot be read
    record Reachable(String id) implements Found {}

    /// There is no response.
    record Unreachable(Problem problem) implements Found {}

    /// The cluster is another one, its credentials are not accepted, or its context is not allowed.
    record Wrong(List<Problem> problems) implements Found {
      public Wrong {
        problems = List.copyOf(problems);
      }
    }
  }

  /// Sends one request, for the id of the cluster, and compares it.
  public Found find() {
    try {
      return compared(context.onCluster(connection, PlanTargets::id));
    } catch (JapplyException e) {
      ClusterException cause = e.getCause() instanceof ClusterException response ? response : null;
      if (cause != null && HIDDEN.contains(cause.status()) && target.clusterId().isEmpty()) {
        return new Found.Reachable("");
      }
      return cause != null && cause.isWithoutResponse()
          ? new Found.Unreachable(e.problems().getFirst())
          : new Found.Wrong(e.problems());
    } finally {
      context.connector().close();
    }
  }

  private Found compared(String id) {
    String wanted = target.clusterId();
    if (wanted.isEmpty() || wanted.equals(id)) {
      return new Found.Reachable(id);
    }
    return new Found.Wrong(
        List.of(
            Problem.error(
                target.place(),
                "the clusterId is \"%s\", but the cluster of context \"%s\" has %s"
                    .formatted(wanted, target.context(), id.isEmpty() ? "none" : "\"" + id + "\""),
                "correct the context or the clusterId")));
  }
}
