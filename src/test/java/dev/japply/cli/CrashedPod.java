package dev.japply.cli;

import dev.japply.cluster.FakeCluster;
import dev.japply.cluster.LogRequest;
import dev.japply.merge.Flow;
import dev.japply.tree.Value.MapValue;

/// The Pod `p`, whose container `main` crashes again and again.
final class CrashedPod {
  static final String PROBLEM =
      "Pod default/p: it can no longer become ready: container main: CrashLoopBackOff, exit code 1"
          + " (Error), 4 restarts";

  private CrashedPod() {}

  /// Puts it into `cluster`.
  ///
  /// @param lines how many lines of its log are asked for
  /// @param log what is answered to that
  static void in(FakeCluster cluster, int lines, String log) {
    String status =
        "{phase: Running, containerStatuses: [{name: main, restartCount: 4, state: {waiting:"
            + " {reason: CrashLoopBackOff}}, lastState: {terminated: {exitCode: 1, reason:"
            + " Error}}}]}";
    cluster.serve("v1", "Pod", "pods", true);
    cluster.serve("v1", "Event", "events", true);
    cluster.put(
        (MapValue)
            Flow.parse(
                ("{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: "
                        + "default, uid: u}, status: %s}")
                    .formatted(status)));
    cluster.logs.put(new LogRequest("default", "p", "main", lines, true), log);
  }
}
